-- What the migrations lead to, for a new database. They say what the tables are for; a
-- test compares both.

-- "CrFd": tells our files from other SQLite databases.
PRAGMA application_id = 0x43724664;

CREATE TABLE endpoint (
    one     INTEGER PRIMARY KEY CHECK (one = 1),
    id      TEXT    NOT NULL,
    details TEXT    NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE revision (
    one    INTEGER PRIMARY KEY CHECK (one = 1),
    number INTEGER NOT NULL
) STRICT;

CREATE TABLE sets (
    key            INTEGER PRIMARY KEY AUTOINCREMENT,
    name           TEXT    NOT NULL,
    kind           TEXT    NOT NULL,
    format         TEXT    NOT NULL,
    dialect        TEXT    NOT NULL,
    location       TEXT    NOT NULL,
    feed_id        TEXT    NOT NULL,
    foreign_markup TEXT    NOT NULL,
    deleted        INTEGER NOT NULL,
    published      INTEGER NOT NULL DEFAULT 0,
    details        TEXT    NOT NULL DEFAULT ''
) STRICT;
CREATE UNIQUE INDEX sets_by_name ON sets (name) WHERE NOT deleted;

CREATE TABLE versions (
    key         INTEGER PRIMARY KEY,
    set_key     INTEGER NOT NULL REFERENCES sets,
    item        TEXT    NOT NULL,
    "by"        TEXT    NOT NULL,
    sequence    INTEGER NOT NULL,
    "when"      TEXT    NOT NULL,
    hash        BLOB    NOT NULL,
    updates     INTEGER NOT NULL,
    deleted     INTEGER NOT NULL,
    undeleted   INTEGER NOT NULL,
    noconflicts INTEGER NOT NULL,
    seen_at     TEXT    NOT NULL,
    seen_from   TEXT    NOT NULL,
    history     TEXT    NOT NULL,
    extra       TEXT    NOT NULL,
    publisher   TEXT    NOT NULL,
    title       TEXT    NOT NULL,
    meaning     BLOB    NOT NULL,
    fullness    INTEGER NOT NULL,
    content     TEXT    NOT NULL,
    details     TEXT    NOT NULL DEFAULT '',
    sum         INTEGER NOT NULL DEFAULT 0,
    came        INTEGER NOT NULL DEFAULT 0,
    damaged     INTEGER NOT NULL DEFAULT 0,
    UNIQUE (set_key, item, "by", sequence, "when", hash)
) STRICT;

CREATE TABLE items (
    key       INTEGER PRIMARY KEY,
    set_key   INTEGER NOT NULL REFERENCES sets,
    id        TEXT    NOT NULL,
    winner    INTEGER NOT NULL REFERENCES versions,
    conflicts INTEGER NOT NULL,
    deleted   INTEGER NOT NULL,
    updates   INTEGER NOT NULL,
    at        TEXT    NOT NULL,
    "by"      TEXT    NOT NULL,
    title     TEXT    NOT NULL,
    publisher TEXT    NOT NULL,
    facts     TEXT    NOT NULL DEFAULT '',
    uid       TEXT    NOT NULL DEFAULT '',
    open      INTEGER NOT NULL DEFAULT 1,
    day       TEXT    NOT NULL DEFAULT '',
    parent    TEXT    NOT NULL DEFAULT '',
    alarms    INTEGER NOT NULL DEFAULT 0,
    place     INTEGER,
    stale     INTEGER NOT NULL DEFAULT 0,
    gone      INTEGER NOT NULL DEFAULT 0,
    offers    INTEGER NOT NULL DEFAULT 0,
    details   TEXT    NOT NULL DEFAULT '',
    flagged   INTEGER NOT NULL DEFAULT 0,
    stands_in TEXT    NOT NULL DEFAULT '',
    stamp     INTEGER NOT NULL DEFAULT 0,
    listed    INTEGER NOT NULL DEFAULT 0,
    marked    INTEGER NOT NULL DEFAULT 0,
    lacks     INTEGER NOT NULL DEFAULT 0,
    sum       INTEGER NOT NULL DEFAULT 0,
    held      INTEGER NOT NULL DEFAULT 0,
    hidden    INTEGER NOT NULL DEFAULT 0,
    UNIQUE (set_key, id)
) STRICT;
CREATE INDEX items_by_day ON items (set_key, day) WHERE day <> '';
CREATE INDEX items_by_parent ON items (set_key, parent) WHERE parent <> '';
CREATE INDEX items_with_alarms ON items (set_key, key) WHERE alarms = 1;
CREATE INDEX items_by_place ON items (set_key, place) WHERE place IS NOT NULL;
CREATE INDEX items_stale ON items (key) WHERE stale = 1;
CREATE INDEX items_by_stand ON items (set_key, stands_in);
CREATE UNIQUE INDEX items_by_stamp ON items (set_key, stamp, id);
CREATE INDEX items_by_position ON items (set_key, key, gone, conflicts, open, marked, hidden);

CREATE TABLE conflicts (
    item      INTEGER NOT NULL REFERENCES items ON DELETE CASCADE,
    position  INTEGER NOT NULL,
    version   INTEGER NOT NULL REFERENCES versions,
    publisher TEXT    NOT NULL,
    details   TEXT    NOT NULL DEFAULT '',
    UNIQUE (item, position)
) STRICT;

CREATE TABLE tags (
    item   INTEGER NOT NULL REFERENCES items ON DELETE CASCADE,
    folded TEXT    NOT NULL,
    tag    TEXT    NOT NULL,
    PRIMARY KEY (item, folded)
) STRICT, WITHOUT ROWID;
CREATE INDEX tags_by_name ON tags (folded, item);

CREATE TABLE searchable (
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

CREATE TABLE edits (
    key    INTEGER PRIMARY KEY AUTOINCREMENT,
    at     TEXT    NOT NULL,
    what   TEXT    NOT NULL,
    undone INTEGER NOT NULL,
    steps  TEXT    NOT NULL
) STRICT;
CREATE INDEX edits_undone ON edits (key) WHERE undone = 1;

CREATE TABLE offers (
    item     INTEGER NOT NULL REFERENCES items ON DELETE CASCADE,
    position INTEGER NOT NULL,
    version  INTEGER NOT NULL REFERENCES versions,
    UNIQUE (item, position)
) STRICT;

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

CREATE TABLE names (
    "by" TEXT PRIMARY KEY,
    name TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE makers (
    "by"     TEXT    PRIMARY KEY,
    versions INTEGER NOT NULL,
    last     TEXT    NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE subscriptions (
    key          INTEGER PRIMARY KEY AUTOINCREMENT,
    set_key      INTEGER NOT NULL REFERENCES sets,
    location     TEXT    NOT NULL,
    paused       INTEGER NOT NULL,
    last_try     TEXT    NOT NULL,
    last_success TEXT    NOT NULL,
    error        TEXT    NOT NULL,
    error_since  TEXT    NOT NULL,
    came         INTEGER NOT NULL,
    set_aside    INTEGER NOT NULL,
    mode         TEXT    NOT NULL DEFAULT '',
    removed      INTEGER NOT NULL DEFAULT 0,
    details      TEXT    NOT NULL DEFAULT ''
) STRICT;
CREATE UNIQUE INDEX subscriptions_by_location ON subscriptions (set_key, location) WHERE NOT removed;

CREATE TABLE holders (
    key          INTEGER PRIMARY KEY,
    subscription INTEGER NOT NULL,
    feed         TEXT    NOT NULL,
    UNIQUE (subscription, feed)
) STRICT;

CREATE TABLE holdings (
    holder INTEGER NOT NULL,
    item   TEXT    NOT NULL,
    PRIMARY KEY (holder, item)
) STRICT, WITHOUT ROWID;

CREATE TABLE held_items (
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
    document     TEXT    NOT NULL,
    sum          INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX held_items_by_set ON held_items (set_key, key);
CREATE INDEX held_items_by_subscription ON held_items (subscription, item);

CREATE TABLE stamps (
    one   INTEGER PRIMARY KEY CHECK (one = 1),
    given INTEGER NOT NULL
) STRICT;

CREATE TABLE libraries (
    key     INTEGER PRIMARY KEY AUTOINCREMENT,
    address TEXT    NOT NULL UNIQUE,
    details TEXT    NOT NULL
) STRICT;

CREATE TABLE content_feeds (
    key       INTEGER PRIMARY KEY,
    library   INTEGER NOT NULL REFERENCES libraries ON DELETE CASCADE,
    address   TEXT    NOT NULL,
    named_by  TEXT    NOT NULL,
    depth     INTEGER NOT NULL,
    title     TEXT    NOT NULL,
    text      TEXT    NOT NULL,
    link      TEXT    NOT NULL,
    built     TEXT    NOT NULL,
    known     TEXT    NOT NULL,
    processed TEXT    NOT NULL,
    asked     INTEGER NOT NULL,
    stale     INTEGER NOT NULL,
    problems  TEXT    NOT NULL,
    wrong     INTEGER NOT NULL,
    items     INTEGER NOT NULL,
    UNIQUE (library, address)
) STRICT;
CREATE INDEX content_feeds_by_items ON content_feeds (library, items);

CREATE TABLE content_items (
    key       INTEGER PRIMARY KEY,
    feed      INTEGER NOT NULL REFERENCES content_feeds ON DELETE CASCADE,
    id        TEXT    NOT NULL,
    position  INTEGER NOT NULL,
    digest    BLOB    NOT NULL,
    title     TEXT    NOT NULL,
    text      TEXT    NOT NULL,
    link      TEXT    NOT NULL,
    published TEXT    NOT NULL,
    built     TEXT    NOT NULL,
    hidden    INTEGER NOT NULL,
    mark      TEXT    NOT NULL,
    read      INTEGER NOT NULL DEFAULT 0,
    UNIQUE (feed, id)
) STRICT;
CREATE INDEX content_items_by_position ON content_items (feed, position);
CREATE INDEX content_items_unread ON content_items (feed, read) WHERE read <= 0 AND hidden = 0;

CREATE TABLE content_read (
    library INTEGER NOT NULL REFERENCES libraries ON DELETE CASCADE,
    feed    TEXT    NOT NULL,
    id      TEXT    NOT NULL,
    read    INTEGER NOT NULL,
    PRIMARY KEY (library, feed, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE content_links (
    item      INTEGER NOT NULL REFERENCES content_items ON DELETE CASCADE,
    position  INTEGER NOT NULL,
    library   INTEGER NOT NULL,
    feed      INTEGER NOT NULL,
    address   TEXT    NOT NULL,
    name      TEXT    NOT NULL,
    nested    INTEGER NOT NULL,
    on_demand INTEGER NOT NULL,
    PRIMARY KEY (item, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX content_links_to ON content_links (library, address, nested);
CREATE INDEX content_links_nested ON content_links (feed) WHERE nested;

CREATE TABLE content_files (
    key     INTEGER PRIMARY KEY,
    library INTEGER NOT NULL REFERENCES libraries ON DELETE CASCADE,
    address TEXT    NOT NULL,
    state   TEXT    NOT NULL,
    name    TEXT    NOT NULL,
    size    INTEGER NOT NULL,
    hash    TEXT    NOT NULL,
    type    TEXT    NOT NULL,
    known   TEXT    NOT NULL,
    since   TEXT    NOT NULL,
    asked   INTEGER NOT NULL,
    stale   INTEGER NOT NULL,
    UNIQUE (library, address)
) STRICT;
CREATE INDEX content_files_by_size ON content_files (library, state, size);

CREATE TABLE content_wanted (
    number   INTEGER PRIMARY KEY AUTOINCREMENT,
    library  INTEGER NOT NULL REFERENCES libraries ON DELETE CASCADE,
    address  TEXT    NOT NULL,
    nested   INTEGER NOT NULL,
    named_by TEXT    NOT NULL,
    depth    INTEGER NOT NULL,
    asked    INTEGER NOT NULL,
    tries    INTEGER NOT NULL DEFAULT 0,
    error    TEXT    NOT NULL DEFAULT '',
    trouble  INTEGER NOT NULL DEFAULT 0,
    tried    TEXT    NOT NULL DEFAULT '',
    UNIQUE (library, address, nested)
) STRICT;
CREATE INDEX content_wanted_by_number ON content_wanted (library, number);
CREATE INDEX content_wanted_failed ON content_wanted (library, tries) WHERE tries > 0;

CREATE TABLE folders (
    key      INTEGER PRIMARY KEY AUTOINCREMENT,
    address  TEXT    NOT NULL UNIQUE,
    folder   TEXT    NOT NULL,
    revision INTEGER NOT NULL,
    details  TEXT    NOT NULL
) STRICT;

CREATE TABLE folder_feeds (
    publication INTEGER NOT NULL REFERENCES folders ON DELETE CASCADE,
    path        TEXT    NOT NULL,
    built       TEXT    NOT NULL,
    hash        TEXT    NOT NULL,
    last        TEXT    NOT NULL,
    pending     TEXT    NOT NULL,
    PRIMARY KEY (publication, path)
) STRICT, WITHOUT ROWID;

CREATE TABLE folder_items (
    publication INTEGER NOT NULL REFERENCES folders ON DELETE CASCADE,
    feed        TEXT    NOT NULL,
    id          TEXT    NOT NULL,
    built       TEXT    NOT NULL,
    mark        TEXT    NOT NULL,
    files       TEXT    NOT NULL,
    nested      TEXT    NOT NULL,
    PRIMARY KEY (publication, feed, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE folder_files (
    publication INTEGER NOT NULL REFERENCES folders ON DELETE CASCADE,
    path        TEXT    NOT NULL,
    size        INTEGER NOT NULL,
    changed     TEXT    NOT NULL,
    number      INTEGER NOT NULL,
    hash        TEXT    NOT NULL,
    last        TEXT    NOT NULL,
    pending     TEXT    NOT NULL,
    PRIMARY KEY (publication, path)
) STRICT, WITHOUT ROWID;

CREATE TABLE consents (
    "by"      TEXT    PRIMARY KEY,
    published INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE copies (
    kind TEXT    NOT NULL,
    key  INTEGER NOT NULL,
    row  TEXT    NOT NULL,
    sum  INTEGER NOT NULL,
    PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE changes (
    kind     INTEGER NOT NULL,
    key      INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX changes_by_revision ON changes (revision);

INSERT INTO revision VALUES (1, 0);
INSERT INTO stamps VALUES (1, 0);
