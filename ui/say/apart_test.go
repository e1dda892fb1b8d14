package say_test

import (
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/record"
	"crossfeed/ui/say"
)

// Of two files of one name and size each says what tells it from the other.
func TestFilesThatReadTheSameAreToldApart(t *testing.T) {
	file := func(digit string, size int64, name string) string {
		return record.Attached(strings.Repeat(digit, 64), size, name).String()
	}
	one, other, small := file("1", 12345, "Invoice.pdf"), file("2", 12345, "Invoice.pdf"), file("3", 1, "a.txt")
	for _, c := range []struct{ values, want []string }{
		{[]string{one, small, ""}, []string{"Invoice.pdf (12 kB)", "a.txt (1 B)", ""}},
		{[]string{one, one}, []string{"Invoice.pdf (12 kB)", "Invoice.pdf (12 kB)"}},
		{[]string{one, other}, []string{"Invoice.pdf (12 kB) …11111111", "Invoice.pdf (12 kB) …22222222"}},
		{[]string{one + "\n" + small, one + "\n" + other}, []string{
			"Invoice.pdf (12 kB) …11111111\na.txt (1 B) …33333333", "Invoice.pdf (12 kB) …11111111\nInvoice.pdf (12 kB) …22222222"}},
		{[]string{"x/a.jpg 0", "y/a.jpg 0"}, []string{"a.jpg …x/a.jpg", "a.jpg …y/a.jpg"}},
	} {
		if got := (say.Speaker{}).Apart(record.Files, c.values...); !slices.Equal(got, c.want) {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
