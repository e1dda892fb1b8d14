//go:build display

package walkthrough_test

import (
	"strings"
	"testing"

	"crossfeed/ui/walkthrough"
)

// TestAShiftClickOnAPhoneNumberTakesBoth checks that a click with Shift on the cell of the other
// version adds its phone number to the one that was taken.
func TestAShiftClickOnAPhoneNumberTakesBoth(t *testing.T) {
	s := stage(t, "contact", "laptop")
	s.subscribe(desk, "laptop")
	s.share("ann", "name=Ann", "phones=555-0100")
	s.changes(desk, "ann", "phones=555-0111")
	s.changes("laptop", "ann", "phones=555-0122")
	s.publishes()
	s.opens()
	s.opensConflict()
	s.picture("open")
	s.must(s.window.Click(s.ctx, walkthrough.Point{X: 620, Y: 225}, ""))
	s.picture("one")
	s.must(s.window.Click(s.ctx, walkthrough.Point{X: 830, Y: 225}, "shift"))
	s.picture("both")
	s.press("ctrl+Return")
	s.until("both are saved", func() (bool, string) {
		it := s.itemAt(desk, "ann")
		shown := s.by(desk, "item", "show", s.list, "ann")
		return resolved(it) && strings.Contains(shown, "555-0111") && strings.Contains(shown, "555-0122"), shown
	})
}
