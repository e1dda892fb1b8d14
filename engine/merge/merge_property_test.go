package merge_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rivo/uniseg"
	"pgregory.net/rapid"

	"crossfeed/engine/merge"
)

// anyVersions draws a base and 1 to 6 versions of it, made of pieces of which each may be
// missing from, or only be in, some of them.
func anyVersions(t *rapid.T) (base string, values []string) {
	values = make([]string, rapid.IntRange(1, 6).Draw(t, "versions"))
	for range rapid.IntRange(0, 30).Draw(t, "pieces") {
		piece := rapid.OneOf(rapid.SampledFrom(pieces), rapid.SampledFrom(lineLike), rapid.String()).Draw(t, "piece")
		usual := rapid.IntRange(0, 5).Draw(t, "usual") > 0
		if usual {
			base += piece
		}
		// Few differ from the base, so that there is something to merge.
		other := rapid.IntRange(0, 12).Draw(t, "other")
		for i := range values {
			if usual != (i == other) {
				values[i] += piece
			}
		}
	}
	return base, values
}

var lineLike = []string{"one\n", "two\n", "three\r\n", "buy milk\n", "call the plumber\r", "four words stand here\n"}

func TestTheChunksJoinedGiveTheTexts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base, values := anyVersions(t)
		for _, b := range []*string{&base, nil} {
			chunks := merge.Chunks(b, values)
			if got := joinBase(chunks); b != nil && got != base {
				t.Fatalf("the chunks' bases give %q", got)
			}
			for i, v := range values {
				if got := joinTexts(chunks, i); got != v {
					t.Fatalf("the chunks of version %d give %q, want %q", i, got, v)
				}
			}
		}
	})
}

func joinBase(chunks []merge.Chunk) string {
	var b strings.Builder
	for _, c := range chunks {
		b.WriteString(c.Base)
	}
	return b.String()
}

func joinTexts(chunks []merge.Chunk, version int) string {
	var b strings.Builder
	for _, c := range chunks {
		b.WriteString(c.Texts[version])
	}
	return b.String()
}

func TestEveryChunkSaysWhatHoldsForIt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base, values := anyVersions(t)
		for _, b := range []*string{&base, nil} {
			for _, c := range merge.Chunks(b, values) {
				checkChunk(t, c, b != nil)
			}
		}
	})
}

func checkChunk(t *rapid.T, c merge.Chunk, known bool) {
	// If the base is known, a last line without a line end equals one with a line end.
	same := func(a, b string) bool {
		bare := strings.TrimRight(a, "\r\n")
		missing := a == bare || b == strings.TrimRight(b, "\r\n")
		return a == b || known && missing && bare != "" && (oneEnd(a, b) || oneEnd(b, a))
	}
	alike := true
	var changed []int
	for i, text := range c.Texts {
		alike = alike && same(text, c.Texts[0])
		if known && !same(text, c.Base) {
			changed = append(changed, i)
		}
	}
	switch {
	case c.Alike != alike:
		t.Fatalf("alike is %v: %+v", c.Alike, c)
	case c.Alike && (c.Open || !same(c.Value, c.Texts[0])):
		t.Fatalf("all say the same, and something else is proposed: %+v", c)
	case !known && (c.Base != "" || c.Changed != nil || c.Open == c.Alike):
		t.Fatalf("without a base: %+v", c)
	case !slices.Equal(c.Changed, changed):
		t.Fatalf("changed by %v: %+v", changed, c)
	case c.Open && (c.Value != "" || c.From != -1):
		t.Fatalf("open, and says something: %+v", c)
	case !c.Open && c.From != slices.Index(c.Texts, c.Value):
		t.Fatalf("from %d: %+v", c.From, c)
	case c.Reason == merge.OneSided && len(changed) != 1:
		t.Fatalf("one-sided: %+v", c)
	}
}

// oneEnd reports whether longer is shorter with one additional line end.
func oneEnd(longer, shorter string) bool {
	end, is := strings.CutPrefix(longer, shorter)
	return is && slices.Contains([]string{"\n", "\r", "\r\n"}, end)
}

