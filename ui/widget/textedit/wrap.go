package textedit

import (
	"math"
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"crossfeed/ui/display"
)

// wrapper breaks lines into rows of a width. Each word is measured only once.
type wrapper struct {
	measure func(string) float32
	width   float32
	// tab is the distance of tab stops.
	tab      float32
	letters  [utf8.RuneSelf]float32
	clusters map[string]float32
	words    map[string]float32
	// measured counts the texts that were measured, wrapped the lines that were broken: tests
	// assert how much work a key press causes.
	measured, wrapped int
}

// Limits of the cache: the longest word, in bytes, and the number of words.
const (
	longestWord = 48
	mostWords   = 20_000
)

func newWrapper(measure func(string) float32) *wrapper {
	w := &wrapper{}
	w.measure = func(s string) float32 {
		w.measured++
		return measure(display.Visible(s))
	}
	w.forget()
	return w
}

// forget clears all measurements, after the text size changed.
func (w *wrapper) forget() {
	w.clusters, w.words, w.letters = map[string]float32{}, map[string]float32{}, [utf8.RuneSelf]float32{}
	w.tab = w.measure("\t")
}

// rows returns the byte offsets in a line at which its rows begin, except for the first.
func (w *wrapper) rows(text string) []int {
	w.wrapped++
	begins := []int{}
	used, numbers := float32(0), display.NumbersIn(text)
	for at := 0; at < len(text); {
		end, blanks := w.unit(text, at)
		for blanks < len(text) && numbers.Inside(blanks) {
			end, blanks = w.unit(text, blanks)
		}
		wide := w.wordWidth(text[at:end])
		if used > 0 && (used > w.width || used+wide > w.width) {
			begins, used = append(begins, at), 0
		}
		if wide > w.width {
			begins, used = w.breakWord(begins, numbers, text, at, end)
		} else {
			used += wide
		}
		for _, blank := range text[end:blanks] {
			used = w.behind(used, blank)
		}
		at = blanks
	}
	return begins
}

// unit returns the end of the unit at a byte offset that is not broken if it fits into a row:
// a word, or a part of one in scripts that break without blanks. blanks is the end of the
// blanks after it, which may extend beyond the row.
func (w *wrapper) unit(text string, at int) (end, blanks int) {
	const manyBlanks = 200
	if end = at + ideograph(text[at:]); end > at && ideograph(text[end:]) > 0 {
		return end, end // a line may break between any two ideographs
	}
	for end = at; end < len(text) && text[end] != ' ' && text[end] != '\t'; end++ {
		if text[end] >= eastern {
			part, rest, _, _ := uniseg.FirstLineSegmentInString(text[at:min(len(text), at+segment)], -1)
			if rest != "" {
				end = boundary(text, at, at+len(strings.TrimRight(part, " \t")))
				break
			}
			if end = strings.IndexAny(text[at:], " \t"); end < 0 {
				end = len(text) - at
			}
			end += at
			break
		}
	}
	blanks = end
	for blanks < len(text) && blanks < end+manyBlanks && (text[blanks] == ' ' || text[blanks] == '\t') {
		blanks++
	}
	if blanks > end {
		blanks = boundary(text, blanks-1, blanks) // a combining mark may belong to the last blank
	}
	return end, blanks
}

// ideograph returns the length of the ideograph at the beginning of a text, or 0.
func ideograph(text string) int {
	if r, size := utf8.DecodeRuneInString(text); r >= 0x4e00 && r <= 0x9fff {
		return size
	}
	return 0
}

const (
	// eastern is the lowest first byte of the punctuation and the scripts that break without
	// blanks.
	eastern = 0xe2
	// segment is how many bytes are examined for the next break.
	segment = 400
)

// breakWord breaks a word that is wider than a row between its characters: where it harms
// least, and of such positions at the last that fits into the row.
func (w *wrapper) breakWord(begins []int, numbers display.Numbers, text string, at, end int) ([]int, float32) {
	used, row := float32(0), at
	// good is the best break in the row, and least the harm that it does.
	good, least := row, 0
	for at < end {
		if at > row {
			if harm := numbers.Harm(at); good == row || harm <= least {
				good, least = at, harm
			}
		}
		next := nextCluster(text, at)
		wide := w.clusterWidth(text[at:next])
		if used > 0 && used+wide > w.width && text[at] != ' ' { // a space may extend beyond the row
			begins = append(begins, good)
			at, row, used = good, good, 0
			continue
		}
		used += wide
		at = next
	}
	return begins, used
}

// behind returns where a blank that begins at x ends.
func (w *wrapper) behind(x float32, blank rune) float32 {
	switch blank {
	case ' ':
		return x + w.clusterWidth(" ")
	case '\t':
		return w.tab * float32(math.Floor(float64((x+w.tab)/w.tab)))
	}
	return x
}

// wordWidth returns the width of a word; for long ones, it is approximately the sum of the
// characters.
func (w *wrapper) wordWidth(word string) float32 {
	if word == "" {
		return 0
	}
	if len(word) > longestWord {
		sum := float32(0)
		for at := 0; at < len(word); {
			next := nextCluster(word, at)
			sum += w.clusterWidth(word[at:next])
			at = next
		}
		return sum
	}
	return w.cached(w.words, word)
}

func (w *wrapper) clusterWidth(cluster string) float32 {
	if len(cluster) > 1 || cluster[0] >= utf8.RuneSelf {
		return w.cached(w.clusters, cluster)
	}
	width := &w.letters[cluster[0]]
	if *width == 0 {
		*width = w.measure(cluster)
	}
	return *width
}

func (w *wrapper) cached(in map[string]float32, text string) float32 {
	width, known := in[text]
	if !known {
		if len(in) >= mostWords {
			clear(in)
		}
		width = w.measure(text)
		in[strings.Clone(text)] = width // a substring would keep the whole line in memory
	}
	return width
}

// x returns the x coordinate of a byte offset in a row's text.
func (w *wrapper) x(row string, at int) float32 {
	if at == 0 {
		return 0
	}
	return w.measure(row[:at])
}

// at returns the end of a character of a row's text that is nearest to x.
func (w *wrapper) at(row string, x float32) int {
	ends := []int{0}
	for end := 0; end < len(row); {
		end = nextCluster(row, end)
		ends = append(ends, end)
	}
	low, high := 0, len(ends)-1 // ends[low] is at or before x, and ends[high+1] after it
	for low < high {
		middle := (low + high + 1) / 2
		if w.x(row, ends[middle]) <= x {
			low = middle
		} else {
			high = middle - 1
		}
	}
	if low+1 < len(ends) && w.x(row, ends[low+1])-x < x-w.x(row, ends[low]) {
		low++
	}
	return ends[low]
}
