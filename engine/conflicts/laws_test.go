package conflicts_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// edits are values that versions of each kind write to some of their fields. Alarms are left
// out, because the form in which they are written depends on the dates.
var edits = map[record.Kind]map[string][]string{
	record.Note: {"title": {"", "Eggs", "Six eggs"}, "text": {"", "a\nb\nc\n", "a\nb\nc", "a\nx\nc\n", "b\nc\nd\n", "a\r\nb\r\n"}},
	record.Todo: {
		"title": {"Bins", "Bins out"}, "text": {"", "a\nb\nc\n", "a\nx\nc\n", "a\nb\nc\nd\n", "b\nc\n"}, "due": {"", "2026-11-27", "2026-11-28"},
		"tags": {"", "a", "a\nb", "b\na", "b\nc"}, "done": {"false", "true 2026-11-24T10:00:00Z"}, "order": {"10", "20"},
		"start": {"", "2026-11-20", "2026-11-27T18:00 Europe/Berlin"}, "priority": {"", "1", "5"},
		"repeat": {"", "FREQ=WEEKLY", "FREQ=DAILY;COUNT=3"}, "location": {"", "shop"}, "url": {"", "https://example.org/"}, "parent": {"", "p"}, "section": {"", "Dairy"},
	},
	record.Contact: {
		"name": {"Example Ltd", "Example"}, "phones": {"", "1234", "1234\n[home] 5678", "[home] 5678"}, "emails": {"", "a@example.org", "b@example.org"},
		"text": {"", "a\nb\n", "a\n"}, "organisation": {"", "Example Ltd"},
		"given": {"", "Given", "Giver"}, "family": {"", "Family", "Familiar"}, "nickname": {"", "Ex"}, "tags": {"", "a", "b\na"},
		"birthday": {"", "1985-04-12", "--04-12"}, "addresses": {"", ";;Street 1;Town;;;", ";;Street 2;Town;;;"}, "custom": {"", "X-SHOE-SIZE: 43"},
	},
	record.Outline: {
		"title": {"", "News", "Heise"}, "note": {"", "a\nb\nc\n", "a\nx\nc\n", "a\nb\nc\nd\n", "b\nc\n"}, "xmlUrl": {"", "https://example.org/f"},
		"htmlUrl": {"", "https://example.org/"}, "type": {"", "rss"},
	},
}

// positions are positions of outlines; other kinds have none.
var positions = []item.Place{news, work, home, {Key: "1"}}

// changedIn draws a content with other values in some fields.
func changedIn(t *rapid.T, c *item.Content, k record.Kind) *item.Content {
	v := record.Values{}
	for _, f := range record.Fields(k) {
		if some := edits[k][f.Name]; some != nil && rapid.IntRange(0, 3).Draw(t, "changes "+f.Name) == 0 {
			v[f.Name] = rapid.SampledFrom(some).Draw(t, f.Name)
		}
	}
	c, err := record.Apply(c, v)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// drawn is an item of one kind, with 2 to 8 versions of a common ancestor.
type drawn struct {
	kind record.Kind
	base *item.Content
	it   *item.Item
	// place is the original position of outlines.
	place item.Place
}

func draw(t *rapid.T, deletes bool) drawn {
	k := rapid.SampledFrom(record.Kinds()).Draw(t, "kind")
	c, err := record.As(item.Plain("", ""), k)
	if err != nil {
		t.Fatal(err)
	}
	d := drawn{kind: k, base: changedIn(t, c, k)}
	var contents []*item.Content
	for range rapid.IntRange(2, 8).Draw(t, "versions") {
		contents = append(contents, changedIn(t, d.base, k))
	}
	d.it = parted(contents...)
	if k == record.Outline {
		d.place = rapid.SampledFrom(positions).Draw(t, "place")
	}
	for _, v := range d.it.Versions() {
		if v.Place = d.place; k == record.Outline && rapid.IntRange(0, 3).Draw(t, "moves") == 0 {
			v.Place = rapid.SampledFrom(positions).Draw(t, "place")
		}
		v.Deleted = deletes && rapid.IntRange(0, 3).Draw(t, "deleted") == 0
	}
	return d
}

func (d drawn) about(known bool) conflicts.About {
	if !known {
		return conflicts.About{Base: ancestry.Base{Unknown: ancestry.Apart}}
	}
	about := startedFrom(d.base)
	about.Base.Version.Place = d.place
	return about
}

func opened(t *rapid.T, d drawn, known bool) *conflicts.Session {
	s, err := conflicts.NewSession(d.it, "me", d.about(known))
	if errors.Is(err, conflicts.ErrNoConflict) {
		t.Skip("they are equal")
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// If all versions that changed a field changed it to the same value, the field has that value.
func TestSuggestionsLoseNoOneSidedChange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := draw(t, false)
		s := opened(t, d, true)
		fill(t, s)
		got, was := record.Read(decided(t, s).Content), record.Read(d.base)
		for _, f := range record.Fields(d.kind) {
			var changes []string
			for _, v := range d.it.Versions() {
				if says := record.Read(v.Content).Get(f.Name); !f.Equal(says, was.Get(f.Name)) && !slices.ContainsFunc(changes, func(c string) bool { return f.Equal(c, says) }) {
					changes = append(changes, says)
				}
			}
			if len(changes) == 1 && !f.Equal(got.Get(f.Name), changes[0]) {
				t.Fatalf("%s was %q, is %q in all that changed it, and became %q", f.Name, was.Get(f.Name), changes[0], got.Get(f.Name))
			}
		}
	})
}

