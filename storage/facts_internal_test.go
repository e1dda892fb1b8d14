package storage

import (
	"encoding/binary"
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

func TestFactsComeBackAsTheyWerePut(t *testing.T) {
	text := rapid.StringMatching(`[^\x00]*`)
	rapid.Check(t, func(t *rapid.T) {
		f := record.Facts{
			Kind: rapid.SampledFrom([]record.Kind{record.Todo, record.Contact, record.Outline}).Draw(t, "kind"),
			UID:  text.Draw(t, "UID"), Due: text.Draw(t, "due"), Start: text.Draw(t, "start"), Parent: text.Draw(t, "parent"), Section: text.Draw(t, "section"),
			Done: rapid.Bool().Draw(t, "done"), Cancelled: rapid.Bool().Draw(t, "cancelled"), Ordered: rapid.Bool().Draw(t, "ordered"),
			Alarms: rapid.Bool().Draw(t, "alarms"), Repeats: rapid.Bool().Draw(t, "repeats"), Feed: rapid.Bool().Draw(t, "feed"),
			Priority: rapid.Int().Draw(t, "priority"), Order: rapid.Int64().Draw(t, "order"),
		}
		if f.Kind == record.Contact {
			f.PhoneOrEmail, f.FamilyName, f.Due, f.Start = f.Due, f.Start, "", ""
		}
		if tags := rapid.SliceOfN(text, 0, 3).Draw(t, "tags"); len(tags) > 0 {
			f.Tags = tags
		}
		if got, err := decodeFacts(encodeFacts(f)); err != nil || !reflect.DeepEqual(got, f) {
			t.Errorf("got %+v, want %+v, error %v", got, f, err)
		}
		if got := tagsOf(encodeFacts(f)); got != strings.Join(f.Tags, between) {
			t.Errorf("the tags of %+v are %q", f, got)
		}
	})
}

func TestFactsOfANoteTakeNoText(t *testing.T) {
	note := record.Facts{Kind: record.Note}
	if text := encodeFacts(note); text != "" {
		t.Errorf("the text is %q", text)
	}
	if got, err := decodeFacts(""); err != nil || !reflect.DeepEqual(got, note) {
		t.Errorf("got %+v, error %v", got, err)
	}
}

func TestFactsThatNobodyWroteAreAnError(t *testing.T) {
	for _, text := range []string{
		"todo",
		"todo\x00\x00\x00\x00\x00high\x000\x00",
		"todo\x00\x00\x00\x00\x000\x00first\x00",
	} {
		if f, err := decodeFacts(text); err == nil {
			t.Errorf("%q: got %+v", text, f)
		}
	}
}

// lacks reports whether a signature shows that a text does not contain another.
func lacks(text, search string) bool {
	in, of := signatureOf(text), signatureOf(search)
	for i := range in {
		if in[i]&of[i] != of[i] {
			return true
		}
	}
	return false
}

func TestNoTextThatContainsAnotherIsPassedOver(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before, search, after := rapid.String().Draw(t, "before"), rapid.String().Draw(t, "search"), rapid.String().Draw(t, "after")
		if lacks(before+search+after, search) {
			t.Fatalf("%q is passed over", before+search+after)
		}
	})
}

func TestMostTextsThatDoNotContainAnotherArePassedOver(t *testing.T) {
	words := strings.Fields("call the plumber about kitchen tap and order boxes for moving house before friday")
	passed, all := 0, 0
	for _, w := range words {
		for _, other := range words {
			if !strings.Contains(other, w) {
				all++
				if lacks(other, w) {
					passed++
				}
			}
		}
	}
	if passed*10 < all*9 {
		t.Errorf("%d of %d are passed over", passed, all)
	}
}

