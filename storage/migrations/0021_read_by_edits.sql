-- The column read has which edit marked an item as read: 0 is unread, 1 is marked by itself, and
-- 1 + N is marked with all others by edit N, which can be undone. It is negative while that is
-- undone.
DROP INDEX content_items_unread;
CREATE INDEX content_items_unread ON content_items (feed, read) WHERE read <= 0 AND hidden = 0;
