-- What a person answered when asked for the name of a device whose store this is: whether
-- its feeds say it (1) or not (0). A device without a row was not asked yet. The name
-- itself is in names, by the same identifier. Names that were given before are not
-- published: nobody was asked.
CREATE TABLE consents (
    "by"      TEXT PRIMARY KEY,
    published INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
