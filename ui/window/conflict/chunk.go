package conflict

import (
	"strings"

	"crossfeed/engine/merge"
)

// chunk is a stretch of a long text as every column has it.
type chunk struct {
	texts []string
	// original tells that the stretch has one, alike that all versions say the
	// same, open that the result is not chosen yet.
	original, alike, open bool
	// whole tells that the stretch was cut out, so that it is either alike or
	// not; one that was not may be both, line by line.
	whole bool
}

// resultIn cuts a result that was typed, or taken whole, at the borders of
// stretches.
func (m moment) resultIn(cut []merge.Chunk, result string) []string {
	if parts, found := exactly(cut, result); found {
		return parts
	}
	n := m.number(m.ref)
	text := func(c merge.Chunk) string {
		if m.sure {
			return c.Base
		}
		return c.Texts[n]
	}
	return nearly(cut, text, result)
}

// exactly finds a result that is what one version says.
func exactly(cut []merge.Chunk, result string) ([]string, bool) {
	for n := range cut[0].Texts {
		parts, rest := make([]string, len(cut)), result
		for i, c := range cut {
			after, is := strings.CutPrefix(rest, c.Texts[n])
			if !is {
				break
			}
			parts[i], rest = c.Texts[n], after
			if i == len(cut)-1 && rest == "" {
				return parts, true
			}
		}
	}
	return nil, false
}

// nearly gives each line of a result to the stretch in which the line of a text
// stands that it corresponds to, or the one above it.
func nearly(cut []merge.Chunk, text func(merge.Chunk) string, result string) []string {
	var whole strings.Builder
	ends := make([]int, len(cut)) // ends are the lines with which stretches end
	lines, end := splitKeeping(result), 0
	for i, c := range cut {
		whole.WriteString(text(c))
		end += len(split(text(c)))
		ends[i] = end
	}
	parts, at, from, to := make([]string, len(cut)), 0, 0, 0
	for _, r := range merge.Text(whole.String(), result) {
		for r.Left.Number > 0 && at < len(cut)-1 && r.Left.Number > ends[at] {
			parts[at], from = result[from:to], to
			at++
		}
		if n := r.Right.Number; n > 0 && n <= len(lines) {
			to += len(lines[n-1])
		}
	}
	parts[at] = result[from:to]
	return parts
}

// splitKeeping are the lines of a text, each with its end.
func splitKeeping(text string) []string {
	var all []string
	for text != "" {
		end := strings.IndexAny(text, "\r\n")
		switch {
		case end < 0:
			end = len(text)
		case strings.HasPrefix(text[end:], "\r\n"):
			end += 2
		default:
			end++
		}
		all, text = append(all, text[:end]), text[end:]
	}
	return all
}

// split are the lines of a text without their ends. What follows the last end is
// a line only where there is something.
func split(text string) []string {
	all := splitKeeping(text)
	for i := range all {
		all[i] = strings.TrimRight(all[i], "\r\n")
	}
	return all
}
