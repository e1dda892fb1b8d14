package conflicts

import (
	"maps"
	"slices"
	"strings"

	"crossfeed/engine/merge"
)

// typing has the history of a hunk that a person typed into.
type typing struct {
	// end is the last line ending of the text when it was typed, or "".
	end string
	// was is the hunk's text before that; covered is the choice before that, or nil.
	was     string
	covered *piece
}

func (t *typing) same(o *typing) bool {
	return t == o || t != nil && o != nil && t.end == o.end
}

// edit sets a field to its new value from an editor. In a long text it decides only the hunks
// that were touched; the others stay as they are. For any other field it is Type.
func (s *Session) edit(field, value string) error {
	r, err := s.typeable(field)
	if err != nil {
		return err
	}
	hunks := s.Hunks(r.field.Name)
	if len(hunks) == 0 {
		return s.Type(field, value)
	}
	if value == s.stateOf(r).value {
		return nil
	}
	now := s.draft
	s.draft = now.untyped(r.field.Name)
	if s.stateOf(r).value == value {
		return nil
	}
	u := s.draft.underOf(r.field.Name)
	s.draft = now
	texts := s.touchedTexts(r, hunks, value)
	if !s.editHunks(r, hunks, texts, value) {
		s.draft.put(r.field.Name, choice{value: value, under: u, unfinished: leavesOpen(hunks, texts)})
	}
	return nil
}

// touchedTexts returns the hunks that a change of a text to value touched, with their new
// texts, and the other positions of moved paragraphs.
func (s *Session) touchedTexts(r *row, hunks []Hunk, value string) map[int]string {
	texts := changedTexts(hunks, value)
	for i := range maps.Clone(texts) {
		for _, j := range s.movedWith(r, i) {
			if _, touched := texts[j]; !touched {
				texts[j] = hunks[j].Result
			}
		}
	}
	return texts
}

// leavesOpen reports whether a hunk is open that was not touched.
func leavesOpen(hunks []Hunk, texts map[int]string) bool {
	for i, h := range hunks {
		if _, touched := texts[i]; h.Open && !touched {
			return true
		}
	}
	return false
}

// editHunks types a text hunk by hunk: the touched hunks, and decided ones that would be
// joined differently now. It fails and changes nothing if the hunks would still not result in
// the text.
func (s *Session) editHunks(r *row, hunks []Hunk, texts map[int]string, value string) bool {
	before := s.draft.clone()
	is := func() bool { return s.stateOf(r).value == value }
	s.putTyped(r, hunks, texts, value)
	if !is() {
		s.putTyped(r, hunks, s.refitted(r, hunks, texts), value)
		if !is() {
			s.draft = before
			return false
		}
	}
	s.untypeHunks(r, value)
	return true
}

// putTyped marks hunks as typed, in a text of that value.
func (s *Session) putTyped(r *row, hunks []Hunk, texts map[int]string, value string) {
	name := r.field.Name
	for i, text := range texts {
		t := typing{was: hunks[i].Result}
		if c, chosen := s.draft.hunks[name][i]; chosen && c.typed != nil {
			t = *c.typed
		} else if chosen {
			t.covered = &c
		}
		s.draft.putHunk(name, i, piece{kind: OfferTyped, value: text, elsewhere: i, typed: &t})
	}
	end := merge.End(nil, []string{value})
	for i, c := range s.draft.hunks[name] {
		if c.typed != nil {
			t := *c.typed
			t.end, c.typed = end, &t
			s.draft.hunks[name][i] = c
		}
	}
}

// refitted returns decided hunks that were not touched and still changed, because their line
// ending depended on a touched one, with their earlier texts.
func (s *Session) refitted(r *row, hunks []Hunk, texts map[int]string) map[int]string {
	all := map[int]string{}
	for i, h := range s.hunks(r) {
		was := hunks[i]
		if _, touched := texts[i]; !touched && !was.Open && h.Result != was.Result && len(s.movedWith(r, i)) == 0 {
			all[i] = was.Result
		}
	}
	return all
}

