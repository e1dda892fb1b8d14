package window

import (
	"encoding/json"
	"slices"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine"
)

// apartKey is the name under which pairs of contacts are kept that are not the
// same.
const apartKey = "apart"

// pair names two contacts, the lesser identifier first.
type pair [2]string

func pairOf(t engine.Twin) pair {
	p := pair{t.A.ID(), t.B.ID()}
	slices.Sort(p[:])
	return p
}

// keepApart remembers that two contacts are not the same.
func (w *Window) keepApart(_ string, t engine.Twin) {
	w.apartPairs()[pairOf(t)] = true
	var pairs []pair
	for p := range w.apartPairs() {
		pairs = append(pairs, p)
	}
	slices.SortFunc(pairs, func(a, b pair) int { return slices.Compare(a[:], b[:]) })
	text, err := json.Marshal(pairs)
	if err != nil {
		panic("pairs: " + err.Error()) // texts alone
	}
	w.Kept.SetString(apartKey, string(text))
	w.status.Say(lang.L("They are kept apart, and not shown as duplicates any more."))
	w.showDuplicates()
}

// apartPairs are the pairs that were told apart. What cannot be read of them is
// forgotten: they are shown again.
func (w *Window) apartPairs() map[pair]bool {
	if w.duplicates.apart == nil {
		w.duplicates.apart = map[pair]bool{}
		var pairs []pair
		if json.Unmarshal([]byte(w.Kept.String(apartKey)), &pairs) == nil {
			for _, p := range pairs {
				w.duplicates.apart[p] = true
			}
		}
	}
	return w.duplicates.apart
}
