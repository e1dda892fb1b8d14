-- Whether the Trash does not show a deleted item: it was moved to another list, its creation was
-- undone, or the Trash was emptied. It holds until the item gets another winner.
ALTER TABLE items ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;
DROP INDEX items_by_position;
CREATE INDEX items_by_position ON items (set_key, key, gone, conflicts, open, marked, hidden);
