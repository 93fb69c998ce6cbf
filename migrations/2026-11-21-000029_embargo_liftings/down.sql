DROP TABLE embargo_liftings;
