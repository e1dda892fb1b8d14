package record_test

import (
	"strings"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

func TestANoteHasATitleATextAndFiles(t *testing.T) {
	c := item.Plain("Milk", "two\nlitres")
	want := map[string]string{"title": "Milk", "text": "two\nlitres", "files": ""}
	if len(record.Fields(record.Note)) != len(want) {
		t.Fatalf("fields: %+v", record.Fields(record.Note))
	}
	for _, f := range record.Fields(record.Note) {
		if got := record.Read(c).Get(f.Name); got != want[f.Name] {
			t.Errorf("%s is %q, want %q", f.Name, got, want[f.Name])
		}
		if f.Lines() != (f.Name == "text") {
			t.Errorf("%s: several lines = %v", f.Name, f.Lines())
		}
	}
}

func TestApplySetsWhatIsNamedAndNothingElse(t *testing.T) {
	c, err := item.ParseContent(`<entry xmlns="http://www.w3.org/2005/Atom"><title>Milk</title><!-- note --><x:price xmlns:x="urn:x">2</x:price><content>litre</content></entry>`)
	if err != nil {
		t.Fatal(err)
	}
	got, err := record.Apply(c, record.Values{"title": "Oat milk"})
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.Replace(c.XML(), ">Milk<", ">Oat milk<", 1); got.XML() != want {
		t.Errorf("got  %s\nwant %s", got.XML(), want)
	}
	if same, err := record.Apply(c, record.Values{"title": "Milk", "text": "litre"}); err != nil || same != c {
		t.Errorf("values that change nothing made a new content: %v", err)
	}
}

func TestAFieldThatDoesNotExistIsRefused(t *testing.T) {
	c := item.Plain("Milk", "")
	got, err := record.Apply(c, record.Values{"title": "x", "colour": "red"})
	if err == nil || got != nil || !strings.Contains(err.Error(), "the fields are title, text") {
		t.Errorf("got %v, %v; want an error that lists the fields", got, err)
	}
	if _, err := record.Find(record.Note, "colour"); err == nil {
		t.Error("found a field that does not exist")
	}
}
