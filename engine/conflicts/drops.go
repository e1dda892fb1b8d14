package conflicts

import (
	"strings"

	"crossfeed/engine/merge"
	"crossfeed/engine/record"
)

// Drop is a change that an included version made and the result leaves out.
type Drop struct {
	// Number is the number of the candidate.
	Number int
	// Field is the name of the field. It is "" if the version is a deletion and the result is
	// not.
	Field string
	// Hunk is the number of the hunk in a text that is cut into hunks, or -1.
	Hunk int
	// Parts are the members of a set or the lines of a text that the version added and the
	// result lacks. Removed are those that the version removed and the result has. Both are
	// empty for all other fields, where the value as a whole is dropped.
	Parts, Removed []string
}

// Drops lists the changes of included versions that the current result leaves out. Changes are
// relative to the original; if that is not known, all values count as changes. The list is
// empty while it is undecided whether the item is deleted.
func (s *Session) Drops() []Drop {
	if s.undecided() {
		return nil
	}
	var all []Drop
	for n, v := range s.grid.versions {
		switch {
		case !s.counts(n) || s.grid.gone[n]:
		case v.Deleted && !s.deletes():
			all = append(all, Drop{Number: n, Hunk: -1})
		case !v.Deleted:
			all = append(all, s.dropsOf(n)...)
		}
	}
	return all
}

func (s *Session) dropsOf(n int) (all []Drop) {
	for i := range s.grid.rows {
		r := &s.grid.rows[i]
		base := ""
		if r.base != nil {
			base = *r.base
		}
		if !r.speaks[n] || r.base != nil && r.field.Equal(r.values[n], base) {
			continue
		}
		value := s.stateOf(r).value
		if r.field.Equal(r.values[n], value) {
			continue
		}
		all = append(all, s.dropsIn(r, n, base, value)...)
	}
	return all
}

// dropsIn lists what is dropped from a row that a candidate changed, and in which the result
// has another value.
func (s *Session) dropsIn(r *row, n int, base, value string) []Drop {
	d := Drop{Number: n, Field: r.field.Name, Hunk: -1}
	switch {
	case r.field.Merge == record.MergeText && len(r.chunks()) > 0:
		return s.dropsInText(r, n, value)
	case r.field.Form.Rows():
		had, has, left := counted(parts(base)), counted(parts(r.values[n])), counted(parts(value))
		d.Parts, d.Removed = without(parts(r.values[n]), had, left), returned(parts(base), has, has, left)
		if len(d.Parts)+len(d.Removed) == 0 {
			return nil
		}
	}
	return []Drop{d}
}

// dropsInText lists, by hunk, the lines that a candidate added and the result lacks, and the
// lines that it removed and the result has.
func (s *Session) dropsInText(r *row, n int, value string) (drops []Drop) {
	speaker := 0
	for i := range n {
		if r.speaks[i] {
			speaker++
		}
	}
	results := s.resultOf(r)
	var typed map[string]int
	if results == nil {
		typed = s.linesOf(value)
	}
	for i, c := range r.chunks() {
		text, result, whole, left := s.withEdit(r, i, c.Texts[speaker]), value, r.values[n], typed
		if results != nil {
			result, whole = results[i], text
		}
		if text == c.Base || text == result {
			continue
		}
		if results != nil {
			left = s.linesOf(result)
		}
		d := Drop{Number: n, Field: r.field.Name, Hunk: i, Parts: without(parts(text), s.linesOf(c.Base), left)}
		has, all := s.linesOf(text), s.linesOf(whole)
		if len(returned(parts(c.Base), has, all, left)) > 0 { // comparing the texts takes far longer
			d.Removed = returned(removed(c.Base, text), has, all, left)
		}
		if len(d.Parts)+len(d.Removed) > 0 {
			drops = append(drops, d)
		}
	}
	return drops
}

// withEdit returns a text of a hunk. If the result has moved paragraphs with the edits of
// other versions, these edits are applied to the text, since the result then has both changes.
func (s *Session) withEdit(r *row, hunk int, text string) string {
	var merged []*merge.Move
	for i, c := range s.draft.hunks[r.field.Name] {
		p := s.pieces(r)[i]
		switch m := p.move; {
		case m == nil || s.moved(p, c) != movedEdited:
		case i == hunk && text != r.chunks()[i].Base:
			return m.Here
		case m.To == hunk && text == s.pieces(r)[hunk].texts[m.By]:
			merged = append(merged, m)
		}
	}
	if len(merged) == 0 {
		return text
	}
	return merge.Placed(text, nil, merged)
}

