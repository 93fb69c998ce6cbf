DROP TABLE pairing_places;
