package storage

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/record"
)

func TestFactsComeBackAsTheyWerePut(t *testing.T) {
	text := rapid.StringMatching(`[^\x00]*`)
	rapid.Check(t, func(t *rapid.T) {
		f := record.Facts{
			Kind: rapid.SampledFrom([]record.Kind{record.Todo, record.Contact, record.Outline}).Draw(t, "kind"),
			UID:  text.Draw(t, "UID"), Due: text.Draw(t, "due"), Start: text.Draw(t, "start"), Parent: text.Draw(t, "parent"),
			Done: rapid.Bool().Draw(t, "done"), Cancelled: rapid.Bool().Draw(t, "cancelled"), Ordered: rapid.Bool().Draw(t, "ordered"),
			Alarms: rapid.Bool().Draw(t, "alarms"), Repeats: rapid.Bool().Draw(t, "repeats"), Feed: rapid.Bool().Draw(t, "feed"),
			Priority: rapid.Int().Draw(t, "priority"), Order: rapid.Int64().Draw(t, "order"),
		}
		if tags := rapid.SliceOfN(text, 0, 3).Draw(t, "tags"); len(tags) > 0 {
			f.Tags = tags
		}
		if got, err := decodeFacts(encodeFacts(f)); err != nil || !reflect.DeepEqual(got, f) {
			t.Errorf("got %+v, want %+v, error %v", got, f, err)
		}
	})
}

func TestFactsOfANoteTakeNoText(t *testing.T) {
	note := record.Facts{Kind: record.Note}
	if text := encodeFacts(note); text != "" {
		t.Errorf("the text is %q", text)
	}
	if got, err := decodeFacts(""); err != nil || !reflect.DeepEqual(got, note) {
		t.Errorf("got %+v, error %v", got, err)
	}
}

func TestFactsThatNobodyWroteAreAnError(t *testing.T) {
	for _, text := range []string{
		"todo",
		"todo\x00\x00\x00\x00\x00high\x000\x00",
		"todo\x00\x00\x00\x00\x000\x00first\x00",
	} {
		if f, err := decodeFacts(text); err == nil {
			t.Errorf("%q: got %+v", text, f)
		}
	}
}
