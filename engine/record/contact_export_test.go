package record_test

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/record/exchange"
	"crossfeed/engine/record/vcf"
)

// Whatever people type into the fields of a contact is in them again after it
// went through a file of either version, but for the files that only feeds lead to.
func TestFieldsOfAContactComeBackFromAFile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := record.Values{}
		for _, f := range record.Fields(record.Contact) {
			if f.Form != record.Files {
				v[f.Name] = valueOf(t, f)
			}
		}
		c, err := record.New(record.Contact, v)
		if err != nil {
			t.Fatal(err)
		}
		for _, version := range []vcf.Version{vcf.V3, vcf.V4} {
			back := record.Read(throughFile(t, version, c))
			for _, f := range record.Fields(record.Contact) {
				if got, want := back.Get(f.Name), record.Read(c).Get(f.Name); got != want {
					t.Fatalf("version %v: %s is %q, want %q, in %s", version, f.Name, got, want, c.XML())
				}
			}
		}
	})
}

func throughFile(t *rapid.T, version vcf.Version, c *item.Content) *item.Content {
	var file bytes.Buffer
	if err := vcf.Write(&file, version, []exchange.Out{{UID: "u", Content: c}}); err != nil {
		t.Fatal(err)
	}
	var back *item.Content
	err := vcf.Read(&file, func(e exchange.Entry) error {
		back = e.Content
		return nil
	})
	if err != nil || back == nil {
		t.Fatalf("%v came back: %v", back, err)
	}
	return back
}
