-- Tables and columns by the terms of the program. details of a version are its position in an
-- outline, the conflicts that it resolved, and whether it is missing: one version can come with
-- several values (storage/put.go).
ALTER TABLE suspects RENAME TO held_items;
DROP INDEX suspects_by_set;
DROP INDEX suspects_by_subscription;
CREATE INDEX held_items_by_set ON held_items (set_key, key);
CREATE INDEX held_items_by_subscription ON held_items (subscription, item);
ALTER TABLE versions  RENAME COLUMN beside TO details;
ALTER TABLE conflicts RENAME COLUMN beside TO details;
ALTER TABLE items     RENAME COLUMN beside TO details;
