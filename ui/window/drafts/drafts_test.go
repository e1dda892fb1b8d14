package drafts_test

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/enginetest/pace"
	"crossfeed/engine/record"
	"crossfeed/ui/window/drafts"
	"crossfeed/ui/window/snapshot"
)

var milk = snapshot.Item{Set: "Groceries", ID: "1"}

func typed(title string) drafts.Draft {
	return drafts.Draft{SavedDraft: conflicts.SavedDraft{Fields: record.Values{"title": title}}, Base: "b"}
}

// Drafts survive a restart of the program in a file.
func TestDraftsSurviveAStart(t *testing.T) {
	var jobs []func(context.Context)
	file := drafts.NewFile(filepath.Join(t.TempDir(), "drafts.json"), func(job func(context.Context)) { jobs = append(jobs, job) })
	d := drafts.New(file.Write)
	d.Put(drafts.Edit, milk, typed("A"))
	d.Put(drafts.Edit, milk, typed("Milk\n“ß”"))
	if len(jobs) != 1 {
		t.Errorf("two changes that come fast are written %d times", len(jobs))
	}
	jobs[0](t.Context())
	text, err := file.Read()
	if err != nil {
		t.Fatal(err)
	}
	again := drafts.New(func(func() []byte) {})
	if err := again.Load(text); err != nil {
		t.Fatal(err)
	}
	got, there := again.Get(drafts.Edit, milk)
	if !there || got.Fields["title"] != "Milk\n“ß”" || got.Base != "b" {
		t.Errorf("got %v, %v", got, there)
	}
}

func TestNoFileMeansNoDrafts(t *testing.T) {
	file := drafts.NewFile(filepath.Join(t.TempDir(), "drafts.json"), func(func(context.Context)) {})
	text, err := file.Read()
	if err != nil || text != nil {
		t.Errorf("got %q, %v", text, err)
	}
	if err := drafts.New(nil).Load(text); err != nil {
		t.Error(err)
	}
}

func TestADamagedFileIsAnError(t *testing.T) {
	if err := drafts.New(nil).Load([]byte("[{")); err == nil {
		t.Error("it was taken")
	}
}

// An edit and a resolution of the same item are two drafts; either marks the row.
func TestKindsAreKeptApart(t *testing.T) {
	d := drafts.New(func(func() []byte) {})
	d.Put(drafts.Resolve, milk, drafts.Draft{})
	if _, there := d.Get(drafts.Edit, milk); there {
		t.Error("the resolution is an edit too")
	}
	if !d.Has(milk) {
		t.Error("the row is not marked")
	}
	d.Drop(drafts.Resolve, milk)
	if d.Has(milk) {
		t.Error("the row is still marked")
	}
}

func TestAFailureToWriteIsTold(t *testing.T) {
	var job func(context.Context)
	file := drafts.NewFile(filepath.Join(t.TempDir(), "no such folder", "drafts.json"), func(j func(context.Context)) { job = j })
	var told error
	file.Failed = func(err error) { told = err }
	file.Write(func() []byte { return []byte("[]") })
	job(t.Context())
	if told == nil {
		t.Error("nobody was told")
	}
}

// Drafts have the format that older versions of the program write and read.
func TestTheFileOfDraftsIsAsBefore(t *testing.T) {
	var text func() []byte
	d := drafts.New(func(t func() []byte) { text = t })
	d.Put(drafts.Resolve, milk, typed("Oat <milk>"))
	d.Put(drafts.Edit, milk, typed("Milk"))
	const entry = "\t{\n\t\t\"kind\": %q,\n\t\t\"set\": \"Groceries\",\n\t\t\"id\": \"1\",\n\t\t\"fields\": {\n\t\t\t\"title\": \"%s\"\n\t\t},\n\t\t\"base\": \"b\"\n\t}"
	want := fmt.Sprintf("[\n"+entry+",\n"+entry+"\n]", "edit", "Milk", "settle", `Oat \u003cmilk\u003e`)
	if got := string(text()); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	d.Drop(drafts.Edit, milk)
	d.Drop(drafts.Resolve, milk)
	if got := string(text()); got != "[]" {
		t.Errorf("without drafts: %s", got)
	}
}

// A key that changes a draft takes about as long with many stored drafts as with none.
func TestManyDraftsDoNotMakeAKeySlow(t *testing.T) {
	keys := func(others int) time.Duration {
		d := drafts.New(func(func() []byte) {})
		for n := range others {
			d.Put(drafts.Resolve, snapshot.Item{Set: "Groceries", ID: fmt.Sprint("other ", n)}, typed(strings.Repeat("a long text ", 2000)))
		}
		least := time.Duration(math.MaxInt64)
		for range 5 {
			least = min(least, pace.Spent(func() {
				for range 200 {
					d.Put(drafts.Resolve, milk, typed(strings.Repeat("milk ", 1000)))
				}
			}))
		}
		return least
	}
	if alone, among := keys(0), keys(300); among > 3*alone {
		t.Errorf("200 keys take %v, and with 300 other drafts %v", alone, among)
	}
}

// If another process replaced the store, the keys of lists belong to other lists: existing
// drafts are found by name.
func TestDraftsOfAStoreThatWasReplacedAreFoundByName(t *testing.T) {
	d := drafts.New(func(func() []byte) {})
	d.Follow(map[int64]string{7: "Groceries"})
	d.Put(drafts.Edit, milk, typed("Milk"))
	if err := d.Merge(nil); err != nil {
		t.Fatal(err)
	}
	d.Follow(map[int64]string{7: "Errands", 8: "Groceries"})
	if !d.Has(milk) {
		t.Error("it went to another list")
	}
	d.Follow(map[int64]string{7: "Errands", 8: "Food"})
	if !d.Has(snapshot.Item{Set: "Food", ID: milk.ID}) {
		t.Error("it does not follow its list")
	}
}
