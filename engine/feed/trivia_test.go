package feed_test

import (
	"strings"
	"testing"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
)

// annotated is an sx:sync with all that may stand in it and says nothing of the
// item.
const annotated = `<sx:sync id="i" updates="1"><!-- top --><?pi data?>
stray &amp; text<sx:history sequence="2" by="B"/><sx:history sequence="1" by="A"><!-- the <first> --></sx:history>
<sx:conflicts x:a="1" b="&quot;2&quot;" xmlns:x="urn:x"><!-- open --><item><title>theirs</title><sx:sync id="i" updates="1"><sx:history sequence="1" by="C"/></sx:sync></item></sx:conflicts></sx:sync>`

// TestRewriteKeepsTrivia: where sx:sync is written anew, what stood in it besides
// the item stays, once, whether the data changed or not.
func TestRewriteKeepsTrivia(t *testing.T) {
	for name, edit := range map[string]func(*item.Item) *item.Item{
		"the same data": func(it *item.Item) *item.Item {
			v := *it.Winner
			v.NoConflicts = true
			return &item.Item{Winner: &v, Conflicts: it.Conflicts}
		},
		"other data": func(it *item.Item) *item.Item { return edited(it, "new") },
	} {
		got := rewritten(t, rssWith(annotated), change("i", func(it *item.Item) feed.Edit { return feed.Replace(edit(it)) }))
		for _, want := range []string{
			"<!-- top -->", "<?pi data?>", "stray &amp; text", "<!-- open -->", `b="&quot;2&quot;"`, `x:a="1"`,
			`<sx:history sequence="1" by="A"> <!-- the <first> --> </sx:history>`,
		} {
			if n := strings.Count(strings.Join(strings.Fields(got), " "), want); n != 1 {
				t.Errorf("%s: %q stands there %d times in\n%s", name, want, n, got)
			}
		}
		if again := items(t, got); len(again) != 2 || len(again[0].Conflicts) != 1 {
			t.Errorf("%s: read again, it is %v", name, again)
		}
	}
}

// TestTriviaOfConflicts goes with sx:conflicts, when nothing is open any more.
func TestTriviaOfConflicts(t *testing.T) {
	got := rewritten(t, rssWith(annotated), change("i", func(it *item.Item) feed.Edit {
		return feed.Replace(&item.Item{Winner: it.Winner})
	}))
	if strings.Contains(got, "conflicts") || strings.Contains(got, "<!-- open -->") || !strings.Contains(got, "<!-- top -->") {
		t.Errorf("got\n%s", got)
	}
}

// TestTwoConflictsElements: their attributes are written once.
func TestTwoConflictsElements(t *testing.T) {
	twice := strings.Replace(annotated, "</sx:sync>\n", "</sx:sync>", 1)
	twice = strings.Replace(twice, "</sx:conflicts>", `</sx:conflicts><sx:conflicts b="3"/>`, 1)
	got := rewritten(t, rssWith(twice), change("i", func(it *item.Item) feed.Edit { return feed.Replace(edited(it, "new")) }))
	if strings.Contains(got, `b="3"`) || len(items(t, got)) != 2 {
		t.Errorf("got\n%s", got)
	}
}
