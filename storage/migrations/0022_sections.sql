-- The rows of todos have their section, which newer versions of the program may have written.
UPDATE items SET stale = 1 WHERE EXISTS (SELECT 1 FROM versions v WHERE v.set_key = items.set_key AND v.item = items.id
    AND instr(v.content, 'x-crossfeed-section'));
