package detail_test

import (
	"testing"

	"fyne.io/fyne/v2/test"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/detail"
	"crossfeed/ui/window/place"
)

// Of an item with noconflicts, and of no other, the pane says what that means.
func TestAnItemWithoutConflictsSaysSo(t *testing.T) {
	const sentence = "Only the winning version of this item is kept when it is changed in two places. The others are in the history of whoever made them."
	p := open(t)
	for _, alone := range []bool{true, false, true} {
		p.showAlone(alone)
		if got := p.says(sentence); got != alone {
			t.Errorf("noconflicts=%t: it is said: %t", alone, got)
		}
	}
}

// showAlone shows a note, with noconflicts or without.
func (p *pane) showAlone(alone bool) {
	p.t.Helper()
	content, err := record.New(record.Note, record.Values{"title": "Shopping", "text": "Milk"})
	if err != nil {
		p.t.Fatal(err)
	}
	v := &item.Version{ID: "1", Updates: 2, NoConflicts: alone, Content: content, History: []item.History{{Sequence: 2, By: "laptop"}}}
	p.Show(detail.Shown{Item: place.Item{Set: "List", ID: "1"}, Version: v}, nil)
}

// says tells whether a text is in sight, in one piece or wrapped.
func (p *pane) says(text string) bool {
	for _, o := range test.LaidOutObjects(p.Object()) {
		if w, is := o.(*widget.Words); is && w.Visible() && w.Text() == text && w.Size().Height > 0 {
			return true
		}
	}
	return false
}
