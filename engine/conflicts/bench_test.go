package conflicts_test

import (
	"fmt"
	"strings"
	"testing"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// chapter returns a text of many lines. Each version changed lines at regular intervals: other
// lines than the versions before it, and one line that all of them changed.
func chapter(size, version int) string {
	var text strings.Builder
	for i := 0; text.Len() < size; i++ {
		switch {
		case version > 0 && i%40 == 4*version, version > 0 && i == 7:
			fmt.Fprintf(&text, "Line %d as version %d has it, with a few more words.\n", i, version)
		default:
			fmt.Fprintf(&text, "Line %d of a long text that says what it says.\n", i)
		}
	}
	return text.String()
}

// book returns a todo with a long text that several versions changed, and its original.
func book(b *testing.B, versions, size int) (*item.Item, conflicts.About) {
	b.Helper()
	var all []*item.Content
	for n := range versions + 1 {
		c, err := record.New(record.Todo, record.Values{"title": "Read", "tags": "a\nb", "due": "2026-11-27", "text": chapter(size, n)})
		if err != nil {
			b.Fatal(err)
		}
		all = append(all, c)
	}
	return parted(all[1:]...), startedFrom(all[0])
}

// BenchmarkOpen opens five versions of long texts as far as the first frame needs: all cells,
// and the hunks of the text.
func BenchmarkOpen(b *testing.B) {
	for _, size := range []int{20_000, 200_000} {
		it, about := book(b, 5, size)
		b.Run(fmt.Sprintf("%d KB", size/1000), func(b *testing.B) {
			for b.Loop() {
				s, err := conflicts.NewSession(it, "me", about)
				if err != nil {
					b.Fatal(err)
				}
				s.Prepare()
				if len(s.Cells()) == 0 || len(s.Hunks("text")) < 10 {
					b.Fatal("nothing to see")
				}
			}
		})
	}
}

// BenchmarkDecide does what a keystroke does in an open session, and reads everything that is
// then drawn.
func BenchmarkDecide(b *testing.B) {
	it, about := book(b, 5, 20_000)
	for name, decide := range map[string]func(s *conflicts.Session, n int) error{
		"typing a title":     func(s *conflicts.Session, n int) error { return s.Type("title", fmt.Sprint("Read ", n)) },
		"typing into a text": func(s *conflicts.Session, n int) error { return s.Type("text", chapter(20_000, 0)[n%9:]) },
		"taking a stretch":   func(s *conflicts.Session, n int) error { return s.TakeHunk("text", 1, n%5) },
		"a tick":             func(s *conflicts.Session, n int) error { return s.Tick(3, n%2 == 0) },
		"taking a version":   func(s *conflicts.Session, n int) error { return s.Take(n % 5) },
	} {
		b.Run(name, func(b *testing.B) {
			s, err := conflicts.NewSession(it, "me", about)
			if err != nil {
				b.Fatal(err)
			}
			s.Prepare()
			for n := 0; b.Loop(); n++ {
				if err := decide(s, n); err != nil {
					b.Fatal(err)
				}
				_, _, _, _ = s.Cells(), s.Hunks("text"), s.Open(), s.Outcome()
			}
		})
	}
}
