package order_test

import (
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/rules/order"
)

func TestKeysAreFractionsAndIdentifiersInTurn(t *testing.T) {
	for _, key := range []string{
		"1", "2", "3/2", "1/2", "1/0", "1 a 1/2", "1/2 a 1/0 b 7", "1 urn:x 2", "1 a%20b 2", "~3/2", "~1 a 2",
		"1000000000000000000000000000001/1000000000000000000000000000000",
		"1" + strings.Repeat(" a 1", 63), // 64 levels
	} {
		if !order.Valid(key) {
			t.Errorf("%q is no key", key)
		}
	}
}

func TestWhatIsNoKey(t *testing.T) {
	for key, why := range map[string]string{
		"":                               "there is none",
		"0":                              "0 is the beginning, where nothing stands",
		"0/1":                            "so is 0/1",
		"2/0":                            "the end is 1/0",
		"2/1":                            "it is written 2",
		"2/4":                            "it is not in lowest terms",
		"01":                             "a number does not begin with 0",
		"-1":                             "it is negative",
		"1.5":                            "it is no fraction",
		"1 ":                             "nothing is below",
		"1 a":                            "the item's own identifier is not written",
		"1  1":                           "an identifier is missing",
		"1 a 1 b":                        "the last fraction is missing",
		"1 a b 1":                        "a fraction is missing",
		"0 a 1":                          "0 is no fraction where something is below, either",
		"1 a 0":                          "nor is it below",
		"1 a/b 1":                        "the identifier is not escaped",
		"1 %61 1":                        "the identifier is escaped without need",
		"1 %zz 1":                        "the escape is none",
		" 1":                             "it begins with a space",
		"~":                              "nothing is guessed",
		"~~1":                            "it is guessed twice",
		"1/2/3":                          "it is divided twice",
		"٣":                              "the digits are not ASCII",
		strings.Repeat("9", 9000):        "it is longer than 8 KB",
		"1" + strings.Repeat(" a 1", 64): "it has 65 levels",
		"1" + strings.Repeat("0", 40) + "/2" + strings.Repeat("0", 40): "it is not in lowest terms, at any length",
	} {
		if order.Valid(key) {
			t.Errorf("%.40q is a key, though %s", key, why)
		}
	}
}

func TestSiblingsStandInTheOrderOfTheirKeys(t *testing.T) {
	ordered := []order.Sibling{
		{"v", "1/18446744073709551617"}, // one more than fits in 64 bits
		{"z", "1/3"}, {"y", "1/2"}, {"x", "~2/3"},
		{"a", "1"}, {"z", "1 a 1/2"}, {"b", "1 a 1"}, {"c", "1 a 1 b 5"}, {"d", "1 a 1"}, {"a", "1 a 3"},
		{"b", "1"}, {"a", "1 b 1"}, {"c", "1"},
		{"p", "1000000000000000001/1000000000000000000"}, {"o", "1000000000000000000/999999999999999999"},
		{"m", "999999999999999999"}, {"n", "1000000000000000000"}, {"l", "100000000000000000000000000000"},
		{"q", "1/0"}, {"r", "1/0"}, {"a", "1/0 r 1"}, {"s", "1/0"},
		{"a", ""}, {"b", "no key"}, {"c", ""},
	}
	for i, a := range ordered {
		for j, b := range ordered {
			want := 0
			if i != j {
				want = 2*boolean(i > j) - 1
			}
			if got := order.Compare(a, b); got != want {
				t.Errorf("Compare(%v, %v) = %d, want %d", a, b, got, want)
			}
		}
	}
}

func boolean(b bool) int {
	if b {
		return 1
	}
	return 0
}

func at(id, key string) *order.Sibling { return &order.Sibling{ID: id, Key: key} }

