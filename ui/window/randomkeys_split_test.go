package window

import (
	"slices"
	"strings"
)

// keyPart is a hunk of a text as the model splits it, without package merge.
type keyPart struct {
	base  string
	texts []string
	// alike is set if all versions have the same text here. value is the merge of the included
	// versions, from the index of the first one that has it, or -1; changed are those that
	// changed it. They are indices among the included versions.
	alike, open bool
	value       string
	from        int
	changed     []int
}

// splitAlone splits a text where that is certain: no version has a line twice, and the lines
// that a version shares with the original, or with the first version if there is no original,
// are in the same order. Then lines that all have are between hunks, and everything else is in
// hunks. It fails for all other texts, among them those with moved paragraphs.
func splitAlone(base *string, values []string, who []int) (parts []keyPart, certain bool) {
	common := values[0]
	if base != nil {
		common = *base
	}
	old := bodyOf(common)
	all, at := make([][]string, len(values)), make([][]int, len(values))
	for v, value := range values {
		all[v], at[v] = bodyOf(value), make([]int, len(old))
		last := -1
		for i, l := range old {
			if at[v][i] = indexOfLine(all[v], l); at[v][i] >= 0 && at[v][i] < last {
				return nil, false
			}
			last = max(last, at[v][i])
		}
		if hasTwice(all[v]) {
			return nil, false
		}
	}
	if hasTwice(old) {
		return nil, false
	}
	s := &splitting{base: base, old: old, values: all, at: at, who: who}
	everywhere := func(i int) bool {
		return !slices.ContainsFunc(at, func(at []int) bool { return at[i] < 0 })
	}
	from, starts := 0, make([]int, len(values))
	for from < len(old) || slices.ContainsFunc(all, func(l []string) bool { return len(l) > 0 }) {
		to := from
		ends := slices.Clone(starts)
		for to < len(old) && everywhere(to) && !slices.ContainsFunc(s.versions(), func(v int) bool { return at[v][to] != ends[v] }) {
			to++
			for v := range ends {
				ends[v]++
			}
		}
		if to > from {
			s.add(from, to, starts, ends)
			from, starts = to, ends
		}
		for to < len(old) && !everywhere(to) {
			to++
		}
		ends = slices.Clone(starts)
		for v := range ends {
			if ends[v] = len(all[v]); to < len(old) {
				ends[v] = at[v][to]
			}
		}
		if to > from || !slices.Equal(starts, ends) {
			s.addChanged(from, to, starts, ends)
		}
		if from, starts = to, ends; to == len(old) {
			break
		}
	}
	return s.parts, true
}

func indexOfLine(all []string, l string) int {
	return slices.IndexFunc(all, func(o string) bool { return strings.TrimSuffix(o, "\n") == strings.TrimSuffix(l, "\n") })
}

func hasTwice(all []string) bool {
	for i, l := range all {
		if indexOfLine(all, l) < i {
			return true
		}
	}
	return false
}

// bodyOf returns the lines of a text with their line breaks.
func bodyOf(text string) []string {
	all := strings.SplitAfter(text, "\n")
	if all[len(all)-1] == "" {
		return all[:len(all)-1]
	}
	return all
}

// splitting is a text that is being split.
type splitting struct {
	base   *string
	old    []string
	values [][]string
	// at has for each version the index of each line of the original, or -1.
	at    [][]int
	who   []int
	parts []keyPart
}

func (s *splitting) versions() (all []int) {
	for v := range s.values {
		all = append(all, v)
	}
	return all
}

// addChanged adds the hunks between two lines that all have. If several versions changed it,
// and each replaced every line by another one, a new hunk begins where others changed a line, or
// where they begin or cease to agree.
func (s *splitting) addChanged(from, to int, starts, ends []int) {
	by := 0
	for v := range s.values {
		if ends[v]-starts[v] != to-from {
			by = -len(s.values)
		}
		changes := false
		for i := from; i < to; i++ {
			changes = changes || s.at[v][i] < 0
			if s.at[v][i] >= 0 && s.at[v][i]-starts[v] != i-from {
				by = -len(s.values) // lines were added and others removed
			}
		}
		if changes || ends[v]-starts[v] != to-from {
			by++
		}
	}
	if by < 2 {
		s.add(from, to, starts, ends)
		return
	}
	key := func(i int) (text string) {
		agreed := ""
		for v := range s.values {
			switch l := strings.TrimSuffix(s.values[v][starts[v]+i-from], "\n"); {
			case l == strings.TrimSuffix(s.old[i], "\n"):
				text += "-"
				continue
			case agreed != "" && agreed != l:
				text = "!" + text
			default:
				agreed = l
			}
			text += "+"
		}
		return strings.Repeat("!", min(1, strings.Count(text, "!"))) + strings.ReplaceAll(text, "!", "")
	}
	shifted := func(n int) []int {
		all := slices.Clone(starts)
		for v := range all {
			all[v] += n - from
		}
		return all
	}
	begin := from
	for i := from + 1; i <= to; i++ {
		if i == to || key(i) != key(i-1) {
			s.add(begin, i, shifted(begin), shifted(i))
			begin = i
		}
	}
}

// add adds a hunk and merges it.
func (s *splitting) add(from, to int, starts, ends []int) {
	p := keyPart{base: strings.Join(s.old[from:to], ""), from: -1}
	for v, all := range s.values {
		p.texts = append(p.texts, strings.Join(all[starts[v]:ends[v]], ""))
	}
	var base *string
	if s.base != nil {
		base = &p.base
	}
	p.alike = !slices.ContainsFunc(p.texts, func(t string) bool { return !sameLines(base, t, p.texts[0]) })
	p.merge(base, pickAll(p.texts, s.who), len(s.who) < len(s.values))
	s.parts = append(s.parts, p)
}

// sameLines compares texts. If there is an original, the last line break does not count.
func sameLines(base *string, a, b string) bool {
	if base == nil || a == "" || b == "" {
		return a == b
	}
	return strings.TrimSuffix(a, "\n") == strings.TrimSuffix(b, "\n")
}

// merge merges the texts of the included versions. If others are not included, the lines may be
// split further.
func (p *keyPart) merge(base *string, texts []string, fewer bool) {
	for i, t := range texts {
		if base != nil && !sameLines(base, t, *base) {
			p.changed = append(p.changed, i)
		}
	}
	said := texts
	if len(p.changed) > 0 {
		said = pickAll(texts, p.changed)
	}
	if len(said) == 0 {
		return
	}
	p.value = said[0]
	p.open = slices.ContainsFunc(said, func(t string) bool { return !sameLines(base, t, said[0]) })
	if p.open && fewer && base != nil {
		var all []int
		for i := range texts {
			all = append(all, i)
		}
		var values []string
		some, _ := splitAlone(base, texts, all)
		p.open = false
		for _, o := range some {
			values, p.open = append(values, o.value), p.open || o.open
		}
		p.value = fitted(values, endedAs(base, texts))
	}
	if p.open {
		p.value = ""
		return
	}
	p.from = slices.IndexFunc(texts, func(t string) bool { return sameLines(base, t, p.value) })
}

// splits counts the texts that the model split alone, and all.
var splits struct{ alone, all int }
