-- The checksum of an item that is held for review, over its other columns (storage/suspects.go):
-- a flipped byte is not merged by whoever accepts it. 0 is a row that was written before.
ALTER TABLE suspects ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
