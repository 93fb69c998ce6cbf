DROP TABLE pass_renewals;
