package cli_test

import (
	"testing"

	"crossfeed/ui/cli"
)

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

func TestAFolderIsMovedToAnotherListWhole(t *testing.T) {
	d := movedTwice(t)
	d.ok("set", "new", "Other", "--kind", "outline")
	d.run("item", "move", "Feeds", "work", "--to", "Other").is(cli.Failed).
		mentions("because of item heise in it").mentions(`crossfeed conflict resolve "Feeds" heise`)
	d.run("item", "copy", "Feeds", "work", "news", "--to", "Other").is(cli.Attention).mentions(`crossfeed conflict resolve "Feeds" heise`)
	d.ok("undo")
	d.ok("conflict", "resolve", "Feeds", "heise", "--take", "1")
	d.ok("item", "move", "Feeds", "home", "--to", "Other").prints("home: moved to Other\nheise: moved to Other\n")
	d.treeOf("Other", "home(heise)")
	d.treeOf("Feeds", "news(golem) work")
	d.ok("undo")
	d.treeOf("Feeds", "news(golem) work home(heise)")
}
