package conflicts

import (
	"maps"
	"slices"
	"strings"

	"crossfeed/engine/merge"
)

// typing is what is known of a stretch that a person typed into.
type typing struct {
	// end is how the text ended when it was typed: its last line end, or "".
	end string
	// was is the stretch as it was before, covered what was chosen there; nil where
	// nothing was.
	was     string
	covered *piece
}

func (t *typing) same(o *typing) bool {
	return t == o || t != nil && o != nil && t.end == o.end
}

// edit makes a field what a person made of it in the editor. Of a long text, only the
// stretches that were touched are decided: the others stay as they are. It is Type for
// what is not cut into stretches.
func (s *Session) edit(field, value string) error {
	r, err := s.typeable(field)
	if err != nil {
		return err
	}
	hunks := s.Hunks(r.field.Name)
	if len(hunks) == 0 {
		return s.Type(field, value)
	}
	if value == s.stand(r).value {
		return nil
	}
	now := s.draft
	s.draft = now.untyped(r.field.Name)
	if s.stand(r).value == value {
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

// touchedTexts are the stretches that were touched where a person made value of a text, and
// what they become: with them the other positions of paragraphs that were moved.
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

// leavesOpen reports whether a stretch is open that was not touched.
func leavesOpen(hunks []Hunk, texts map[int]string) bool {
	for i, h := range hunks {
		if _, touched := texts[i]; h.Open && !touched {
			return true
		}
	}
	return false
}

// editHunks types a text stretch by stretch: those that were touched, and with them decided
// ones that would be fitted together otherwise now. It fails, and changes nothing, where the
// stretches would still not be that text.
func (s *Session) editHunks(r *row, hunks []Hunk, texts map[int]string, value string) bool {
	before := s.draft.clone()
	is := func() bool { return s.stand(r).value == value }
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

// putTyped makes stretches what was typed there, in a text of that value.
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

// refitted are the decided stretches that were not touched and yet became others, because
// they had their line end from one that was; as they were.
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

// untypeHunks takes back what was typed into stretches where these are what they were. The
// text stays that value.
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

// takeBack takes back what was typed into stretches, but where a paragraph was moved only
// into all of its positions. It fails, and changes nothing, where the text would then not be
// the value.
func (s *Session) takeBack(r *row, hunks []int, value string) bool {
	typed, chosen := s.draft, s.draft.hunks[r.field.Name]
	hunks = slices.DeleteFunc(slices.Clone(hunks), func(i int) bool {
		return slices.ContainsFunc(s.movedWith(r, i), func(j int) bool { return chosen[j].typed != nil && !slices.Contains(hunks, j) })
	})
	if len(hunks) == 0 {
		return false
	}
	if s.draft = typed.untyped(r.field.Name, hunks...); s.stand(r).value == value {
		return true
	}
	s.draft = typed
	return false
}

// withMoved are the stretches of a group, and those of the groups that have another position
// of a paragraph that was moved from there or to there.
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

// readings are a text of stretches as it is, as it is without what was typed into these, and
// as it was before. The starts are those of the stretches, and the end.
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

// joined are texts one after the other, where each starts, and the end.
func joined(n int, text func(int) string) (all string, starts []int) {
	texts, end := make([]string, n), 0
	for i := range n {
		texts[i] = text(i)
		starts = append(starts, end)
		end += len(texts[i])
	}
	return strings.Join(texts, ""), append(starts, end)
}

// back are the stretches that were typed from one on, as few as can be, that together are
// what they are without that, or what they were before; none where there are none.
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

// untyped is a draft without what was typed into stretches of a text, all where none are
// named.
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

// movedWith are the other stretches of the paragraphs that were moved from a stretch or to
// it: those that have them at another position.
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

// changedTexts are the stretches that were touched where a person made value of a text, and
// what they become. A stretch is touched where one of its lines was. Of several ways to see
// the change, it is one that touches the fewest open stretches, the fewest of all, and the
// last.
func changedTexts(hunks []Hunk, value string) map[int]string {
	t := touching{hunks: hunks, value: value}
	t.old, t.starts = joined(len(hunks), func(i int) string { return hunks[i].Result })
	return t.texts()
}

// touching finds the stretches that a change of a text touches. starts are where they
// begin, and the end.
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

// positions are where a change can be seen to begin, as far as that makes a difference.
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

// touched are the stretches, one after the other, that a change touches which begins at a
// position of the text.
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
		case from < at+removed && to > at, from < at && to > at: // in it
			touch(i)
		case to == at && (!ends(t.old[:at]) || inEnd(t.value, at)): // its last line goes on
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

// between is the stretch that lines belong to that were added between two.
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

// ends reports whether a text ends where a line does.
func ends(text string) bool {
	return text == "" || strings.ContainsRune("\r\n", rune(text[len(text)-1]))
}

// inEnd reports whether a position is within a line end.
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
