package conflict

import (
	"slices"
	"strings"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/merge"
	"crossfeed/engine/record"
	"crossfeed/ui/widget/grid"
	"crossfeed/ui/wording"
)

// moment is a snapshot of a session. It is taken on the UI goroutine, which changes the
// session, and compared on another one, because texts can be long.
type moment struct {
	speaker wording.Speaker
	// based is set if the original has a column.
	based    bool
	versions []conflicts.Candidate
	// order holds the numbers of the versions in the order of their columns.
	order []int
	// ref is the column that the others are compared with, for the field that is being laid
	// out. sure is set if that is the original: only then is it known which parts were added
	// and which were removed.
	ref    int
	sure   bool
	fields []cell
	// deletes is set if the result is a tombstone, undecided if a person has to choose whether
	// it is.
	deletes, undecided bool
	// places holds the positions of the versions, title is the item's title in their small
	// trees.
	places Places
	title  string
	// drops holds the fields and hunks of versions that the result drops.
	drops map[dropped]bool
	// known caches comparisons; nil for no cache.
	known *memory
	// most is the number of lines of a long text to compare, or 0 for all: the first page is
	// shown before the rest is compared.
	most int
}

// cell is a cell of the session, with the hunks of a long text.
type cell struct {
	conflicts.Cell
	hunks []conflicts.Hunk
}

func momentOf(shown Shown, drops []conflicts.Drop, speaker wording.Speaker) moment {
	s := shown.Session
	m := moment{speaker: speaker, based: hasBase(s), versions: s.Candidates(), deletes: s.Outcome().Deletes}
	m.order, m.drops = orderOf(m.versions), placesOf(drops)
	m.places, m.title = shown.Places, titleOf(m.versions)
	if open := s.Open(); len(open) > 0 && open[0] == "" {
		m.undecided = true
	}
	for _, c := range s.Cells() {
		f := cell{Cell: c}
		if c.Form == record.Text && !c.Alike {
			f.hunks = s.Hunks(c.Field)
		}
		m.fields = append(m.fields, f)
	}
	return m
}

// hasBase reports whether the original has a column: it is known, and has content.
func hasBase(s *conflicts.Session) bool {
	b := s.Base()
	return b.Merged() || b.Known() && !b.Version.Deleted
}

// columns returns the number of columns: the original if it is shown, every version, and the
// result.
func (m moment) columns() int {
	n := len(m.versions) + 1
	if m.based {
		n++
	}
	return n
}

// firstVersion returns the column of the current version.
func (m moment) firstVersion() int {
	if m.based {
		return 1
	}
	return 0
}

// number returns the number of the version in a column; -1 for the original, and the number of
// versions for the result.
func (m moment) number(column int) int {
	at := column - m.firstVersion()
	if at < 0 || at >= len(m.order) {
		return at
	}
	return m.order[at]
}

// with returns the snapshot set up for comparing a part that has an original, or has none.
// Without one, the reference is the first version that is not deleted.
func (m moment) with(original bool) moment {
	m.ref, m.sure = 0, m.based && original
	if m.sure {
		return m
	}
	m.ref = m.firstVersion()
	for at, n := range m.order {
		if v := m.versions[n]; !v.Version.Deleted && !v.Missing {
			m.ref += at
			break
		}
	}
	return m
}

// silent reports whether a column has no value of a field: that of a deleted version, of one
// whose content was not stored, or of the original if there is none.
func (m moment) silent(column int) bool {
	switch n := m.number(column); {
	case n < 0:
		return !m.sure
	case n == len(m.versions):
		return m.deletes
	default:
		return m.mute(n)
	}
}

// mute reports whether a version has no values at all.
func (m moment) mute(number int) bool {
	return m.versions[number].Version.Deleted || m.versions[number].Missing
}

// inColumns returns texts in the order of the columns: the original, the versions, whose texts
// are passed by number, and the result.
func (m moment) inColumns(base string, texts []string, result string) []string {
	all := make([]string, 0, m.columns())
	if m.based {
		all = append(all, base)
	}
	for _, n := range m.order {
		all = append(all, texts[n])
	}
	return append(all, result)
}

// values returns the values of a field in the order of the columns.
func (m moment) values(f cell) []string { return m.inColumns(f.Base, f.Values, f.Result) }

// chunks returns the hunks of a long text in the order of the columns. A text that the session
// does not split is split here.
func (m moment) chunks(f cell) []chunk {
	if f.hunks == nil {
		return m.cut(f)
	}
	all := make([]chunk, len(f.hunks))
	for i, h := range f.hunks {
		all[i] = chunk{texts: m.inColumns(h.Base, h.Texts, h.Result), original: !h.NoBase, alike: h.Alike, open: h.Open, whole: true}
	}
	return all
}

