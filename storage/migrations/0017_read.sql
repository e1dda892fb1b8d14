-- Whether a person has read an item of a library. Items that were stored before count as
-- read, or everything in a library of many years would be new.
ALTER TABLE content_items ADD COLUMN read INTEGER NOT NULL DEFAULT 0;
UPDATE content_items SET read = 1;
CREATE INDEX content_items_unread ON content_items (feed) WHERE read = 0 AND hidden = 0;
