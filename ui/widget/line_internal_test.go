package widget

import "testing"

// The greatest number is found from any start, and with few calls if that is close.
func TestGreatest(t *testing.T) {
	for most := range 70 {
		for want := range most + 1 {
			for about := -1; about <= most+1; about++ {
				tries := 0
				got := greatest(most, about, func(i int) bool {
					if tries++; i < 1 || i > most {
						t.Fatalf("%d is tried of %d", i, most)
					}
					return i <= want
				})
				if far := max(want-about, about-want); got != want || tries > 16 || far < 2 && tries > 4 {
					t.Errorf("%d of %d, beginning at %d: got %d after %d tries", want, most, about, got, tries)
				}
			}
		}
	}
}