// fill takes the winner's value for everything that is open.
func fill(t *rapid.T, s *conflicts.Session) {
	for _, field := range s.Open() {
		if err := s.TakeField(field, 0); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAVersionTakenWholeIsTheResultAsItIs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := draw(t, true)
		s := opened(t, d, rapid.Bool().Draw(t, "known"))
		play(t, s)
		all := s.Candidates()
		n := rapid.IntRange(0, len(all)-1).Draw(t, "take")
		if err := s.Take(n); err != nil {
			t.Fatal(err)
		}
		if got, want := decided(t, s), all[n].Version; got.Content != want.Content || got.Deleted != want.Deleted {
			t.Fatalf("got %s, deleted %v; want version %d", got.Content.XML(), got.Deleted, n)
		}
	})
}

// An untouched result is from the base or a version, or is composed of their lines and
// elements.
func TestAnUntouchedResultIsMadeOfWhatVersionsSay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := draw(t, false)
		s := opened(t, d, rapid.Bool().Draw(t, "known"))
		for _, c := range s.Cells() {
			said := append(slices.Clone(c.Values), c.Base)
			if slices.Contains(said, c.Result) {
				continue
			}
			if c.Merge != record.MergeText && c.Merge != record.MergeSet {
				t.Fatalf("%s is %q, and versions say %q", c.Field, c.Result, said)
			}
			parts := strings.FieldsFunc(strings.Join(said, "\n"), isEnd)
			for _, part := range strings.FieldsFunc(c.Result, isEnd) {
				if !slices.Contains(parts, part) {
					t.Fatalf("%s is %q with %q, and versions say %q", c.Field, c.Result, part, said)
				}
			}
		}
	})
}

func isEnd(r rune) bool { return r == '\n' || r == '\r' }

func TestWithoutABaseTheResultIsTheWinnerSUntilAPersonChooses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := draw(t, false)
		s := opened(t, d, false)
		for _, c := range s.Cells() {
			if c.Result != c.Values[0] {
				t.Fatalf("%s is %q, and the winner says %q", c.Field, c.Result, c.Values[0])
			}
		}
		fill(t, s)
		if got, want := record.Read(decided(t, s).Content).Values(), record.Read(d.it.Winner.Content).Values(); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}

// play makes a few random choices.
func play(t *rapid.T, s *conflicts.Session) {
	cells, versions := s.Cells(), len(s.Candidates())
	for range rapid.IntRange(0, 6).Draw(t, "decisions") {
		field := cells[rapid.IntRange(0, len(cells)-1).Draw(t, "cell")].Field
		number := rapid.IntRange(0, versions-1).Draw(t, "number")
		switch rapid.IntRange(0, 6).Draw(t, "decision") {
		case 0:
			_ = s.Take(number)
		case 1:
			_ = s.TakeField(field, number)
		case 2:
			_ = s.Type(field, rapid.SampledFrom([]string{"", "typed", "2026-11-30"}).Draw(t, "text"))
		case 3:
			_ = s.Tick(number, rapid.Bool().Draw(t, "tick"))
		case 4:
			_ = s.Reset(field)
		case 5:
			s.Stay()
		case 6:
			if n := len(s.Hunks("text")); n > 0 {
				_ = s.TakeHunk("text", rapid.IntRange(0, n-1).Draw(t, "hunk"), rapid.SliceOfN(rapid.IntRange(0, versions-1), 0, 2).Draw(t, "taken")...)
			}
		}
	}
}

// shown returns everything that a session shows.
func shown(s *conflicts.Session) string {
	text, err := json.Marshal(s.SavedDraft())
	return fmt.Sprintf("%+v\n%+v\n%+v\n%q\n%+v %v %s %v", s.Cells(), s.Hunks("text"), s.Candidates(), s.Open(), s.Outcome(), s.Changed(), text, err)
}

