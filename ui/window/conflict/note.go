package conflict

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/conflicts/session"
	"crossfeed/engine/merge"
	"crossfeed/ui/say"
	"crossfeed/ui/widget/grid"
)

// footnotes are the reasons of what is proposed, each once, in the order of the
// fields.
type footnotes struct {
	moment
	texts []string
}

func newFootnotes(m moment) *footnotes { return &footnotes{moment: m} }

// number is that of the footnote for why a field's value is proposed, from 1; 0
// where there is none.
func (n *footnotes) number(f cell) int {
	if f.Alike || f.Reason == merge.Alike {
		return 0
	}
	return n.numberOf(say.Reason(f.Reason, n.letters(f.Changed)))
}

// numberOfStretch is that for why a stretch of a long text is as it is: others than
// those who changed the text elsewhere may have changed it.
func (n *footnotes) numberOfStretch(f cell, h session.Hunk) int {
	var who []int
	for _, v := range f.Changed {
		if v < len(h.Texts) && h.Texts[v] != h.Base {
			who = append(who, v)
		}
	}
	reason := merge.Woven
	switch {
	case !n.based || len(who) == 0 || h.Open && len(who) == 1:
		return n.number(f)
	case h.Open:
		reason = merge.Collision
	case len(who) == 1:
		reason = merge.OneSided
	case h.From >= 0:
		reason = merge.SameChange
	}
	return n.numberOf(say.Reason(reason, n.letters(who)))
}

func (n *footnotes) numberOf(text string) int {
	at := slices.Index(n.texts, text)
	if at < 0 {
		at = len(n.texts)
		n.texts = append(n.texts, text)
	}
	return at + 1
}

// letters are those of versions, by their numbers.
func (m moment) letters(numbers []int) []string {
	var all []string
	for _, n := range numbers {
		if n >= 0 && n < len(m.versions) {
			all = append(all, m.versions[n].Letter)
		}
	}
	return all
}

// noted says in the cell of a result where that comes from, and why. What a
// person chose stands out, and needs no reason.
func (m moment) noted(r *grid.Cell, f cell, notes *footnotes) {
	switch {
	case f.Alike && !f.Chosen || m.deletes || f.Proposed && f.Reason == merge.Alike:
	case f.Open:
		r.Foot, r.Firm = notes.number(f), true
	case f.Chosen:
		r.Note, r.Firm = m.origin(f), true
	default:
		r.Note, r.Foot = m.origin(f), notes.number(f)
	}
}

// origin says where the result of a field comes from.
func (m moment) origin(f cell) string {
	switch {
	case f.From != "":
		return f.From
	case len(f.Parts) > 0:
		return strings.Join(f.Parts, "+")
	case f.Chosen:
		return lang.L("typed")
	}
	return lang.L("joined")
}

// notedHunk is noted for a stretch of a long text.
func (m moment) notedHunk(r *grid.Cell, f cell, hunk int, notes *footnotes) {
	if hunk >= len(f.hunks) {
		m.noted(r, f, notes)
		return
	}
	switch h := f.hunks[hunk]; {
	case h.Open:
		r.Foot, r.Firm = notes.numberOfStretch(f, h), true
	case h.Taken != nil:
		r.Note, r.Firm = strings.Join(m.letters(h.Taken), "+"), true
	case h.From >= 0:
		r.Note, r.Foot = m.versions[h.From].Letter, notes.numberOfStretch(f, h)
	default:
		r.Note, r.Foot = lang.L("joined"), notes.numberOfStretch(f, h)
	}
}
