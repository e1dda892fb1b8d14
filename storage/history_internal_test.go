package storage

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"crossfeed/engine/item"
)

// Histories are what was put, whatever is in their texts; those without an escape are read as any
// JSON would be.
func TestHistoriesAreReadAsTheyWereWritten(t *testing.T) {
	short := 0
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.SampledFrom([]string{"", "laptop", `<x y="z"/>`, `\`, `"}]`, `},{"sequence":`, "},{", `,by:`, "\x00\n", "é\u2028", "\xff"}), rapid.String())
		when := rapid.Custom(func(t *rapid.T) item.When {
			at := time.Unix(rapid.Int64Range(-1<<40, 1<<40).Draw(t, "second"), rapid.Int64Range(0, 999_999_999).Draw(t, "nanosecond"))
			return item.ReadWhen(strings.ToValidUTF8(text.Draw(t, "when"), ""), at.UTC())
		})
		entry := rapid.Custom(func(t *rapid.T) item.History {
			valid := func(name string) string { return strings.ToValidUTF8(text.Draw(t, name), "") }
			return item.History{Sequence: rapid.Int().Draw(t, "sequence"), When: when.Draw(t, "when"), By: valid("by"), Extra: valid("extra")}
		})
		want := rapid.SliceOfN(entry, 1, 5).Draw(t, "history")
		written, err := encodeHistory(want)
		if err != nil {
			t.Fatal(err)
		}
		got, err := decodeHistory(written)
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("%s is read as %v, %v; want %v", written, got, err, want)
		}
		read, plain := plainHistory(written)
		if plain != !strings.Contains(written, `\`) || plain && !slices.Equal(read, want) {
			t.Fatalf("%s is read as %v, plain: %t", written, read, plain)
		}
		if plain {
			short++
		}
	})
	if short == 0 {
		t.Error("every history had an escape")
	}
}

// What is no history is refused, wherever it ends or another character is in it.
func TestWhatIsNoHistoryIsRefused(t *testing.T) {
	const whole = `[{"sequence":2,"when":"now","at":"5.000000001","by":"laptop","extra":"<x/>"},{"sequence":1,"by":"phone"}]`
	if read, err := decodeHistory(whole); err != nil || len(read) != 2 {
		t.Fatalf("%v, %v", read, err)
	}
	var texts []string
	for i := range len(whole) {
		texts = append(texts, whole[:i], whole[:i]+whole[i+1:], whole[:i]+"x"+whole[i+1:], whole[:i]+`"`+whole[i+1:], whole[:i]+whole[i:i+1]+whole[i:])
	}
	for _, text := range texts {
		read, plain := plainHistory(text)
		var entries []entry
		err := json.Unmarshal([]byte(text), &entries)
		if !plain {
			continue
		}
		var want []item.History
		for _, e := range entries {
			want = append(want, e.decoded())
		}
		if err != nil || !slices.Equal(read, want) {
			t.Errorf("%s is read as %v; as JSON it is %v, %v", text, read, want, err)
		}
	}
}
