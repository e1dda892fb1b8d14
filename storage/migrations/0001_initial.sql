-- Instants are texts: seconds since 1970 with as many decimals as they need,
-- and '' where there is none. Texts of others are kept as they came.

-- "CrFd": tells our files from other SQLite databases.
PRAGMA application_id = 0x43724664;

CREATE TABLE endpoint (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    id  TEXT NOT NULL
) STRICT;

-- How many transactions have changed the store.
CREATE TABLE revision (
    one    INTEGER PRIMARY KEY CHECK (one = 1),
    number INTEGER NOT NULL
) STRICT;
INSERT INTO revision VALUES (1, 0);

CREATE TABLE sets (
    key            INTEGER PRIMARY KEY AUTOINCREMENT,
    name           TEXT NOT NULL,
    kind           TEXT NOT NULL,
    format         TEXT NOT NULL,
    dialect        TEXT NOT NULL,
    location       TEXT NOT NULL,
    feed_id        TEXT NOT NULL,
    foreign_markup TEXT NOT NULL,
    deleted        INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX sets_by_name ON sets (name) WHERE NOT deleted;

-- The archive: every version ever held, once. "by", sequence and "when" are
-- those of the newest update; hash covers all that is shared of the version.
-- The publisher-specific data is what the version first came with. Title,
-- meaning (the hash of the content's canonical form) and fullness are what the
-- content is known by, so that nothing parses it; a step that changes the
-- canonical form has to make them anew.
CREATE TABLE versions (
    key         INTEGER PRIMARY KEY,
    set_key     INTEGER NOT NULL REFERENCES sets,
    item        TEXT NOT NULL,
    "by"        TEXT NOT NULL,
    sequence    INTEGER NOT NULL,
    "when"      TEXT NOT NULL,
    hash        BLOB NOT NULL,
    updates     INTEGER NOT NULL,
    deleted     INTEGER NOT NULL,
    undeleted   INTEGER NOT NULL,
    noconflicts INTEGER NOT NULL,
    seen_at     TEXT NOT NULL,
    seen_from   TEXT NOT NULL,
    history     TEXT NOT NULL,
    extra       TEXT NOT NULL,
    publisher   TEXT NOT NULL,
    title       TEXT NOT NULL,
    meaning     BLOB NOT NULL,
    fullness    INTEGER NOT NULL,
    content     TEXT NOT NULL,
    UNIQUE (set_key, item, "by", sequence, "when", hash)
) STRICT;

-- What the sets hold now. The key is the position in the set. Title and what
-- follows it are those of the winner, so that listing reads nothing else.
CREATE TABLE items (
    key       INTEGER PRIMARY KEY,
    set_key   INTEGER NOT NULL REFERENCES sets,
    id        TEXT NOT NULL,
    winner    INTEGER NOT NULL REFERENCES versions,
    conflicts INTEGER NOT NULL,
    deleted   INTEGER NOT NULL,
    updates   INTEGER NOT NULL,
    at        TEXT NOT NULL,
    "by"      TEXT NOT NULL,
    title     TEXT NOT NULL,
    publisher TEXT NOT NULL,
    UNIQUE (set_key, id)
) STRICT;
-- Lists in the order of position, and counts without reading the rows.
CREATE INDEX items_by_position ON items (set_key, key, deleted, conflicts);

-- The open conflicts of an item, in their order.
CREATE TABLE conflicts (
    item      INTEGER NOT NULL REFERENCES items ON DELETE CASCADE,
    position  INTEGER NOT NULL,
    version   INTEGER NOT NULL REFERENCES versions,
    publisher TEXT NOT NULL,
    UNIQUE (item, position)
) STRICT;

-- Folded titles and texts of all versions of an item, apart from items so that
-- listing does not pass over them.
CREATE TABLE searchable (
    item INTEGER PRIMARY KEY REFERENCES items ON DELETE CASCADE,
    text TEXT NOT NULL
) STRICT;

CREATE TABLE subscriptions (
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
    UNIQUE (set_key, location)
) STRICT;
