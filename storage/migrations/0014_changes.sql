-- What changed last in which revision, by key (store.Key), so that whoever shows something
-- reads only that again. It takes the place of a count of the changes of libraries.
CREATE TABLE changes (
    kind     INTEGER NOT NULL,
    key      INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX changes_by_revision ON changes (revision);

DROP TABLE content_revision;
