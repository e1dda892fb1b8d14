package place_test

import (
	"testing"

	"crossfeed/engine/sse091/place"
)

// Whatever stands in a feed as a key: it is refused, or there is room before and after it.
func FuzzKey(f *testing.F) {
	for _, key := range []string{"1", "3/2", "1/0", "~1 a 1/2", "1 a%20b 2 c 1/0", "99999999999999999999/7", "2/4", "1 a", ""} {
		f.Add(key)
	}
	f.Fuzz(func(t *testing.T, key string) {
		if !place.Valid(key) {
			return
		}
		s := place.Sibling{ID: "m", Key: key}
		for _, id := range []string{"a", "z"} {
			before := place.Sibling{ID: id, Key: place.Between(nil, &s, id)}
			after := place.Sibling{ID: id, Key: place.Between(&s, nil, id)}
			if before.Key != "" && place.Compare(before, s) >= 0 || after.Key != "" && place.Compare(s, after) >= 0 {
				t.Errorf("%q is not between %q and %q", key, before.Key, after.Key)
			}
		}
	})
}