// positionOf returns the position of a result.
func positionOf(d drawn, r conflicts.Result) string {
	if r.Place == nil {
		return conflicts.PlaceText(d.it.Winner.Place)
	}
	return conflicts.PlaceText(*r.Place)
}

// The result that is shown is the one that is saved, except that a name on which all agree, or
// which nobody has, follows its parts.
func TestWhatIsShownIsWhatIsSaved(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := draw(t, true)
		s := opened(t, d, rapid.Bool().Draw(t, "known"))
		play(t, s)
		for _, open := range s.Open() {
			if open == "" {
				s.Stay()
				continue
			}
			c := s.Cells()[slices.IndexFunc(s.Cells(), func(c conflicts.Cell) bool { return c.Field == open })]
			if open == conflicts.Place {
				must(t, s.TakeField(open, slices.Index(c.Values, c.Result)))
			} else {
				must(t, s.Put(open, c.Result))
			}
		}
		result, err := s.Decision(noon)
		if err != nil || result.Deleted {
			return
		}
		saved := record.Read(result.Content)
		for _, c := range s.Cells() {
			if c.Field == conflicts.Place {
				if got := positionOf(d, result); got != c.Result {
					t.Fatalf("the place shows %q, and saved was %q", c.Result, got)
				}
				continue
			}
			f, err := record.Find(d.kind, c.Field)
			if err != nil {
				t.Fatal(err)
			}
			want, err := f.Canonical(c.Result)
			if err != nil {
				t.Fatal(err)
			}
			if got := saved.Get(c.Field); !f.Alike(got, want) && !follows(c) {
				t.Fatalf("%s shows %q, and saved was %q", c.Field, want, got)
			}
		}
	})
}

func follows(c conflicts.Cell) bool {
	return c.Field == "name" && (c.Result == "" || c.Alike && c.From != "")
}

func TestARestoredSessionIsTheSameSession(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := draw(t, true)
		known := rapid.Bool().Draw(t, "known")
		s := opened(t, d, known)
		play(t, s)
		text, err := json.Marshal(s.SavedDraft())
		if err != nil {
			t.Fatal(err)
		}
		var kept conflicts.SavedDraft
		if err := json.Unmarshal(text, &kept); err != nil {
			t.Fatal(err)
		}
		next := opened(t, d, known)
		next.Restore(kept)
		if got, want := shown(next), shown(s); got != want {
			t.Fatalf("got\n%s\nwant\n%s", got, want)
		}
	})
}

func TestMeetingTheSameItemChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := draw(t, true)
		known := rapid.Bool().Draw(t, "known")
		s := opened(t, d, known)
		play(t, s)
		before := shown(s)
		s.Adopt(opened(t, d, known))
		if got := shown(s); got != before {
			t.Fatalf("got\n%s\nwant\n%s", got, before)
		}
	})
}

// If all moves have the same target, the item is there, whatever else differs.
func TestSuggestionsLoseNoMove(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := draw(t, false)
		s := opened(t, d, true)
		fill(t, s)
		got := d.it.Winner.Place
		if p := decided(t, s).Place; p != nil {
			got = *p
		}
		moves, one := map[item.Place]bool{}, item.Place{}
		for _, v := range d.it.Versions() {
			if v.Place != d.place {
				moves[v.Place], one = true, v.Place
			}
		}
		switch {
		case len(moves) == 0 && got != d.place:
			t.Fatalf("nobody moved it from %v, and it stands in %v", d.place, got)
		case len(moves) == 1 && got != one:
			t.Fatalf("it was moved from %v to %v only, and stands in %v", d.place, one, got)
		}
	})
}

// An untouched text is the same hunk by hunk as it is as a whole.
func TestStretchesGiveTheTextThatIsProposed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := draw(t, false)
		s := opened(t, d, true)
		for n := range d.it.Conflicts {
			_ = s.Tick(n+1, rapid.IntRange(0, 3).Draw(t, "tick") > 0)
		}
		c := s.Cells()[slices.IndexFunc(s.Cells(), func(c conflicts.Cell) bool { return c.Field == "text" || c.Field == "note" })]
		hunks := s.Hunks("text")
		open, text := false, ""
		for _, h := range hunks {
			open = open || h.Open
			text += h.Result
		}
		if hunks != nil && (open != c.Open || !open && text != c.Result) {
			t.Fatalf("stretches %+v give %q; the text is %q, open %v", hunks, text, c.Result, c.Open)
		}
	})
}
