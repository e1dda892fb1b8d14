package items

import "testing"

func TestASearchSaysOfHowManyRowsTheFirstAreShown(t *testing.T) {
	for found, want := range map[int]string{
		500:    "",
		501:    "500 of 501: type on to find fewer",
		9_999:  "500 of 9,999: type on to find fewer",
		10_000: "500 of at least 10,000: type on to find fewer",
		16_384: "500 of at least 10,000: type on to find fewer",
	} {
		if got := foundText(found); got != want {
			t.Errorf("%d: %q, want %q", found, got, want)
		}
	}
}
