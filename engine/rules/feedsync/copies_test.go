package feedsync_test

import (
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/feedsync"
)

// copyOf returns a version with that content; digest is the content from which its digest was
// computed, or "".
func copyOf(t testing.TB, content, digest string) *item.Item {
	t.Helper()
	it := held(t, "2|-|x|2@30@A;1@20@B")
	it.Winner.Content = contentOf(t, content)
	if digest != "" {
		it.Winner.Digest = contentOf(t, digest).Digest()
	}
	return it
}

func contentOf(t testing.TB, children string) *item.Content {
	t.Helper()
	c, err := item.ParseContent(`<entry xmlns="http://www.w3.org/2005/Atom">` + children + `</entry>`)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

const (
	whole  = `<title>Bins</title><content>Mind  the gap</content><vtodo xmlns="urn:ietf:params:xml:ns:icalendar-2.0"><properties><priority><integer>1</integer></priority></properties></vtodo>`
	packed = `<title>Bins</title><content>Mind  the gap</content>&lt;vtodo>&lt;properties>&lt;priority>&lt;integer>1&lt;/integer>&lt;/priority>&lt;/properties>&lt;/vtodo> and more<a xmlns="urn:a" b="1" c="2" d="3" e="4"/><a xmlns="urn:a"/><a xmlns="urn:a"/>`
	more   = whole + `<t:seen xmlns:t="urn:t" n="1">Mind it</t:seen>`
)

// The copy that no program altered is kept, as far as that can be determined, and all
// endpoints keep the same one. The other is reported and archived.
func TestOfTwoCopiesTheWholeOneStays(t *testing.T) {
	for _, c := range []struct {
		name           string
		whole, damaged *item.Item
	}{
		{"it matches its digest, the other has none", copyOf(t, whole, whole), copyOf(t, more, "")},
		{"it matches its digest, the other does not", copyOf(t, whole, whole), copyOf(t, more, whole)},
		{"it matches its digest, the other has a record", copyOf(t, "<title>Bins</title>", "<title>Bins</title>"), copyOf(t, whole, "")},
		{"it has a record", copyOf(t, whole, ""), copyOf(t, packed, "")},
		{"it has more elements", copyOf(t, whole+`<x xmlns="urn:x"/>`, ""), copyOf(t, whole, "")},
		{"it has more attributes", copyOf(t, `<title>a</title><x xmlns="urn:x" a="1"/>`, ""), copyOf(t, `<title>zz zz</title><x xmlns="urn:x"/>`, "")},
		{"it has more text", copyOf(t, "<title>Mind the gap</title>", ""), copyOf(t, "<title>gap</title>", "")},
		{"white space is no text", copyOf(t, "<title>z  b</title>", ""), copyOf(t, "<title>a         b</title>", "")},
		{"else it is the greater", copyOf(t, "<title>b</title>", ""), copyOf(t, "<title>a</title>", "")},
	} {
		for _, r := range []struct{ local, incoming *item.Item }{{c.whole, c.damaged}, {c.damaged, c.whole}} {
			m := feedsync.Merge(r.local, r.incoming)
			if got := m.Item.Winner; got.Content != c.whole.Winner.Content || got.Digest != c.whole.Winner.Digest || len(m.Item.Conflicts) != 0 {
				t.Errorf("%s: kept %s", c.name, got.Content.XML())
			}
			if len(m.Dropped) != 1 || m.Dropped[0].Content != c.damaged.Winner.Content || len(m.Twice) != 1 || !m.Twice[0].Altered {
				t.Errorf("%s: dropped %v, told %+v", c.name, m.Dropped, m.Twice)
			}
		}
	}
}

// A digest that a relay dropped is restored from the next copy of the same content.
func TestADigestIsTakenOver(t *testing.T) {
	with, without, wrong := copyOf(t, whole, whole), copyOf(t, whole, ""), copyOf(t, whole, more)
	for _, r := range [][2]*item.Item{{with, without}, {without, with}, {with, wrong}, {wrong, with}} {
		if m := feedsync.Merge(r[0], r[1]); !m.Item.Winner.Intact() || m.Changed == (r[0] == with) || len(m.Dropped)+len(m.Twice) != 0 {
			t.Errorf("digest %q, changed %v, dropped %d", m.Item.Winner.Digest, m.Changed, len(m.Dropped))
		}
	}
}

// The laws also hold for copies of one version.
func TestMergeLawsOfCopies(t *testing.T) {
	contents := []string{whole, packed, more, "<title>Bins</title>", "<title>Bin</title>"}
	rapid.Check(t, func(r *rapid.T) {
		draw := func() *item.Item {
			return copyOf(t, rapid.SampledFrom(contents).Draw(r, "content"), rapid.SampledFrom(append(contents, "")).Draw(r, "digest"))
		}
		x, y, z := draw(), draw(), draw()
		same := func(law string, a, b *item.Item) {
			if !a.Winner.Same(b.Winner) || a.Winner.Digest != b.Winner.Digest || len(a.Conflicts)+len(b.Conflicts) != 0 {
				r.Fatalf("not %s:\n%s %s\n%s %s", law, a.Winner.Digest, a.Winner.Content.XML(), b.Winner.Digest, b.Winner.Content.XML())
			}
		}
		merge := func(a, b *item.Item) *item.Item { return feedsync.Merge(a, b).Item }
		same("commutative", merge(x, y), merge(y, x))
		same("associative", merge(merge(x, y), z), merge(x, merge(y, z)))
		same("idempotent", merge(x, x), x)
	})
}

// New versions have the digest of their content; tombstones have none.
func TestWhatWeWriteHasADigest(t *testing.T) {
	it, err := feedsync.Create(id, rules.Change{Content: item.Plain("Eggs", "")}, false, stamp(20, "A"))
	if err != nil || !it.Winner.Intact() {
		t.Fatalf("digest %q, %v", it.Winner.Digest, err)
	}
	next, err := feedsync.Resolve(it, rules.Change{Content: item.Plain("Ten eggs", "")}, nil, stamp(30, "A"))
	if err != nil || !next.Winner.Intact() || next.Winner.Digest == it.Winner.Digest {
		t.Errorf("digest %q, %v", next.Winner.Digest, err)
	}
	gone := rules.Change{Content: item.Plain("Ten eggs", "")}
	gone.Deleted = true
	if next, err = feedsync.Resolve(it, gone, nil, stamp(30, "A")); err != nil || next.Winner.Digest != "" {
		t.Errorf("digest %q, %v", next.Winner.Digest, err)
	}
}
