-- An item whose parent is deleted is to resolve, as a marked one is (storage/orphans.go).
UPDATE items SET stale = 1 WHERE NOT deleted AND stands_in <> ''
    AND EXISTS (SELECT 1 FROM items p WHERE p.set_key = items.set_key AND p.id = items.stands_in AND p.gone);
