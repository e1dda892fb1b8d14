-- What is kept of publishing and reading and nothing asks for by itself: JSON
-- (storage/publication.go, storage/readings.go), or '' where there is none of it.
ALTER TABLE sets ADD COLUMN details TEXT NOT NULL DEFAULT '';

-- A removed subscription stays while it holds items that are not published: those
-- that it only took in. Another one may then have its location.
CREATE TABLE kept_in_step (
    key          INTEGER PRIMARY KEY AUTOINCREMENT,
    set_key      INTEGER NOT NULL REFERENCES sets,
    location     TEXT NOT NULL,
    paused       INTEGER NOT NULL,
    last_try     TEXT NOT NULL,
    last_success TEXT NOT NULL,
    error        TEXT NOT NULL,
    error_since  TEXT NOT NULL,
    came         INTEGER NOT NULL,
    set_aside    INTEGER NOT NULL,
    mode         TEXT NOT NULL DEFAULT '',
    removed      INTEGER NOT NULL DEFAULT 0,
    details      TEXT NOT NULL DEFAULT ''
) STRICT;
INSERT INTO kept_in_step
    SELECT key, set_key, location, paused, last_try, last_success, error, error_since, came, set_aside, '', 0, ''
    FROM subscriptions ORDER BY key;
-- No key is given again.
DELETE FROM sqlite_sequence WHERE name = 'kept_in_step';
INSERT INTO sqlite_sequence (name, seq) SELECT 'kept_in_step', seq FROM sqlite_sequence WHERE name = 'subscriptions';
DROP TABLE subscriptions;
ALTER TABLE kept_in_step RENAME TO subscriptions;
CREATE UNIQUE INDEX subscriptions_by_location ON subscriptions (set_key, location) WHERE NOT removed;

-- The feeds of subscriptions that hold items: '' is the one at the location itself,
-- any other a file in its folder.
CREATE TABLE holders (
    key          INTEGER PRIMARY KEY,
    subscription INTEGER NOT NULL,
    feed         TEXT    NOT NULL,
    UNIQUE (subscription, feed)
) STRICT;

-- Which items they hold, by their identifiers: the set may lack them.
CREATE TABLE holdings (
    holder INTEGER NOT NULL,
    item   TEXT    NOT NULL,
    PRIMARY KEY (holder, item)
) STRICT, WITHOUT ROWID;

-- What came in and waits for a person, or was decided. Alarms are JSON.
CREATE TABLE suspects (
    key          INTEGER PRIMARY KEY AUTOINCREMENT,
    set_key      INTEGER NOT NULL REFERENCES sets,
    subscription INTEGER NOT NULL,
    feed         TEXT    NOT NULL,
    item         TEXT    NOT NULL,
    title        TEXT    NOT NULL,
    at           TEXT    NOT NULL,
    alarms       TEXT    NOT NULL,
    mark         TEXT    NOT NULL,
    state        TEXT    NOT NULL,
    document     TEXT    NOT NULL
) STRICT;
CREATE INDEX suspects_by_set ON suspects (set_key, key);
CREATE INDEX suspects_by_subscription ON suspects (subscription, item);

-- When each item was incorporated last: nanoseconds since 1970, and no two alike.
-- The greatest that was ever given outlives its item.
ALTER TABLE items ADD COLUMN stamp INTEGER NOT NULL DEFAULT 0;
CREATE TABLE stamps (
    one   INTEGER PRIMARY KEY CHECK (one = 1),
    given INTEGER NOT NULL
) STRICT;
-- The items that are there were incorporated when the newest of their versions came.
-- Those of one time, and of none, stand in the order of the set. The nth of all gets
-- the least number that is not before its time and greater than the one before it:
-- n more than the greatest that a time was ahead of its own n so far. Times that no
-- clock shows (after 2242) are bounded, so that the numbers stay in range.
CREATE TEMP TABLE incorporated AS
    SELECT key, nth + max(at - nth) OVER (ORDER BY nth) AS stamp FROM (
        SELECT key, at, row_number() OVER (ORDER BY at, key) AS nth FROM (
            SELECT i.key, max(1, coalesce((
                SELECT max(max(min(CAST(v.seen_at AS INTEGER), 8589934592), 0) * 1000000000
                    + iif(instr(v.seen_at, '.'), CAST(substr(v.seen_at, instr(v.seen_at, '.') + 1) AS INTEGER), 0))
                FROM versions v WHERE v.set_key = i.set_key AND v.item = i.id
            ), 0)) AS at
            FROM items i
        )
    );
UPDATE items SET stamp = n.stamp FROM incorporated n WHERE n.key = items.key;
INSERT INTO stamps SELECT 1, coalesce(max(stamp), 0) FROM items;
DROP TABLE incorporated;
CREATE UNIQUE INDEX items_by_stamp ON items (set_key, stamp, id);
