DROP TABLE review_rooms;
