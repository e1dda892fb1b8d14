-- Which items of libraries were read when the backup was written that this database was restored
-- from, because a backup has no cached items. An item that is downloaded again takes its state
-- from here. Feed is the address of its feed, read is as in content_items.
CREATE TABLE content_read (
    library INTEGER NOT NULL REFERENCES libraries ON DELETE CASCADE,
    feed    TEXT    NOT NULL,
    id      TEXT    NOT NULL,
    read    INTEGER NOT NULL,
    PRIMARY KEY (library, feed, id)
) STRICT, WITHOUT ROWID;
