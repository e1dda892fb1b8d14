//go:build display

package walkthrough_test

import (
	"slices"
	"testing"
)

// Backgrounds of words that a version removed, and of the same words in the original, in the
// dark and in the light.
var (
	struck = []string{"\x7a\x33\x2d", "\xf5\xb9\xb1"}
	lost   = []string{"\x43\x20\x1d", "\xfb\xe3\xe0"}
)

// count returns the number of pixels of some colours in a part of the display.
func (j *journey) count(colours []string, part string) int {
	j.t.Helper()
	n, pixels := 0, j.pixels(part)
	for i := 0; i+3 <= len(pixels); i += 3 {
		if slices.Contains(colours, pixels[i:i+3]) {
			n++
		}
	}
	return n
}

// TestFiveVersionsAreSeenInAWindowOfTheInitialSize checks in pictures of the real window that
// removed words are struck out in the current version and in the person's own, and marked in
// the original; that these columns stay where they are while the others scroll; and that the
// first key on a whole version says what is dropped.
func TestFiveVersionsAreSeenInAWindowOfTheInitialSize(t *testing.T) {
	s := stage(t, "todo", "laptop", "tablet", "phone", "server")
	s.width, s.height = 1180, 740
	s.subscribe(desk, "laptop", "tablet", "phone", "server")
	s.share("eggs", "title=Buy brown eggs", "tags=food")
	s.changes("laptop", "eggs", "title=Buy big eggs")
	s.changes("tablet", "eggs", "title=Buy ten eggs")
	s.changes("phone", "eggs", "title=Buy raw eggs")
	s.changes(desk, "eggs", "title=Buy eggs", "tags=food\nshop")
	s.changes("server", "eggs", "title=Buy few eggs")
	s.publishes()
	s.opens()
	s.opensConflict()
	const (
		original, current, own              = "140x50+358+213", "140x50+508+213", "140x50+660+213"
		headOfOriginal, headOfOwn, headNext = "140x44+358+122", "140x44+660+122", "140x44+811+122"
		drops, list                         = "380x22+705+645", "70x26+246+85"
	)
	seen := func(when string) {
		t.Helper()
		s.picture(when)
		for column, n := range map[string]int{"current version": s.count(struck, current), "own version": s.count(struck, own), "original": s.count(lost, original)} {
			if n < 200 {
				t.Errorf("%s: %d pixels of removed words in the %s", when, n, column)
			}
		}
	}
	seen("at first")
	before := map[string]string{}
	for _, part := range []string{headOfOriginal, headOfOwn, headNext, list, drops} {
		before[part] = s.pixels(part)
	}
	s.press("1")
	s.until("the foot says what is dropped", func() (bool, string) { return s.pixels(drops) != before[drops], "" })
	s.press("Right", "Right", "Right", "Right", "Right", "Right")
	seen("scrolled")
	for _, part := range []string{headOfOriginal, headOfOwn, list} {
		if s.pixels(part) != before[part] {
			t.Errorf("%s is not as before the others scrolled", part)
		}
	}
	if s.pixels(headNext) == before[headNext] {
		t.Error("the others did not scroll")
	}
}
