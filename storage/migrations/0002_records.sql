-- What is known of the winner's record: all of it in one text, which lists read
-- ('' for a note), and beside it what queries ask for. Gone are tombstones
-- without open conflicts. Rows that are stale are made anew when the store is
-- opened.
ALTER TABLE items ADD COLUMN facts  TEXT    NOT NULL DEFAULT '';
ALTER TABLE items ADD COLUMN uid    TEXT    NOT NULL DEFAULT '';
ALTER TABLE items ADD COLUMN open   INTEGER NOT NULL DEFAULT 1;
ALTER TABLE items ADD COLUMN day    TEXT    NOT NULL DEFAULT '';
ALTER TABLE items ADD COLUMN parent TEXT    NOT NULL DEFAULT '';
ALTER TABLE items ADD COLUMN alarms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE items ADD COLUMN place  INTEGER; -- by hand; NULL for none
ALTER TABLE items ADD COLUMN stale  INTEGER NOT NULL DEFAULT 0;
ALTER TABLE items ADD COLUMN gone   INTEGER NOT NULL DEFAULT 0;
UPDATE items SET gone = 1 WHERE deleted AND conflicts = 0;

DROP INDEX items_by_position;
CREATE INDEX items_by_position ON items (set_key, key, gone, conflicts, open);
CREATE INDEX items_by_day      ON items (set_key, day) WHERE day <> '';
CREATE INDEX items_by_parent   ON items (set_key, parent) WHERE parent <> '';
CREATE INDEX items_with_alarms ON items (set_key, key) WHERE alarms = 1;
CREATE INDEX items_by_place   ON items (set_key, place) WHERE place IS NOT NULL;
CREATE INDEX items_stale       ON items (key) WHERE stale = 1;

-- The tags of the winner's record, as they are written and in folded case.
CREATE TABLE tags (
    item   INTEGER NOT NULL REFERENCES items ON DELETE CASCADE,
    folded TEXT    NOT NULL,
    tag    TEXT    NOT NULL,
    PRIMARY KEY (item, folded)
) STRICT, WITHOUT ROWID;
CREATE INDEX tags_by_name ON tags (folded, item);

-- Folded titles, texts and fields of all versions of an item, after copies of
-- what most searches ask for besides: a search reads this table from end to
-- end, and items only for what it finds. The texts are UTF-8 in blobs, which
-- SQLite looks into where they lie; a text it would copy first. Before them
-- stand their signatures: a text without all bits of what is searched for need
-- not be looked into. Those with every bit set are not known.
CREATE TABLE searched (
    item      INTEGER PRIMARY KEY REFERENCES items ON DELETE CASCADE,
    set_key   INTEGER NOT NULL,
    gone      INTEGER NOT NULL,
    conflicts INTEGER NOT NULL,
    open      INTEGER NOT NULL,
    sign0     INTEGER NOT NULL,
    sign1     INTEGER NOT NULL,
    sign2     INTEGER NOT NULL,
    sign3     INTEGER NOT NULL,
    text      BLOB    NOT NULL
) STRICT;
INSERT INTO searched
    SELECT i.key, i.set_key, i.gone, i.conflicts, i.open, -1, -1, -1, -1, CAST(s.text AS BLOB)
    FROM items i JOIN searchable s ON s.item = i.key ORDER BY i.key;
DROP TABLE searchable;
ALTER TABLE searched RENAME TO searchable;

UPDATE items SET stale = 1 WHERE key IN (
    SELECT i.key FROM items i JOIN versions v ON v.key = i.winner
        WHERE instr(v.content, 'urn:ietf:params:xml:ns:')
    UNION
    SELECT c.item FROM conflicts c JOIN versions v ON v.key = c.version
        WHERE instr(v.content, 'urn:ietf:params:xml:ns:')
);

-- What was done here, for undo. The steps are JSON: an import has as many as
-- items.
CREATE TABLE edits (
    key    INTEGER PRIMARY KEY AUTOINCREMENT,
    at     TEXT    NOT NULL,
    what   TEXT    NOT NULL,
    undone INTEGER NOT NULL,
    steps  TEXT    NOT NULL
) STRICT;
CREATE INDEX edits_undone ON edits (key) WHERE undone = 1;
