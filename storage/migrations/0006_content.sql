-- How many transactions have changed nothing but what this migration adds.
CREATE TABLE content_revision (
    one    INTEGER PRIMARY KEY CHECK (one = 1),
    number INTEGER NOT NULL
) STRICT;
INSERT INTO content_revision VALUES (1, 0);

-- Trees of feeds and files of others that are kept here (Content Sync Extensions). Details
-- are JSON (storage/libraries.go).
CREATE TABLE libraries (
    key     INTEGER PRIMARY KEY AUTOINCREMENT,
    address TEXT NOT NULL UNIQUE,
    details TEXT NOT NULL
) STRICT;

-- The cached feeds. Known and problems are JSON, or '' where there is none. Items is how
-- many there are.
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

-- Their items. Positions have gaps, so that an item that comes between others moves few of
-- them. Digest is a hash of all that is kept of the item and of its links: one that comes
-- again as it is, which most do, is not written again.
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
    UNIQUE (feed, id)
) STRICT;
CREATE INDEX content_items_by_position ON content_items (feed, position);

-- The links of the items, in their order. Library and feed are those of the item.
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
-- Who links to an address, and which feeds are nested in a feed.
CREATE INDEX content_links_to ON content_links (library, address, nested);
CREATE INDEX content_links_nested ON content_links (feed) WHERE nested;

-- The files that are here or were removed. Known is JSON, or ''.
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
-- Adds sizes up without reading the rows.
CREATE INDEX content_files_by_size ON content_files (library, state, size);

-- The download queues. A number is never given again: whoever was at work on an entry that
-- is gone changes no other.
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

-- Folders of this computer that are published as such trees. Details are JSON
-- (storage/folders.go).
CREATE TABLE folders (
    key      INTEGER PRIMARY KEY AUTOINCREMENT,
    address  TEXT    NOT NULL UNIQUE,
    folder   TEXT    NOT NULL,
    revision INTEGER NOT NULL,
    details  TEXT    NOT NULL
) STRICT;

-- Their feeds, items and files as they were composed last. Last is JSON, or ''; so are
-- files.
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