func TestANewKeyIsTheSimplestBetweenItsNeighbours(t *testing.T) {
	for _, c := range []struct {
		what        string
		left, right *order.Sibling
		want        string
	}{
		{"the first of all", nil, nil, "1"},
		{"at the end", at("a", "1"), nil, "2"},
		{"at the beginning", nil, at("a", "1"), "1/2"},
		{"between two", at("a", "1"), at("b", "2"), "3/2"},
		{"between fractions that leave a whole number", at("a", "1/2"), at("b", "5/2"), "1"},
		{"between fractions with one whole part", at("a", "17/5"), at("b", "18/5"), "7/2"},
		{"after a fraction, at the end", at("a", "17/5"), nil, "4"},
		{"before what a cycle put last", at("a", "3"), at("b", "1/0"), "4"},
		{"after what a cycle put last", at("b", "1/0"), nil, "1/0 b 1"},
		{"between two that were put at one place", at("a", "1"), at("b", "1"), "1 a 1"},
		{"between one of them and what is below the other", at("a", "1"), at("x", "1 b 1/2"), "1 a 1"},
		{"between what is below the one and the other", at("x", "1 a 5"), at("y", "1 b 2"), "1 a 6"},
		{"between one of them and what is below it", at("a", "1"), at("x", "1 a 1"), "1 a 1/2"},
		{"between what is below it and the next", at("x", "1 a 1"), at("b", "1"), "1 a 2"},
		{"between two below it", at("x", "1 a 1"), at("y", "1 a 2"), "1 a 3/2"},
		{"below two levels", at("x", "1 a 1"), at("y", "1 a 1"), "1 a 1 x 1"},
		{"after what stands below, at the end", at("x", "1 a 1"), nil, "2"},
		{"with an identifier that needs escaping", at("a b/c", "1"), at("d", "1"), "1 a%20b%2Fc 1"},
		{"beside a guessed key", at("a", "~1"), at("b", "~2"), "3/2"},
		{"after one without a key", at("a", ""), nil, "1/0 a 1"},
		{"after one without a key, before what is below it", at("a", ""), at("x", "1/0 a 1/2"), "1/0 a 1/3"},
		{"before one without a key", at("a", "1"), at("b", ""), "2"},
		{"where left is not before right", at("a", "2"), at("b", "1"), "3"},
		{"where left is right", at("a", "1"), at("a", "1"), "2"},
		// The difference of 77158673929·239075442 and 1·1 is 2⁶⁴+1, which overflows 64 bits.
		{"between two that are no neighbours", at("a", "1/239075442"), at("b", "77158673929"), "1"},
		{"across the greatest small number", at("a", "999999999999999999"), nil, "1000000000000000000"},
		{"above it", at("a", "1000000000000000000"), nil, "1000000000000000001"},
	} {
		if got := order.Between(c.left, c.right, "new"); got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}

// SSE 0.91 §3.2: "If two or more items are moved or added to the same location by
// different endpoints, the subscriber MUST order the elements alphabetically
// (ascending) by using a text collation on the id attribute".
func TestThingsPutAtOnePlaceStandInAscendingOrderOfIdentifier(t *testing.T) {
	left, right := at("m", "1"), at("n", "2")
	row := []order.Sibling{*left, *right}
	for _, id := range []string{"z", "a", "q", "b"} {
		row = append(row, order.Sibling{ID: id, Key: order.Between(left, right, id)})
	}
	slices.SortFunc(row, order.Compare)
	var got []string
	for _, s := range row {
		got = append(got, s.ID)
	}
	if want := []string{"m", "a", "b", "q", "z", "n"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestAKeyThatWouldBeTooLongIsNone(t *testing.T) {
	long := strings.Repeat("9", 8192)
	if got := order.Between(at("a", long), nil, "b"); got != "" {
		t.Errorf("got a key of %d bytes", len(got))
	}
	longest := "1" + strings.Repeat("0", 8190)
	if got := order.Between(at("a", longest+"1"), nil, "b"); got != longest+"2" {
		t.Errorf("the longest key is %d bytes", len(got))
	}
}

func TestWhatIsInASiblingStandsRightAfterIt(t *testing.T) {
	folder, next := order.Sibling{ID: "f ü", Key: "3/2 a 1"}, order.Sibling{ID: "n", Key: "3/2 b 1"}
	first := order.Sibling{ID: "y", Key: order.Below(folder, "~1")}
	second := order.Sibling{ID: "x", Key: order.Below(folder, "1 y 1/2")}
	if first.Key != "3/2 a 1 f%20%C3%BC 1" || !order.Valid(second.Key) {
		t.Errorf("the keys are %q and %q", first.Key, second.Key)
	}
	for _, pair := range [][2]order.Sibling{{folder, first}, {first, second}, {second, next}} {
		if order.Compare(pair[0], pair[1]) >= 0 {
			t.Errorf("%v is not before %v", pair[0], pair[1])
		}
	}
	if key := order.Below(folder, "1"+strings.Repeat(" a 1", 62)); key != "" {
		t.Errorf("a key of too many levels is %q", key)
	}
}

// Any text that a feed may have as a key is either refused, or there is room before and after
// it.
func FuzzKey(f *testing.F) {
	for _, key := range []string{"1", "3/2", "1/0", "~1 a 1/2", "1 a%20b 2 c 1/0", "99999999999999999999/7", "2/4", "1 a", ""} {
		f.Add(key)
	}
	f.Fuzz(func(t *testing.T, key string) {
		if !order.Valid(key) {
			return
		}
		s := order.Sibling{ID: "m", Key: key}
		for _, id := range []string{"a", "z"} {
			before := order.Sibling{ID: id, Key: order.Between(nil, &s, id)}
			after := order.Sibling{ID: id, Key: order.Between(&s, nil, id)}
			if before.Key != "" && order.Compare(before, s) >= 0 || after.Key != "" && order.Compare(s, after) >= 0 {
				t.Errorf("%q is not between %q and %q", key, before.Key, after.Key)
			}
		}
	})
}

// Keys stay short if 10,000 items are inserted one by one at one position: they consist of two
// numbers with as many digits as the number of items has. Only an alternating insertion
// between the last two makes them grow each time, by less than half a byte. Moving an item
// sets a new key, which compensates for that.
func TestKeysStayShort(t *testing.T) {
	inserts := testsize.Of(1_000, 10_000)
	for _, c := range []struct {
		what string
		// next returns the index of the next item in a row of n, if the previous one was
		// inserted at index last.
		next    func(n, last int) int
		longest int
	}{
		{"at the end", func(n, _ int) int { return n }, 5},
		{"at the beginning", func(int, int) int { return 0 }, 7},
		{"always after the first", func(int, int) int { return 1 }, 11},
		{"always before the last", func(n, _ int) int { return n - 1 }, 11},
		{"each after the one before, between two", func(n, last int) int { return min(last+1, n-1) }, 11},
		{"to and fro between the last two", func(n, last int) int { return last + n%2 }, 4182},
	} {
		row := []order.Sibling{{ID: "a", Key: "1"}, {ID: "b", Key: "2"}}
		longest, last := 0, 1
		for range inserts {
			last = c.next(len(row), last)
			left, right := around(row, last)
			key := order.Between(left, right, "x")
			longest = max(longest, len(key))
			row = slices.Insert(row, last, order.Sibling{ID: "x", Key: key})
		}
		t.Logf("%-45s %d bytes", c.what, longest)
		if longest > c.longest {
			t.Errorf("%s: a key of %d bytes, more than %d", c.what, longest, c.longest)
		}
		if !slices.IsSortedFunc(row, order.Compare) {
			t.Errorf("%s: the row is not in order", c.what)
		}
	}
}

// Items that are moved elsewhere get short keys there, however long the old ones were.
func TestMovingEvensOut(t *testing.T) {
	var row []order.Sibling
	for i := range 200 {
		left, right := around(row, i/2)
		row = slices.Insert(row, i/2, order.Sibling{ID: "x", Key: order.Between(left, right, "x")})
	}
	if n := len(row[100].Key); n < 50 {
		t.Fatalf("the key in the middle has only %d bytes", n)
	}
	moved := order.Sibling{ID: "x", Key: order.Between(&row[199], nil, "x")}
	if len(moved.Key) > 3 {
		t.Errorf("at the end it is %q", moved.Key)
	}
}

// Two endpoints that repeatedly insert items at the same position go down one level each time,
// because their keys are equal there.
func TestLevelsGrowOnlyWhereEndpointsMeet(t *testing.T) {
	left, right := at("a", "1"), at("b", "2")
	for round := range 60 {
		x := at("x", order.Between(left, right, "x"))
		y := at("y", order.Between(left, right, "y"))
		if !order.Valid(x.Key) || order.Compare(*left, *x) >= 0 || order.Compare(*x, *y) >= 0 || order.Compare(*y, *right) >= 0 {
			t.Fatalf("round %d: %v, %v, %v, %v", round, left, x, y, right)
		}
		left, right = x, y
	}
}
