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
	if isASCII(s) {
		return asciiWords(s)
	}
	return anyWords(s)
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}

// asciiWords splits ASCII by the same rules, in a fraction of the time.
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

// insideWord reports whether no word ends before the byte at i.
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

// maxByWord is the number of bytes of a stretch, in the base and all versions
// together, that is merged word by word. A longer stretch has no such offer.
const maxByWord = 100_000

// Words merges what several changed in the same line word by word, and reports
// whether that can be done. It is never right to take it unread: each change may
// be right, and both together wrong.
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

// explained reports whether each word is there as often as what the versions added
// and removed comes to. It is not where two moved a word, each elsewhere, or where
// one moved what another removed.
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

// counts counts the words with a letter or a number in them.
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

// wordsOf makes words of lines: a word is a line without an end, a line end an
// empty line.
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

// reach finds how far changes hang together. Only an unchanged word keeps two of
// them apart: with nothing but spaces, punctuation, numbers or a line end between
// them they touch. So no date or address is made of two halves, and a line changed
// next to a changed line is a collision by words as it is by lines.
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