// untypeHunks takes back what was typed into hunks that are what they were before. The text
// keeps its value.
func (s *Session) untypeHunks(r *row, value string) {
	name, typed := r.field.Name, s.draft
	now, chosen := s.hunks(r), maps.Clone(s.draft.hunks[name])
	s.draft = typed.untyped(name)
	read := readingsOf(now, s.hunks(r), chosen)
	s.draft = typed
	var groups [][]int
	for i, next := 0, 0; i < len(now); i++ {
		if chosen[i].typed == nil || i < next {
			continue
		}
		if back := read.back(i); back != nil {
			groups, next = append(groups, back), back[len(back)-1]+1
		}
	}
	if s.takeBack(r, slices.Concat(groups...), value) {
		return
	}
	for _, back := range groups {
		s.takeBack(r, s.withMoved(r, groups, back), value)
	}
}

// takeBack takes back what was typed into hunks; a moved paragraph is taken back only at all
// of its positions. It fails and changes nothing if the text would then differ from value.
func (s *Session) takeBack(r *row, hunks []int, value string) bool {
	typed, chosen := s.draft, s.draft.hunks[r.field.Name]
	hunks = slices.DeleteFunc(slices.Clone(hunks), func(i int) bool {
		return slices.ContainsFunc(s.movedWith(r, i), func(j int) bool { return chosen[j].typed != nil && !slices.Contains(hunks, j) })
	})
	if len(hunks) == 0 {
		return false
	}
	if s.draft = typed.untyped(r.field.Name, hunks...); s.stateOf(r).value == value {
		return true
	}
	s.draft = typed
	return false
}

// withMoved returns the hunks of a group, and those of the groups with another position of a
// paragraph that was moved out of it or into it.
func (s *Session) withMoved(r *row, groups [][]int, group []int) []int {
	all := slices.Clone(group)
	for _, i := range group {
		for _, j := range s.movedWith(r, i) {
			for _, other := range groups {
				if slices.Contains(other, j) && !slices.Contains(all, j) {
					all = append(all, other...)
				}
			}
		}
	}
	return all
}

// readings holds three variants of a text's hunks: as they are, without what was typed into
// these hunks, and as they were before that. The starts are the offsets of the hunks, followed
// by the end.
type readings struct {
	chosen                         map[int]piece
	now, under, was                string
	starts, underStarts, wasStarts []int
}

func readingsOf(now, under []Hunk, chosen map[int]piece) readings {
	g := readings{chosen: chosen}
	g.now, g.starts = joined(len(now), func(i int) string { return now[i].Result })
	g.under, g.underStarts = joined(len(now), func(i int) string { return under[i].Result })
	g.was, g.wasStarts = joined(len(now), func(i int) string {
		if t := chosen[i].typed; t != nil {
			return t.was
		}
		return now[i].Result
	})
	return g
}

// joined returns the concatenated texts, the offset of each, and the end.
func joined(n int, text func(int) string) (all string, starts []int) {
	texts, end := make([]string, n), 0
	for i := range n {
		texts[i] = text(i)
		starts = append(starts, end)
		end += len(texts[i])
	}
	return strings.Join(texts, ""), append(starts, end)
}

// back returns the shortest run of typed hunks, beginning at from, whose joint text is what it
// would be without typing, or what it was before. It returns none if there is no such run.
func (g readings) back(from int) (back []int) {
	for to := from + 1; to < len(g.starts); to++ {
		has := g.now[g.starts[from]:g.starts[to]]
		if has != g.under[g.underStarts[from]:g.underStarts[to]] && has != g.was[g.wasStarts[from]:g.wasStarts[to]] {
			continue
		}
		for i := from; i < to; i++ {
			if g.chosen[i].typed != nil {
				back = append(back, i)
			}
		}
		return back
	}
	return nil
}

// untyped returns a draft without what was typed into the given hunks of a text, or into all
// hunks if none are given.
func (d *draft) untyped(field string, hunks ...int) draft {
	all := d.clone()
	if len(hunks) == 0 {
		hunks = slices.Collect(maps.Keys(all.hunks[field]))
	}
	for _, i := range hunks {
		switch c := all.hunks[field][i]; {
		case c.typed == nil:
		case c.typed.covered != nil:
			all.hunks[field][i] = *c.typed.covered
		default:
			all.resetHunk(field, i)
		}
	}
	return all
}

// movedWith returns the other hunks with a position of a paragraph that was moved out of a
// hunk or into it.
func (s *Session) movedWith(r *row, hunk int) (all []int) {
	pieces, in := s.pieces(r), []int{hunk}
	moved := s.proposalFor(r).moved
	for n := 0; n < len(in); n++ {
		for _, i := range moved {
			if to := pieces[i].move.To; i == in[n] || to == in[n] {
				for _, j := range []int{i, to} {
					if !slices.Contains(in, j) {
						in = append(in, j)
					}
				}
			}
		}
	}
	return in[1:]
}

