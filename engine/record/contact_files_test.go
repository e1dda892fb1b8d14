package record_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/enginetest/pace"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/record/exchange"
	"crossfeed/engine/record/vcard"
)

// eachCard tests every contact in the files from other programs (testdata/vcf/README.md).
func eachCard(t *testing.T, test func(t *testing.T, c *item.Content)) {
	files, err := filepath.Glob("../../testdata/vcf/*.vcf")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			file, err := os.Open(name)
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			err = vcard.Read(file, func(e exchange.Entry) error {
				if e.Content != nil {
					test(t, e.Content)
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		})
	}
}

func TestCardsOfProgramsAreShownAsTheyAre(t *testing.T) {
	eachCard(t, func(t *testing.T, c *item.Content) {
		r := record.Read(c)
		for _, f := range record.Fields(record.Contact) {
			says := r.Get(f.Name)
			if canonical, err := f.Canonical(says); err != nil || canonical != says {
				t.Errorf("%s is %q, and canonical %q, %v", f.Name, says, canonical, err)
			}
		}
		if same, err := record.Apply(c, r.Values()); err != nil || same != c {
			t.Errorf("its own values changed %s: %v", c.XML(), err)
		}
	})
}

// others are values that occur in no file.
var others = map[record.Form]string{
	record.Line: "other", record.Text: "other", record.Birthday: "1901-02-03", record.Words: "other",
	record.Entries: "[x-other] other@example.net", record.Addresses: "[x-other] ;;other", record.Custom: "X-OTHER: other",
	record.Picture: "https://example.net/other.png",
}

// When a value is changed and changed back, everything else remains as the program wrote it.
func TestCardsOfProgramsKeepWhatIsNotChanged(t *testing.T) {
	eachCard(t, func(t *testing.T, c *item.Content) {
		before := record.Read(c)
		for _, f := range record.Fields(record.Contact) {
			value, says := others[f.Form], before.Get(f.Name)
			if f.Form.Rows() && says != "" {
				value = says + "\n" + value
			}
			changed := apply(t, c, record.Values{f.Name: value, "name": before.Get("name")})
			if f.Name == "name" {
				changed = apply(t, c, record.Values{"name": value})
			}
			for _, o := range record.Fields(record.Contact) {
				if got := record.Read(changed).Get(o.Name); o.Name != f.Name && got != before.Get(o.Name) {
					t.Errorf("%s set to %q: %s is %q, and was %q", f.Name, value, o.Name, got, before.Get(o.Name))
				}
			}
			back := apply(t, changed, record.Values{f.Name: says, "name": before.Get("name")})
			if got := record.Read(back).Get(f.Name); got != says {
				t.Errorf("%s set back is %q, and was %q", f.Name, got, says)
			}
			if f.Form.Rows() && back.Hash() != c.Hash() {
				t.Errorf("%s with one element more and less: %s, and was %s", f.Name, back.XML(), c.XML())
			}
		}
	})
}

// Whatever people type into the fields of a contact is preserved by files of both versions,
// except attachments, which only exist in feeds.
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
		for _, version := range []vcard.Version{vcard.V3, vcard.V4} {
			back := record.Read(throughFile(t, version, c))
			for _, f := range record.Fields(record.Contact) {
				if got, want := back.Get(f.Name), record.Read(c).Get(f.Name); got != want {
					t.Fatalf("version %v: %s is %q, want %q, in %s", version, f.Name, got, want, c.XML())
				}
			}
		}
	})
}

func throughFile(t *rapid.T, version vcard.Version, c *item.Content) *item.Content {
	var file bytes.Buffer
	if err := vcard.Write(&file, version, []exchange.Out{{UID: "u", Content: c}}); err != nil {
		t.Fatal(err)
	}
	var back *item.Content
	err := vcard.Read(&file, func(e exchange.Entry) error {
		back = e.Content
		return nil
	})
	if err != nil || back == nil {
		t.Fatalf("%v came back: %v", back, err)
	}
	return back
}

// A file may have thousands of lines for one contact. Reading and changing all of them takes
// no noticeable time.
func TestAContactOfThousandsOfPropertiesCostsLittle(t *testing.T) {
	const n = 2_000
	var properties, labels []string
	for i := range n {
		properties = append(properties, fmt.Sprintf(`<group name="item%d"><tel><text>%d</text></tel></group>`, i, i))
		labels = append(labels, fmt.Sprintf("[label=l%d] %d", i, i+1))
	}
	took := pace.Yards(func() {
		c := card(t, strings.Join(properties, ""))
		for _, value := range []string{strings.Join(labels, "\n"), "[home] 1", ""} {
			after, err := record.Apply(c, record.Values{"phones": value})
			if err != nil || record.Read(after).Get("phones") == record.Read(c).Get("phones") {
				t.Fatalf("not changed: %v", err)
			}
			c = after
		}
		changed(t, card(t, ""), record.Values{"phones": strings.Join(labels, "\n")})
	})
	if took > 10_000 {
		t.Errorf("it took %.0f yards", took)
	}
}