// Histories are read as they were put, whatever their texts contain; those without an escape
// are read as a JSON decoder would.
func TestHistoriesAreReadAsTheyWereWritten(t *testing.T) {
	plain, err := encodeHistory([]item.History{{Sequence: 3, By: "laptop"}, {Sequence: 1}})
	same(t, "error", err, nil)
	_, read := plainHistory(plain)
	same(t, "a history without an escape is read at once", read, true)
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.SampledFrom([]string{"", "laptop", `<x y="z"/>`, `\`, `"}]`, `},{"sequence":`, "},{", `,by:`, "\x00\n", "é\u2028", "\xff"}), rapid.String())
		when := rapid.Custom(func(t *rapid.T) item.When {
			at := time.Unix(rapid.Int64Range(-1<<40, 1<<40).Draw(t, "second"), rapid.Int64Range(0, 999_999_999).Draw(t, "nanosecond"))
			return item.ReadWhen(strings.ToValidUTF8(text.Draw(t, "when"), ""), at.UTC())
		})
		entry := rapid.Custom(func(t *rapid.T) item.History {
			valid := func(name string) string { return strings.ToValidUTF8(text.Draw(t, name), "") }
			return item.History{Sequence: rapid.Int().Draw(t, "sequence"), When: when.Draw(t, "when"), By: valid("by"), Extra: valid("extra")}
		})
		want := rapid.SliceOfN(entry, 1, 5).Draw(t, "history")
		written, err := encodeHistory(want)
		if err != nil {
			t.Fatal(err)
		}
		got, err := decodeHistory(written)
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("%s is read as %v, %v; want %v", written, got, err, want)
		}
		read, plain := plainHistory(written)
		if plain != !strings.Contains(written, `\`) || plain && !slices.Equal(read, want) {
			t.Fatalf("%s is read as %v, plain: %t", written, read, plain)
		}
	})
}

// An invalid history is refused, wherever it is truncated or has another character.
func TestWhatIsNoHistoryIsRefused(t *testing.T) {
	const whole = `[{"sequence":2,"when":"now","at":"5.000000001","by":"laptop","extra":"<x/>"},{"sequence":1,"by":"phone"}]`
	if read, err := decodeHistory(whole); err != nil || len(read) != 2 {
		t.Fatalf("%v, %v", read, err)
	}
	var texts []string
	for i := range len(whole) {
		texts = append(texts, whole[:i], whole[:i]+whole[i+1:], whole[:i]+"x"+whole[i+1:], whole[:i]+`"`+whole[i+1:], whole[:i]+whole[i:i+1]+whole[i:])
	}
	for _, text := range texts {
		read, plain := plainHistory(text)
		var entries []entry
		err := json.Unmarshal([]byte(text), &entries)
		if !plain {
			continue
		}
		var want []item.History
		for _, e := range entries {
			want = append(want, e.decoded())
		}
		if err != nil || !slices.Equal(read, want) {
			t.Errorf("%s is read as %v; as JSON it is %v, %v", text, read, want, err)
		}
	}
}

// Rows with keys out of order would be read again and again. This is reported, and nothing
// loops forever.
func TestRowsThatAreOutOfOrderAreReadOnce(t *testing.T) {
	for _, table := range []string{"versions", "items"} {
		s, set := eggsAndMilk(t)
		var root int64
		if err := s.db.QueryRow("SELECT rootpage FROM sqlite_schema WHERE name = ?", table).Scan(&root); err != nil {
			t.Fatal(err)
		}
		path := s.path
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		file, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		page := file[(root-1)*pageBytes : root*pageBytes]
		const leaf = 13
		if page[0] != leaf {
			t.Fatalf("the page of %s has the type %d", table, page[0])
		}
		cell := page[binary.BigEndian.Uint16(page[8+2*(binary.BigEndian.Uint16(page[3:])-1):]):]
		_, n := binary.Uvarint([]byte{cell[0] & 0x7f}) // the size of the row, in one or two bytes
		if cell[0]&0x80 != 0 {
			n++
		}
		if cell[n] < 2 || cell[n] > 0x7f {
			t.Fatalf("the last key of %s is %d", table, cell[n])
		}
		cell[n] = 0 // before all others
		if err := os.WriteFile(path, file, 0o600); err != nil {
			t.Fatal(err)
		}
		s = &Store{path: path, patience: patience}
		if err := s.connect(); err != nil {
			t.Fatal(err)
		}
		v, err := s.Verify(t.Context(), nil) // ends although the table has no end
		if err != nil || !slices.ContainsFunc(v.Faults, func(f store.Fault) bool { return f.Kind == store.Structure }) {
			t.Errorf("%s: found %+v, %v", table, v.Faults, err)
		}
		read := 0
		_ = s.View(t.Context(), func(r store.Reader) error {
			return r.EachItem(set, func(*item.Item) error { read++; return nil })
		})
		if read > 2 {
			t.Errorf("%s: %d items were read", table, read)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
