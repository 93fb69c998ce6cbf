-- A time control that seconds for the game and seconds added a ply do not say, as the notation writes it: a delay, a time for each
-- ply, or clocks that differ. Empty where those two columns say all.
ALTER TABLE games ADD COLUMN time_control TEXT NOT NULL DEFAULT '';
