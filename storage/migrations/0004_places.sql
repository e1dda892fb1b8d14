-- What a version has beside what makes it one: its place, the conflicts that it
-- settled, and whether it is missing (storage/beside.go). One version can come
-- with two of these. '' is nothing of all that. The archive has what the version
-- was put with last.
ALTER TABLE versions  ADD COLUMN beside TEXT NOT NULL DEFAULT '';
ALTER TABLE conflicts ADD COLUMN beside TEXT NOT NULL DEFAULT '';
ALTER TABLE items     ADD COLUMN beside TEXT NOT NULL DEFAULT '';

-- An item that is marked as one to look at is to settle, without a conflict too.
-- In searchable the conflicts count the mark, so that a search asks as before.
ALTER TABLE items ADD COLUMN flagged INTEGER NOT NULL DEFAULT 0;
DROP INDEX items_by_position;
CREATE INDEX items_by_position ON items (set_key, key, gone, conflicts, open, flagged);

-- The item that the winner stands in, or ''.
ALTER TABLE items ADD COLUMN stands_in TEXT NOT NULL DEFAULT '';
CREATE INDEX items_by_stand ON items (set_key, stands_in);
