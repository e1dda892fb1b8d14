package merge

import (
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
	"github.com/sergi/go-diff/diffmatchpatch"
)

// maxWords is the maximum number of words of two lines to compare exactly. The time grows with
// the square of the number.
const maxWords = 4_000

// maxTidied is the maximum number of bytes of two lines whose differences are cleaned up for
// readability. The search for overlaps takes quadratic time.
const maxTidied = 20_000

// diffWords compares two lines by words, cleans up the differences for readability, and aligns
// them with the boundaries of grapheme clusters. Once ctx is done, it returns nothing.
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

// tidied treats chance matches of words as differences, and finds common parts of words. It
// skips lines that are not valid UTF-8, because it would change their lengths.
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

// words splits a line at word boundaries (UAX #29) that do not split a grapheme cluster.
func words(s string) []string {
	if isASCII(s) {
		return asciiWords(s)
	}
	return anyWords(s)
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}

// asciiWords splits ASCII by the same rules, but much faster.
func asciiWords(s string) []string {
	var all []string
	for s != "" {
		end := 1
		for end < len(s) && insideWord(s, end) {
			end++
		}
		all, s = append(all, s[:end]), s[end:]
	}
	return all
}

// insideWord reports whether there is no word boundary before the byte at i.
func insideWord(s string, i int) bool {
	before, after := s[i-1], s[i]
	around := func(at int, is func(byte) bool) bool {
		return at > 0 && at < len(s)-1 && is(s[at-1]) && is(s[at+1])
	}
	within := func(at int) bool {
		switch s[at] {
		case '.', '\'':
			return around(at, letter) || around(at, digit)
		case ':':
			return around(at, letter)
		case ',', ';':
			return around(at, digit)
		}
		return false
	}
	inWord := func(b byte) bool { return letter(b) || digit(b) || b == '_' }
	switch {
	case inWord(before) && inWord(after), before == ' ' && after == ' ', before == '\r' && after == '\n':
		return true
	}
	return within(i) || within(i-1)
}

func letter(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' }

func digit(b byte) bool { return '0' <= b && b <= '9' }

func anyWords(s string) []string {
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

// maxByWord is the maximum total number of bytes, in the base and all versions, of a section
// that is merged word by word. There is no suggestion for longer sections.
const maxByWord = 100_000

// Words merges several changes of the same line word by word, and reports whether that is
// possible. The result must be reviewed by a person: each change may be right, and their
// combination wrong.
func Words(base string, values []string) (merged string, ok bool) {
	size := len(base)
	for _, v := range values {
		size += len(v)
	}
	if base == "" || slices.Contains(values, "") || size > maxByWord {
		return "", false
	}
	versions := make([][]line, len(values))
	for i, v := range values {
		versions[i] = wordsOf(lines(v))
	}
	d := newDiff3(wordsOf(lines(base)), versions, maxWords)
	d.reach = reach(d.base)
	var all []line
	for _, h := range d.hunks() {
		chosen, agreed := d.choose(h)
		if !agreed {
			return "", false
		}
		all = append(all, d.withEnds(h, chosen)...)
	}
	if !explained(d.base, versions, all) {
		return "", false
	}
	return written(all)
}

// explained reports whether the number of occurrences of each word results from the versions'
// additions and removals. It does not if two versions moved a word to different positions, or
// if one moved a word that another removed.
func explained(base []line, versions [][]line, merged []line) bool {
	was, is := counts(base), counts(merged)
	type sum struct{ added, removed, mostAdded, mostRemoved int }
	sums := map[string]sum{}
	for i, v := range versions {
		if slices.ContainsFunc(versions[:i], func(other []line) bool { return sameLines(other, v) }) {
			continue
		}
		now := counts(v)
		for w := range union(was, now) {
			s, up, down := sums[w], max(now[w]-was[w], 0), max(was[w]-now[w], 0)
			sums[w] = sum{s.added + up, s.removed + down, max(s.mostAdded, up), max(s.mostRemoved, down)}
		}
	}
	for w := range union(was, is) {
		s, change := sums[w], is[w]-was[w]
		if change < s.mostAdded-s.removed || change > s.added-s.mostRemoved {
			return false
		}
	}
	return true
}

// counts counts the words that contain a letter or a number.
func counts(words []line) map[string]int {
	all := map[string]int{}
	for _, w := range words {
		if speaks([]line{w}) {
			all[w.text]++
		}
	}
	return all
}

func union(a, b map[string]int) map[string]bool {
	all := map[string]bool{}
	for w := range a {
		all[w] = true
	}
	for w := range b {
		all[w] = true
	}
	return all
}

// wordsOf converts lines to words: a word is a line without an end, a line end an empty line.
func wordsOf(lines []line) []line {
	var all []line
	for _, l := range lines {
		for _, w := range words(l.text) {
			all = append(all, line{text: w})
		}
		if l.end != "" {
			all = append(all, line{end: l.end})
		}
	}
	return all
}

// reach determines how far changes are connected. Only an unchanged word separates two
// changes: with only spaces, punctuation, numbers or a line end between them, they are
// adjacent. This way, no date or address is combined from two halves, and changes of adjacent
// lines collide by words as they do by lines.
func reach(base []line) []int {
	all := make([]int, len(base)+1)
	all[len(base)] = len(base)
	for i := len(base) - 1; i >= 0; i-- {
		all[i] = i
		if !strings.ContainsFunc(base[i].text, unicode.IsLetter) {
			all[i] = all[i+1]
		}
	}
	return all
}
