package storage_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// syllables make words that are about as similar as those of a natural language.
var syllables = strings.Fields(`mi lk bu tter br ead eg gs to ma ca rro on ion po ta che ese or an ge wa
	pa per so ap ri ce fl our su gar sa lt te cof fee ju ice fi sh be me at pe ar ba na gra cle call ask send`)

// shopping makes the titles and texts of a list: one title in seven begins with milk, and one
// in two hundred with quince.
type shopping struct {
	*rand.Rand
	words []string
}

func newShopping() shopping {
	s := shopping{Rand: rand.New(rand.NewPCG(1, 1))}
	for range 2000 {
		var word strings.Builder
		for range 1 + s.IntN(3) {
			word.WriteString(syllables[s.IntN(len(syllables))])
		}
		s.words = append(s.words, word.String())
	}
	return s
}

// title has three to five words.
func (s shopping) title(i int) string {
	words := s.several(3 + s.IntN(3))
	switch {
	case i%7 == 0:
		words[0] = "Milk"
	case i%200 == 1:
		words[0] = "Quince"
	}
	return strings.Join(words, " ")
}

// text has about 200 bytes, for one item in three.
func (s shopping) text(i int) string {
	if i%3 > 0 {
		return ""
	}
	text := strings.Join(s.several(40), " ")
	return text[:min(200, len(text))]
}

func (s shopping) several(n int) []string {
	words := make([]string, n)
	for i := range words {
		words[i] = s.words[s.IntN(len(s.words))]
	}
	return words
}

func putShopping(b *testing.B, st store.Store, set int64) {
	b.Helper()
	s := newShopping()
	err := st.Update(b.Context(), func(w store.Writer) error {
		for i := range many {
			it := thing(fmt.Sprintf("item-%06d", i), 0)
			it.Winner.Content = item.Plain(s.title(i), s.text(i))
			if err := w.PutItem(set, it, store.Seen{At: noon}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
}

// BenchmarkTypedSearch reads the first rows and their number, as a list does after each
// keystroke.
func BenchmarkTypedSearch(b *testing.B) {
	s := opened(b, b.TempDir())
	set := addSet(b, s, "Groceries")
	putShopping(b, s, set)
	for _, search := range []string{"m", "mi", "mil", "milk", "milk a", "q", "qu", "qui", "quince", "ø", "øø", "øøø", "zzzzzz"} {
		b.Run(fmt.Sprintf("%q", search), func(b *testing.B) {
			q := store.Query{Search: search, Open: true, Limit: 500, Enough: 10_000}
			found, best := 0, time.Hour
			for b.Loop() {
				began := time.Now()
				view(b, s, func(r store.Reader) (err error) {
					if _, err = r.Rows(set, q); err == nil {
						found, err = r.CountRows(set, q)
					}
					return err
				})
				best = min(best, time.Since(began))
			}
			b.ReportMetric(float64(found), "rows")
			b.ReportMetric(float64(best)/float64(time.Millisecond), "best-ms") // other processes may have slowed the rest down
		})
	}
}
