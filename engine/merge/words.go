package merge

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
	"github.com/sergi/go-diff/diffmatchpatch"
)

// maxWords is the number of words of two lines that are compared exactly. Twice
// as many take four times as long.
const maxWords = 4_000

// maxTidied is the number of bytes of two lines whose differences are made such
// as a person would mark them. The search for overlaps takes the square of it.
const maxTidied = 20_000

// diffWords compares two lines by words, makes the differences such as a person
// would mark them, and cuts them at the borders of grapheme clusters. Where ctx is
// done, that is no longer worth the time.
func diffWords(ctx context.Context, left, right string) (l, r []Span) {
	if ctx.Err() != nil {
		return nil, nil
	}
	a, b := words(left), words(right)
	var diffs []diffmatchpatch.Diff
	for _, s := range diffTokens(ctx, a, b, maxWords) {
		var same, removed, added string
		same, a, b = strings.Join(a[:s.equal], ""), a[s.equal:], b[s.equal:]
		removed, a = strings.Join(a[:s.removed], ""), a[s.removed:]
		added, b = strings.Join(b[:s.added], ""), b[s.added:]
		diffs = appendDiff(diffs, diffmatchpatch.DiffEqual, same)
		diffs = appendDiff(diffs, diffmatchpatch.DiffDelete, removed)
		diffs = appendDiff(diffs, diffmatchpatch.DiffInsert, added)
	}
	return mark(left, right, tidied(diffs, left, right))
}

// tidied takes words that are equal by chance as different, and finds what words
// have in common. It leaves lines alone that are not UTF-8: there it would change
// their lengths.
func tidied(diffs []diffmatchpatch.Diff, left, right string) []diffmatchpatch.Diff {
	if len(left)+len(right) > maxTidied || !utf8.ValidString(left) || !utf8.ValidString(right) {
		return diffs
	}
	return diffmatchpatch.New().DiffCleanupSemantic(diffs)
}

func appendDiff(diffs []diffmatchpatch.Diff, op diffmatchpatch.Operation, text string) []diffmatchpatch.Diff {
	if text == "" {
		return diffs
	}
	return append(diffs, diffmatchpatch.Diff{Type: op, Text: text})
}

// words splits a line where words begin and end (UAX #29), as far as no grapheme
// cluster is split.
func words(s string) []string {
	var all []string
	for state, from, rest := -1, s, s; rest != ""; {
		var boundaries int
		_, rest, boundaries, state = uniseg.StepString(rest, state)
		if boundaries&uniseg.MaskWord != 0 || rest == "" {
			all = append(all, from[:len(from)-len(rest)])
			from = rest
		}
	}
	return all
}
