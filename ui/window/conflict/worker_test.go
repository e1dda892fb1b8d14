package conflict_test

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"crossfeed/ui/widget"
	"crossfeed/ui/window/conflict"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// A person keeps making choices while texts are compared in the background; in the end the
// grid shows the last choice. With -race the test shows that nothing is shared.
func TestDecisionsGoOnWhileTextsAreCompared(t *testing.T) {
	base, versions := long(3, 300_000)
	s := begun(t, base, versions...)
	a := open(t, s, wide) // for its window and theme
	ui := make(chan func(), 100)
	worker := work.New(t.Context(), func(f func()) { ui <- f })
	defer worker.Close(time.After(time.Minute))
	p := conflict.New(&widget.Keys{}, wording.Speaker{Own: "me", Now: func() time.Time { return noon }, Zone: time.UTC}, worker, conflict.Events{
		Changed: func() {}, ShowMessage: func(string) {},
	})
	a.window.SetContent(p.Object())
	a.window.Resize(wide)
	p.Show(shownOf(s))
	p.Grid().TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
	last := ""
	for i := range 40 {
		if p.Rune(rune('1' + i%3)); i == 39 {
			last = s.Candidates()[i%3].Letter
		}
		select {
		case f := <-ui:
			f()
		case <-time.After(time.Millisecond):
		}
	}
	for noteOf(p, "Text") != last {
		(<-ui)()
	}
}

// noteOf returns the first note on a result of a field.
func noteOf(p *conflict.Page, name string) string {
	within := false
	for _, r := range p.Grid().Rows() {
		within = r.Name == name || within && r.Name == ""
		if within && len(r.Cells) > 0 && !r.Passed {
			return r.Cells[len(r.Cells)-1].Note
		}
	}
	return ""
}
