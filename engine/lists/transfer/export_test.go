package transfer_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/lists/transfer"
	"crossfeed/engine/record"
)

// files returns files in the forms that programs write.
func files(t *testing.T) map[string]record.Kind {
	t.Helper()
	all := map[string]record.Kind{}
	for pattern, kind := range map[string]record.Kind{"../../../testdata/vcf/*.vcf": record.Contact, "../../../testdata/ics/*.ics": record.Todo} {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(paths), err)
		}
		for _, p := range paths {
			all[p] = kind
		}
	}
	return all
}

func text(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// export writes the items that are not deleted to a file.
func (d *desk) export(f transfer.Format) string {
	d.Helper()
	var live []*item.Item
	for _, it := range d.items() {
		if !it.Winner.Deleted {
			live = append(live, it)
		}
	}
	var b bytes.Buffer
	switch f {
	case transfer.Table:
		return d.table()
	case transfer.Feed:
		return d.feed()
	}
	d.check(transfer.Write(&b, f, live))
	return b.String()
}

func TestASecondImportChangesNothing(t *testing.T) {
	for path, kind := range files(t) {
		d := newDesk(t, kind)
		first := d.take(text(t, path))
		if first.Count(transfer.New) == 0 {
			t.Errorf("%s: nothing was read", path)
		}
		if second := d.plan(text(t, path)); second.Count(transfer.New)+second.Count(transfer.Changed)+second.Count(transfer.Deleted) != 0 {
			t.Errorf("%s: a second import gives %v", path, counts(second))
		}
	}
}

func TestExportAndImportGiveTheSame(t *testing.T) {
	for path, kind := range files(t) {
		for _, f := range transfer.Formats(kind) {
			here, there := newDesk(t, kind), newDesk(t, kind)
			here.take(text(t, path))
			file := here.export(f)
			if p := here.plan(file); p.Count(transfer.Same) != len(p.Entries) {
				t.Errorf("%s as %s: into the same list: %v: %s", path, f, counts(p), changes(p))
			}
			there.take(file)
			if f == transfer.Table { // it has only fields
				expectFields(t, path, here, there)
				continue
			}
			expectSame(t, path+" as "+string(f), here, there)
		}
	}
}

// changes lists what a plan changes.
func changes(p *transfer.Plan) string {
	var all []string
	for _, e := range p.Entries {
		if e.State == transfer.Changed {
			all = append(all, e.Title()+": "+strings.Join(e.Fields, " "))
		}
	}
	return strings.Join(all, "; ")
}

// expectSame checks that two lists have the same content, item by item.
func expectSame(t tester, what string, a, b *desk) {
	t.Helper()
	left, right := a.items(), b.items()
	if len(left) != len(right) {
		t.Fatalf("%s: %d items became %d", what, len(left), len(right))
	}
	for i := range left {
		was, is := left[i].Winner.Content, right[i].Winner.Content
		for _, f := range record.Fields(record.KindOf(was)) {
			if before, after := record.Read(was).Get(f.Name), record.Read(is).Get(f.Name); !f.Equal(before, after) {
				t.Errorf("%s: %s: %s %q became %q", what, was.Title(), f.Name, before, after)
			}
		}
		if record.Rest(was) != record.Rest(is) {
			t.Errorf("%s: %s: other data\n%s\nbecame\n%s", what, was.Title(), record.Rest(was), record.Rest(is))
		}
	}
}

func TestNotesGoIntoACalendarAsTodos(t *testing.T) {
	d := newDesk(t, record.Note)
	d.work(func(w edit.Work) error {
		_, err := w.Insert("milk", item.Plain("Milk", "two litres"), false)
		return err
	})
	there := newDesk(t, record.Todo)
	there.take(d.export(transfer.Calendar))
	if r := record.Read(there.only().Winner.Content); r.Get("title") != "Milk" || r.Get("text") != "two litres" {
		t.Errorf("it says %v", r.Values())
	}
	if uid := record.FactsOf(there.only().Winner.Content).UID; uid != "milk" {
		t.Errorf("the UID is %q", uid)
	}
}

func TestARecordOfAnotherKindIsRefusedBeforeAnythingIsWritten(t *testing.T) {
	d := newDesk(t, record.Todo)
	d.take(todos(milk))
	var b bytes.Buffer
	err := transfer.Write(&b, transfer.Cards4, d.items())
	if err == nil || !strings.Contains(err.Error(), "“Milk”: a todo cannot go into a file of contacts") || b.Len() != 0 {
		t.Errorf("error %v, and %d bytes", err, b.Len())
	}
}
