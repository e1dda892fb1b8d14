-- Checksums of what no hash of a version covers, so that a flipped byte is noticed when it is
-- read (storage/checksum.go). 0 is a row that was written before: it is not checked, and gets
-- its checksums when it is put again or verified.
-- sum of a version: its list, title, meaning and fullness. came: who made it, from where and
-- when it came, and its publisher's data. damaged: it is in quarantine, and nothing reads it.
ALTER TABLE versions ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE versions ADD COLUMN came INTEGER NOT NULL DEFAULT 0;
ALTER TABLE versions ADD COLUMN damaged INTEGER NOT NULL DEFAULT 0;
-- sum of an item: what lists show. held: its versions, and what each has beside.
ALTER TABLE items ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE items ADD COLUMN held INTEGER NOT NULL DEFAULT 0;
