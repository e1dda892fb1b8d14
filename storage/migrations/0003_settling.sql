-- The edit that was the newest when a set was published last.
ALTER TABLE sets ADD COLUMN published INTEGER NOT NULL DEFAULT 0;

-- How many versions of an item are offered again. Its conflicts, here and in
-- searchable, count them too, so that what asks for something to settle asks as
-- before; putting an item reads this number with the row that it replaces.
ALTER TABLE items ADD COLUMN offers INTEGER NOT NULL DEFAULT 0;

-- The versions of an item that are offered again, in their order.
CREATE TABLE offers (
    item     INTEGER NOT NULL REFERENCES items ON DELETE CASCADE,
    position INTEGER NOT NULL,
    version  INTEGER NOT NULL REFERENCES versions,
    UNIQUE (item, position)
) STRICT;

-- The log of decisions. It outlives the journal: the edit may be gone. Details
-- are JSON: which versions there were, and what was decided on each field.
CREATE TABLE decisions (
    key     INTEGER PRIMARY KEY AUTOINCREMENT,
    edit    INTEGER NOT NULL,
    at      TEXT    NOT NULL,
    set_key INTEGER NOT NULL REFERENCES sets,
    item    TEXT    NOT NULL,
    title   TEXT    NOT NULL,
    undone  INTEGER NOT NULL,
    details TEXT    NOT NULL
) STRICT;
CREATE INDEX decisions_by_set ON decisions (set_key);
CREATE INDEX decisions_by_item ON decisions (set_key, item);
CREATE INDEX decisions_by_edit ON decisions (edit);

-- What a person calls endpoints.
CREATE TABLE names (
    "by" TEXT PRIMARY KEY,
    name TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Who made the versions of the archive: how many, and the latest time that was
-- written into one. It is counted as versions come in, because counting 100,000
-- of them takes too long to show an address book.
CREATE TABLE makers (
    "by"     TEXT PRIMARY KEY,
    versions INTEGER NOT NULL,
    last     TEXT    NOT NULL
) STRICT, WITHOUT ROWID;
-- Beside max, SQLite takes the other columns from the row that has it. A history
-- that cannot be read is refused where it is read, and counts without a time.
INSERT INTO makers
    SELECT "by", n, coalesce(last, '') FROM (
        SELECT "by", count(*) AS n, max(CAST(last AS REAL)), last FROM (
            SELECT "by", iif(json_valid(history), json_extract(history, '$[0].at'), NULL) AS last
                FROM versions WHERE "by" <> ''
        ) GROUP BY "by"
    );
