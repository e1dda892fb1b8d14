-- An item's conflicts count the versions that a person is asked about, those of equal
-- content as one (storage/sort.go). Listed counts what is in sx:conflicts.
ALTER TABLE items ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;

-- Flagged is the mark that the item has in feeds. Marked tells that it has it for another
-- reason than its conflicts, so that it is to be resolved without any.
ALTER TABLE items ADD COLUMN marked INTEGER NOT NULL DEFAULT 0;
UPDATE items SET listed = conflicts - offers, marked = flagged, stale = 1 WHERE conflicts > 0 OR flagged;
DROP INDEX items_by_position;
CREATE INDEX items_by_position ON items (set_key, key, gone, conflicts, open, marked);