// changedTexts returns the hunks that a change of a text to value touched, with their new
// texts. A hunk is touched if one of its lines is. If the change can be read in several ways,
// it uses one that touches the fewest open hunks, then the fewest of all, then the last.
func changedTexts(hunks []Hunk, value string) map[int]string {
	t := touching{hunks: hunks, value: value}
	t.old, t.starts = joined(len(hunks), func(i int) string { return hunks[i].Result })
	return t.texts()
}

// touching finds the hunks that a change of a text touches. starts are the hunks' offsets,
// followed by the end.
type touching struct {
	hunks      []Hunk
	starts     []int
	old, value string
}

func (t touching) texts() map[int]string {
	prefix, suffix, least := prefixOf(t.old, t.value), suffixOf(t.old, t.value), min(len(t.old), len(t.value))
	first, at := least-suffix, prefix
	removed, added := len(t.old)-least, len(t.value)-least
	if first > at {
		first, removed, added = at, len(t.old)-suffix-prefix, len(t.value)-suffix-prefix
	}
	best := t.touched(at, removed, added)
	for _, p := range t.positions(first, prefix, removed) {
		now := t.touched(p, removed, added)
		if c, least := t.cost(now), t.cost(best); c < least || c == least && p > at {
			at, best = p, now
		}
	}
	from, to := best[0], best[len(best)-1]
	all := map[int]string{}
	for _, i := range best {
		all[i] = ""
	}
	start, end := t.starts[from], len(t.value)-(len(t.old)-t.starts[to+1])
	cut := at + added
	for from < to && cut > start && (!ends(t.value[:cut]) || inEnd(t.value, cut)) {
		cut--
	}
	if from < to {
		all[from], all[to] = t.value[start:cut], t.value[cut:end]
	} else {
		all[from] = t.value[start:end]
	}
	return all
}

// positions returns the offsets at which the change can be seen to begin, as far as they make
// a difference.
func (t touching) positions(first, last, removed int) (all []int) {
	for _, b := range t.starts {
		for _, p := range []int{b - 1, b, b + 1, b - removed} {
			if p >= first && p <= last {
				all = append(all, p)
			}
		}
	}
	return append(all, first)
}

// touched returns the consecutive hunks touched by a change that begins at an offset of the
// text.
func (t touching) touched(at, removed, added int) []int {
	first, last := -1, -1
	touch := func(i int) {
		if first < 0 {
			first = i
		}
		last = i
	}
	inLine := !ends(t.value[:at+added]) || inEnd(t.value, at+added)
	for i := range t.hunks {
		from, to := t.starts[i], t.starts[i+1]
		switch {
		case from == to:
		case from < at+removed && to > at, from < at && to > at: // the change overlaps the hunk
			touch(i)
		case to == at && (!ends(t.old[:at]) || inEnd(t.value, at)): // the change continues its last line
			touch(i)
		case from == at+removed && inLine: // its first line begins with what was typed
			touch(i)
		}
	}
	if first < 0 {
		return []int{t.between(at)}
	}
	var all []int
	for i := first; i <= last; i++ {
		all = append(all, i)
	}
	return all
}

// between returns the hunk that lines inserted between two hunks belong to.
func (t touching) between(at int) int {
	best, least := -1, 0
	for i, h := range t.hunks {
		if t.starts[i] > at || t.starts[i+1] < at {
			continue
		}
		cost := 0
		if h.Open {
			cost += 2
		}
		if h.Result == "" {
			cost++
		}
		if best < 0 || cost < least {
			best, least = i, cost
		}
	}
	return best
}

func (t touching) cost(hunks []int) int {
	cost := len(hunks)
	for _, i := range hunks {
		if t.hunks[i].Open {
			cost += len(t.hunks) + 1
		}
	}
	return cost
}

// ends reports whether a text ends at a line end.
func ends(text string) bool {
	return text == "" || strings.ContainsRune("\r\n", rune(text[len(text)-1]))
}

// inEnd reports whether a position is within a line ending.
func inEnd(text string, at int) bool { return at > 0 && strings.HasPrefix(text[at-1:], "\r\n") }

func prefixOf(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

func suffixOf(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[len(a)-1-i] != b[len(b)-1-i] {
			return i
		}
	}
	return n
}
