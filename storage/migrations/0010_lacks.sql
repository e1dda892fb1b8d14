-- A version of an item can lack the record of one that it was made from, which is in the
-- archive (storage/complete.go).
ALTER TABLE items ADD COLUMN lacks INTEGER NOT NULL DEFAULT 0;
UPDATE items SET stale = 1 WHERE NOT deleted AND updates > 1 AND (facts = '' OR listed > 0)
    AND EXISTS (SELECT 1 FROM versions v WHERE v.set_key = items.set_key AND v.item = items.id
        AND (instr(v.content, 'urn:ietf:params:xml:ns:') OR instr(v.content, '<outline')));
