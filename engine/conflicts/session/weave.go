package session

import (
	"slices"
	"strings"

	"crossfeed/engine/merge"
	"crossfeed/engine/record"
)

// chunks are the stretches of a long text in which versions differ; nil for any
// other row. All versions that say anything are cut, whatever is ticked, so that a
// stretch keeps its number.
func (r *row) chunks() []merge.Chunk {
	if r.cut == nil {
		var cut []merge.Chunk
		if values := r.spoken(); r.field.Merge == record.MergeText && differ(values) {
			cut = merge.Chunks(r.base, values)
		}
		r.cut = &cut
	}
	return *r.cut
}

// spoken are the values of the versions that say anything.
func (r *row) spoken() []string {
	var all []string
	for n, value := range r.values {
		if r.speaks[n] {
			all = append(all, value)
		}
	}
	return all
}

func differ(values []string) bool {
	return slices.ContainsFunc(values, func(v string) bool { return v != values[0] })
}

// spread gives every candidate its text, of texts of those that say anything.
func (r *row) spread(texts []string) []string {
	all := make([]string, len(r.values))
	next := 0
	for n := range all {
		if r.speaks[n] {
			all[n] = texts[next]
			next++
		}
	}
	return all
}

// stands numbers the candidate whose text stands where a stretch is open.
func (s *Session) stands(r *row) int {
	if n := s.number(s.standIn()); n >= 0 && r.speaks[n] {
		return n
	}
	return slices.Index(r.speaks, true)
}

// standOf is how a text stands of which stretches were taken.
func (s *Session) standOf(r *row) standing {
	var parts []string
	open := false
	for _, h := range s.hunks(r) {
		parts = append(parts, h.Result)
		open = open || h.Open
	}
	return standing{value: joinLines(parts), chosen: true, open: open}
}

// joinLines joins stretches of lines. The last line of a text may have no end:
// where another follows after all, it gets one.
func joinLines(parts []string) string {
	var text strings.Builder
	ended := true
	for _, p := range parts {
		if p == "" {
			continue
		}
		if !ended {
			text.WriteString("\n")
		}
		text.WriteString(p)
		ended = strings.HasSuffix(p, "\n") || strings.HasSuffix(p, "\r")
	}
	return text.String()
}

// partsOf are the letters of the candidates that the stretches of a result came
// from, each once.
func (s *Session) partsOf(r *row) []string {
	var letters []string
	add := func(n int) {
		if l := Letter(n); !slices.Contains(letters, l) {
			letters = append(letters, l)
		}
	}
	for _, h := range s.hunks(r) {
		switch {
		case h.Alike:
		case h.Taken == nil && h.From >= 0:
			add(h.From)
		default:
			for _, n := range h.Taken {
				add(n)
			}
		}
	}
	slices.Sort(letters)
	return letters
}
