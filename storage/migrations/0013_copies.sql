-- The rows that nothing can make again, once more, in other pages: who this device is, how a
-- list is published, what it reads. Where a row and its copy differ, the copy counts if it
-- matches its checksum (storage/copies.go). row is the JSON of the columns.
CREATE TABLE copies (
    kind TEXT    NOT NULL,
    key  INTEGER NOT NULL,
    row  TEXT    NOT NULL,
    sum  INTEGER NOT NULL,
    PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;
