package feed_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
)

// conflicting is an sx:sync with that many conflicts, from as many endpoints.
func conflicting(conflicts int) string {
	var b strings.Builder
	b.WriteString("<sx:sync id='i' updates='1'>" + history + "<sx:conflicts>")
	for n := range conflicts {
		fmt.Fprintf(&b, "<item><sx:sync id='i' updates='1'><sx:history sequence='1' by='E%d'/></sx:sync></item>", n)
	}
	return b.String() + "</sx:conflicts></sx:sync>"
}

// nested is an element with others nested that deep in it.
func nested(depth int) string {
	return strings.Repeat("<x>", depth) + strings.Repeat("</x>", depth)
}

// bindings declares that many prefixes.
func bindings(many int) string {
	var b strings.Builder
	for n := range many {
		fmt.Fprintf(&b, ` xmlns:p%d="urn:p"`, n)
	}
	return b.String()
}

// TestLimits: an item beyond a limit is set aside, and the others go on.
func TestLimits(t *testing.T) {
	const good = "<sx:sync id='i' updates='1'>" + history + "</sx:sync>"
	for _, c := range []struct{ name, sync, want string }{
		{"conflicts", conflicting(1000), ""},
		{"too many conflicts", conflicting(1001), "3 error too-many-conflicts limits of Crossfeed"},
		{"nesting", nested(128) + good, ""},
		{"nested too deep", nested(129) + good, "3 error too-large limits of Crossfeed"},
		{"nested too deep in a conflict", conflict(nested(129) + good), "7 error too-large limits of Crossfeed"},
		{"too many namespaces", "<x" + bindings(254) + "/>\n<x" + bindings(255) + "><y/></x>" + good, "4 error too-large limits of Crossfeed"},
		{"nested too deep in sx:sync", "<sx:sync id='i' updates='1'>" + history + "\n" + nested(129) + "</sx:sync>", "5 error too-large limits of Crossfeed"},
	} {
		if problems, aside := examined(t, rssWith(c.sync)); problems != c.want || aside != (c.want != "") {
			t.Errorf("%s: got %q (set aside: %t), want %q", c.name, problems, aside, c.want)
		}
	}
}

// TestDeepestConflict: what is nested as deep as may be can be read where it has
// become a conflict.
func TestDeepestConflict(t *testing.T) {
	deep := items(t, rssWith(nested(128)+"<sx:sync id='i' updates='1'>"+history+"</sx:sync>"))[0]
	it := &item.Item{Winner: deep.Winner, Conflicts: []*item.Version{edited(deep, "other").Winner}}
	for _, format := range []feed.Format{feed.RSS, feed.Atom} {
		if again := items(t, publish(t, sampleDocument(format), it)); len(again) != 1 || len(again[0].Conflicts) != 1 {
			t.Errorf("%s: read %v", format, again)
		}
	}
}

// TestManyProblems finds the line of each in a time that grows with their number
// and no faster.
func TestManyProblems(t *testing.T) {
	const many = 50_000
	r := feed.NewReader(strings.NewReader(rssWith("<sx:sync id='i' updates='1'>"+strings.Repeat("\r\n<sx:history by='A'/>", many)+"</sx:sync>")), "f")
	e, err := r.Next()
	if err != nil || len(e.Problems) != many || e.Problems[0].Line != 4 || e.Problems[many-1].Line != many+3 {
		t.Errorf("%v, %d problems", err, len(e.Problems))
	}
}

// TestFits: what a merge makes is refused where it could not be read again.
func TestFits(t *testing.T) {
	version := func(updates, elements int) *item.Version {
		content, err := item.ParseContent(`<entry xmlns="` + item.NamespaceAtom + `">` + strings.Repeat(`<x y="z"/>`, elements) + "</entry>")
		if err != nil {
			t.Fatal(err)
		}
		return &item.Version{ID: "i", Updates: updates, History: []item.History{{Sequence: updates, By: "A"}}, Content: content}
	}
	small := version(1, 0)
	for _, c := range []struct {
		name      string
		winner    *item.Version
		conflicts []*item.Version
		want      string
	}{
		{"alone, whatever its size", version(1, 100_000), nil, ""},
		{"conflicts", small, make([]*item.Version, 1000), ""},
		{"too many conflicts", small, make([]*item.Version, 1001), "there are 1001 conflicts"},
		{"halves", version(1, 49_000), []*item.Version{version(2, 49_000)}, ""},
		{"too many elements together", version(1, 60_000), []*item.Version{version(2, 60_000)}, "elements and attributes together"},
	} {
		for i := range c.conflicts {
			if c.conflicts[i] == nil {
				c.conflicts[i] = small
			}
		}
		err := feed.Fits(&item.Item{Winner: c.winner, Conflicts: c.conflicts})
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestLongValues are cut in messages: a problem is a sentence.
func TestLongValues(t *testing.T) {
	long := strings.Repeat("é ", 100_000)
	for _, sync := range []string{
		"<sx:sync id='i' updates='" + long + "'>" + history + "</sx:sync>",
		"<sx:sync id='i' updates='1'><sx:history sequence='1' when='" + long + "' by='" + long + "'/></sx:sync>",
	} {
		problems, err := feed.Check(strings.NewReader(rssWith(sync)), "f")
		if err != nil || len(problems) == 0 {
			t.Fatal(problems, err)
		}
		for _, p := range problems {
			if len(p.Text) > 300 || !utf8.ValidString(p.Text) || p.Rule != "missing-when" && !strings.Contains(p.Text, "é …") {
				t.Errorf("%d bytes: %.400s", len(p.Text), p.Text)
			}
		}
	}
}