func textOf(base *string, values []string) merge.Proposal {
	return merge.Propose(merge.Field{Join: merge.JoinText, Base: base, Values: values})
}

// The values of the chunks are joined. A line without a line end that is now followed by
// another line may get a different line end than in a single version.
func TestATextIsOpenWhereAChunkIsAndElseTheirValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base, values := anyVersions(t)
		var parts []string
		open := false
		for _, c := range merge.Chunks(&base, values) {
			open, parts = open || c.Open, append(parts, c.Value)
		}
		want := strings.Join(merge.Fit(parts, merge.End(&base, values)), "")
		got := textOf(&base, values)
		if got.Open != open || !open && plainEnds.Replace(got.Value) != plainEnds.Replace(want) {
			t.Fatalf("%q %q: the chunks give %q, open %v; the text %q, open %v", base, values, want, open, got.Value, got.Open)
		}
	})
}

var plainEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

func TestTheOrderOfTheVersionsDoesNotMatterForATextNorDoesOneThatStandsTwice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base, values := anyVersions(t)
		want := textOf(&base, values)
		turned := rapid.Permutation(values).Draw(t, "turned")
		turned = append(turned, turned[0], base)
		got := textOf(&base, turned)
		if got.Open != want.Open || got.Value != want.Value {
			t.Fatalf("%q gives %+v, %q gives %+v", values, want, turned, got)
		}
	})
}

func TestNoCharacterIsPutTogetherOfTwo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base, values := anyVersions(t)
		got := textOf(&base, values)
		there := map[string]bool{}
		for _, text := range append(values, base) {
			for c := range clusters(text) {
				there[c] = true
			}
		}
		for c := range clusters(got.Value) {
			if !there[c] {
				t.Fatalf("%q is in no version: %q", c, got.Value)
			}
		}
	})
}

// clusters returns the grapheme clusters of a text, and treats all line ends alike.
func clusters(text string) map[string]bool {
	all := map[string]bool{}
	for state, c := -1, ""; text != ""; {
		c, text, _, state = uniseg.FirstGraphemeClusterInString(text, state)
		if strings.Trim(c, "\r\n") == "" {
			c = "\n"
		}
		all[c] = true
	}
	return all
}

// TestEditsOfDifferentLinesAreAllInTheSuggestion makes versions whose merge is known: every line
// of the base is unique, each is edited by at most one version, or by several in the same way,
// and no two edits are adjacent.
func TestEditsOfDifferentLinesAreAllInTheSuggestion(t *testing.T) {
	ends := []string{"\n", "\r\n", "\r"}
	rapid.Check(t, func(t *rapid.T) {
		end := rapid.SampledFrom(ends).Draw(t, "end")
		last := rapid.SampledFrom([]string{"last" + end, "last"}).Draw(t, "last")
		n := rapid.IntRange(2, 6).Draw(t, "versions")
		var base, want strings.Builder
		values := make([]strings.Builder, n)
		for i := range rapid.IntRange(0, 8).Draw(t, "lines") {
			old := "line" + string(rune('A'+i))
			edit := rapid.SampledFrom([]string{"", "new" + old + end, old + end + "new" + old + end, "new" + old + end + old + end, old + end}).Draw(t, "edit")
			by := rapid.SliceOfN(rapid.IntRange(0, n-1), 1, 2).Draw(t, "by")
			keep := "keep" + old + end
			base.WriteString(old + end + keep)
			want.WriteString(edit + keep)
			for v := range values {
				if slices.Contains(by, v) {
					values[v].WriteString(edit + keep)
				} else {
					values[v].WriteString(old + end + keep)
				}
			}
		}
		var all []string
		for v := range values {
			all = append(all, values[v].String()+last)
		}
		from := base.String() + last
		if got := textOf(&from, all); got.Open || got.Value != want.String()+last {
			t.Fatalf("%q became %q: got %+v, want %q", from, all, got, want.String()+last)
		}
	})
}