// resultOf returns the hunks of a text's result, or nil if the text was typed.
func (s *Session) resultOf(r *row) []string {
	name := r.field.Name
	taken := s.spread(r)
	_, put := s.draft.fields[name]
	if len(taken) == 0 && (put || s.deletes() || s.draft.whole != nil && s.draft.hunks[name] == nil && !s.draft.back[name]) {
		return nil
	}
	all := make([]string, len(r.chunks()))
	if len(taken) == 0 {
		for i, h := range s.hunks(r) {
			all[i] = h.Result
		}
		return all
	}
	for i, c := range r.chunks() {
		p, there := taken[i]
		switch {
		case !there:
			all[i] = c.Texts[0]
		case p.kind == OfferOriginal:
			all[i] = p.value
		default:
			all[i] = r.spread(c.Texts)[s.number(p.versions[0])]
		}
	}
	return all
}

// without returns the members of a list that occur more often in it than in each of the two
// others.
func without(list []string, had, left map[string]int) (lost []string) {
	count := counted(list)
	for _, p := range list {
		if count[p] > max(had[p], left[p]) && p != "" {
			count[p]--
			lost = append(lost, p)
		}
	}
	return lost
}

// returned returns the members of a list that a version lacks and the result has. all counts
// the members of the whole version, left those of the whole result: what the version only
// moved does not count as missing.
func returned(list []string, has, all, left map[string]int) (back []string) {
	count := counted(list)
	for p, n := range count {
		count[p] = min(n-has[p], left[p]-all[p])
	}
	for _, p := range list {
		if count[p] > 0 {
			count[p]--
			back = append(back, p)
		}
	}
	return back
}

// removed returns the lines of base that text lacks and that it did not replace by others. In
// long texts it only counts lines, because comparing them takes too long for a keystroke.
func removed(base, text string) (gone []string) {
	if len(base)+len(text) > worthCounting {
		gone = without(parts(base), counted(parts(text)), nil)
		replaced := len(without(parts(text), counted(parts(base)), nil))
		return gone[min(replaced, len(gone)):]
	}
	var block []string
	for _, row := range merge.Text(base, text) {
		switch {
		case row.Kind == merge.Removed && len(row.Left.Spans) > 0:
			block = append(block, row.Left.Spans[0].Text)
		case row.Kind == merge.Added && len(block) > 0:
			block = block[1:]
		case row.Kind == merge.Equal:
			gone, block = append(gone, block...), nil
		}
	}
	return append(gone, block...)
}

func counted(list []string) map[string]int {
	count := make(map[string]int, len(list))
	for _, p := range list {
		count[p]++
	}
	return count
}

// The lines of texts longer than worthCounting are counted once and cached, for at most
// mostCounted texts. The same number of concatenated texts is cached.
const (
	worthCounting = 2_000
	mostCounted   = 20
)

// linesOf counts the lines of a text. All versions are compared with the same counts of the
// original and the result, which can be long.
func (s *Session) linesOf(text string) map[string]int {
	if len(text) < worthCounting {
		return counted(parts(text))
	}
	count, there := s.lines[text]
	if !there {
		if s.lines == nil || len(s.lines) >= mostCounted {
			s.lines = map[string]map[string]int{}
		}
		count = counted(parts(text))
		s.lines[text] = count
	}
	return count
}

func parts(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' })
}

// Dropped is everything that saving would leave out of one field of a version. It stays in the
// history.
type Dropped struct {
	// Number is the number of the candidate.
	Number int
	// Field is the name of the field. It is "" if the version deleted the item and the result
	// keeps it.
	Field string
	// Values holds the value that the result lacks, the members of a set, or the lines of a
	// text. Removed are the members or lines that the version removed and the result has. Both
	// are empty if the version cleared any other field and the result does not.
	Values, Removed []string
}

// Dropped returns the Drops grouped by version and field.
func (s *Session) Dropped() []Dropped {
	var all []Dropped
	for _, d := range s.Drops() {
		one := Dropped{Number: d.Number, Field: d.Field, Values: d.Parts, Removed: d.Removed}
		if r := s.grid.find(d.Field); d.Field != "" && d.Parts == nil && d.Removed == nil && r.values[d.Number] != "" {
			one.Values = []string{r.values[d.Number]}
		}
		if n := len(all) - 1; n >= 0 && all[n].Number == one.Number && all[n].Field == one.Field {
			all[n].Values = append(all[n].Values, one.Values...)
			all[n].Removed = append(all[n].Removed, one.Removed...)
			continue
		}
		all = append(all, one)
	}
	return all
}