// cut splits a text whose result the session holds as a whole.
func (m moment) cut(f cell) []chunk {
	spoken := m.spoken(f.Values)
	known := m.known.cutOf(f.Field, cutText{original: m.sure, base: f.Base, texts: spoken}, func() []merge.Chunk { return m.stretches(f, spoken) })
	cut := slices.Clone(known)
	for i := range cut {
		cut[i].Texts = m.spread(cut[i].Texts)
	}
	if len(cut) == 0 {
		return []chunk{{texts: m.values(f), original: f.HasBase, open: f.Open}}
	}
	all, results := make([]chunk, len(cut)), m.resultIn(cut, f.Result)
	for i, c := range cut {
		all[i] = chunk{texts: m.inColumns(c.Base, c.Texts, results[i]), original: f.HasBase, alike: c.Alike, whole: true}
	}
	return all
}

// stretches splits the texts of the versions that have one.
func (m moment) stretches(f cell, spoken []string) []merge.Chunk {
	if m.sure {
		return merge.Chunks(&f.Base, spoken)
	}
	return merge.Chunks(nil, spoken)
}

// spoken returns the values of the versions that are not mute.
func (m moment) spoken(values []string) []string {
	var all []string
	for n, v := range values {
		if !m.mute(n) {
			all = append(all, v)
		}
	}
	return all
}

// spread returns one text per version, from the texts of those that are not mute.
func (m moment) spread(texts []string) []string {
	all, next := make([]string, len(m.versions)), 0
	for n := range all {
		if !m.mute(n) {
			all[n] = texts[next]
			next++
		}
	}
	return all
}

// letters returns the letters of versions, by their numbers.
func (m moment) letters(numbers []int) []string {
	var all []string
	for _, n := range numbers {
		if n >= 0 && n < len(m.versions) {
			all = append(all, m.versions[n].Letter)
		}
	}
	return all
}

// noted adds a note to the cell of a result that shows where it comes from. The person's own
// choices are highlighted.
func (m moment) noted(r *grid.Cell, f cell) {
	switch {
	case f.Open, f.Alike && !f.Chosen, m.deletes, f.Proposed && f.Reason == merge.Alike:
	default:
		r.Note, r.Firm = wording.Origin(f.Cell, m.versions), f.Chosen
	}
}

// notedHunk is like noted, for a hunk of a long text.
func (m moment) notedHunk(r *grid.Cell, f cell, hunk int) {
	if hunk >= len(f.hunks) {
		m.noted(r, f)
		return
	}
	switch h := f.hunks[hunk]; {
	case h.Open:
	case isTyped(h):
		r.Note, r.Firm = wording.L("edited", "edited"), true
	case h.Taken != nil && h.Accepted == conflicts.OfferOriginal:
		r.Note, r.Firm = wording.L("original-2", "original"), true
	case h.Taken != nil:
		r.Note, r.Firm = strings.Join(m.letters(h.Taken), ""), true
	case h.From >= 0:
		r.Note = m.versions[h.From].Letter
	default:
		r.Note = strings.Join(m.letters(changedIn(f, h)), "")
	}
}

// changedIn returns the versions that changed a hunk.
func changedIn(f cell, h conflicts.Hunk) []int {
	return slices.DeleteFunc(slices.Clone(f.Changed), func(n int) bool { return n >= len(h.Texts) || h.Texts[n] == h.Base })
}

// why explains where the result of a field comes from. For an open text it explains the
// selected hunk, if that is open.
func (p *Page) why(c conflicts.Cell) string {
	at, _ := p.target()
	hunks := p.shown.Session.Hunks(c.Field)
	if at.field == c.Field && at.hunk >= 0 && at.hunk < len(hunks) {
		switch h := hunks[at.hunk]; {
		case h.Open:
			c.Changed, c.Suggested = h.Changed, slices.ContainsFunc(h.Offers, conflicts.Offer.IsLossless)
		case h.Accepted == conflicts.OfferTyped && len(hunks) > 1:
			return wording.L("typed-by-you", "typed by you")
		case h.Accepted == conflicts.OfferTyped:
			return wording.L("typed-by-you-the-whole-text", "typed by you: the whole text")
		}
	}
	text := wording.Explain(c, p.shown.Session.Candidates())
	switch {
	case !c.Open || c.Form != record.Text:
	case len(hunks) > 1:
		text += ". " + wording.L("typing-changes-only-the-lines-that", "Typing changes only the lines that you edit.")
	default:
		text += ". " + wording.L("typing-replaces-the-whole-text", "Typing replaces the whole text.")
	}
	return text
}

// unseen compares data that no field shows. Its content would mean nothing to a person, but
// who changed it does.
func (m moment) unseen(f cell) []band {
	values := m.values(f)
	b := band{sides: make([]side, len(values))}
	for i, v := range values {
		switch {
		case m.silent(i):
		case v == values[m.ref] && i == m.ref:
			b.sides[i] = sideOf(wording.L("present", "present"), merge.Equal, grid.Quiet)
		case v == values[m.ref]:
			b.sides[i] = sideOf(wording.L("the-same-2", "the same"), merge.Equal, grid.Quiet)
		default:
			b.sides[i] = sideOf(wording.L("changed", "changed"), merge.Changed, grid.Plain)
		}
	}
	return []band{b}
}
