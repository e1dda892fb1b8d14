package drafts_test

import (
	"context"
	"path/filepath"
	"testing"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/record"
	"crossfeed/ui/window/drafts"
	"crossfeed/ui/window/place"
)

var milk = place.Item{Set: "Groceries", ID: "1"}

func typed(title string) drafts.Draft {
	return drafts.Draft{Kept: conflicts.Kept{Fields: record.Values{"title": title}}, Base: "b"}
}

// Drafts go through a file to the next start of the program.
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
	again := drafts.New(func([]byte) {})
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

// An edit and a settling of one item are two drafts; either marks the row.
func TestKindsAreKeptApart(t *testing.T) {
	d := drafts.New(func([]byte) {})
	d.Put(drafts.Settle, milk, drafts.Draft{})
	if _, there := d.Get(drafts.Edit, milk); there {
		t.Error("the settling is an edit too")
	}
	if !d.Has(milk) {
		t.Error("the row is not marked")
	}
	d.Drop(drafts.Settle, milk)
	if d.Has(milk) {
		t.Error("the row is still marked")
	}
}

func TestAFailureToWriteIsTold(t *testing.T) {
	var job func(context.Context)
	file := drafts.NewFile(filepath.Join(t.TempDir(), "no such folder", "drafts.json"), func(j func(context.Context)) { job = j })
	var told error
	file.Failed = func(err error) { told = err }
	file.Write([]byte("[]"))
	job(t.Context())
	if told == nil {
		t.Error("nobody was told")
	}
}
