package cli_test

import "testing"

func TestMovesStandInTheHistoryAndAreCompared(t *testing.T) {
	d := newOutline(t)
	d.ok("item", "move", "Plans", "kitchen", "--parent", "work")
	d.ok("item", "edit", "Plans", "kitchen", "--title", "Cooking")
	d.ok("item", "history", "Plans", "kitchen").prints(`   NO.  UPDATE  CHANGED                               TITLE            MADE FROM  CAME FROM
◆  3    3       Tue, 24 May 2005 09:43:33 GMT by you  Cooking (now)    2
●  2    2       Tue, 24 May 2005 09:43:33 GMT by you  Kitchen (moved)  1
●  1    1       Tue, 24 May 2005 09:43:33 GMT by you  Kitchen
`)
	d.ok("item", "compare", "Plans", "kitchen", "1", "3").prints(`-  version 1  Tue, 24 May 2005 09:43:33 GMT by you
+  version 3  Tue, 24 May 2005 09:43:33 GMT by you

title
  - Kitchen
  + Cooking

place
  - Home, after Garden
  + Work
`)
	d.ok("item", "restore", "Plans", "kitchen", "--version", "1")
	d.tree("home(garden kitchen) work")
	d.ok("undo")
	d.tree("home(garden) work(kitchen)")
	d.ok("item", "compare", "Plans", "kitchen", "2", "2").prints(`-  version 2  Tue, 24 May 2005 09:43:33 GMT by you
+  version 2  Tue, 24 May 2005 09:43:33 GMT by you

they say the same
`)
}
