package engine_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"crossfeed/engine"
	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/library/cache"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
)

type filing struct {
	*engine.Engine
	t     *testing.T
	cache string
	clock *clock
}

func newFiling(t *testing.T, name, folder string) filing {
	t.Helper()
	f := filing{t: t, cache: t.TempDir()}
	p := parts(memory.New(), name[0])
	p.Files, p.Endpoint, p.Content = transport.Disk{}, name, cache.Disk{Folder: f.cache}
	e, err := engine.Open(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	f.Engine, f.clock = e, p.Clock.(*clock)
	if _, err := e.Lists.Create(t.Context(), lists.New{Name: "Household", Kind: string(record.Todo)}); err != nil {
		t.Fatal(err)
	}
	f.must(e.Subscriptions.Subscribe(t.Context(), "Household", folder+string(filepath.Separator)))
	f.must(e.Sharing.PublishAt(t.Context(), "Household", folder+string(filepath.Separator)))
	return f
}

func (f filing) must(_ any, err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}

func (f filing) sync() (files, missing int) {
	f.t.Helper()
	reports, err := f.Sync(f.t.Context(), subscribe.SyncOptions{})
	if err != nil {
		f.t.Fatal(err)
	}
	for _, r := range reports {
		if r.Error != "" {
			f.t.Errorf("%s: %s", r.Subscription, r.Error)
		}
		files, missing = files+r.Files, missing+r.FilesMissing
	}
	return files, missing
}

// has returns the contents of the files of an item; a file that is not here counts as "".
func (f filing) has(id string) (texts []string) {
	f.t.Helper()
	files, err := f.Attachments.Of(f.t.Context(), "Household", id)
	if err != nil {
		f.t.Fatal(err)
	}
	for _, a := range files {
		text, _ := os.ReadFile(a.Path)
		texts = append(texts, string(text))
	}
	return texts
}

func filings(t *testing.T) (desk, phone filing, folder string) {
	t.Helper()
	folder = t.TempDir()
	desk, phone = newFiling(t, "desk", folder), newFiling(t, "phone", folder)
	desk.must(desk.Edit.Add(t.Context(), "Household", record.Values{"title": "Pay"}, edit.AddOptions{ID: "pay"}))
	desk.must(desk.Attachments.Attach(t.Context(), "Household", "pay", "Invoice.pdf", strings.NewReader("pay 12")))
	return desk, phone, folder
}

func TestTheFilesOfAnItemComeAlongBothWays(t *testing.T) {
	desk, phone, folder := filings(t)
	desk.sync()
	if n, missing := phone.sync(); n != 1 || missing != 0 {
		t.Fatalf("%d came, %d are missing", n, missing)
	}
	if got := phone.has("pay"); !slices.Equal(got, []string{"pay 12"}) {
		t.Fatalf("%q", got)
	}
	phone.must(phone.Attachments.Attach(t.Context(), "Household", "pay", "Receipt.txt", strings.NewReader("paid")))
	phone.sync()
	if n, _ := desk.sync(); n != 1 {
		t.Errorf("%d came", n)
	}
	if got := desk.has("pay"); !slices.Equal(got, []string{"pay 12", "paid"}) {
		t.Errorf("%q", got)
	}
	names, err := os.ReadDir(filepath.Join(folder, "files"))
	if err != nil || len(names) != 2 {
		t.Errorf("%v, %v", names, err)
	}
}

func TestFilesThatTwoAttachAtOnceAreMerged(t *testing.T) {
	desk, phone, _ := filings(t)
	desk.sync()
	phone.sync()
	desk.must(desk.Attachments.Attach(t.Context(), "Household", "pay", "a.txt", strings.NewReader("a")))
	phone.must(phone.Attachments.Attach(t.Context(), "Household", "pay", "b.txt", strings.NewReader("b")))
	desk.sync()
	phone.sync()
	desk.sync()
	s, err := desk.Conflicts.Session(t.Context(), "Household", "pay")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range s.Cells() {
		if c.Field == "files" && (c.Open || strings.Count(c.Result, "\n") != 2) {
			t.Errorf("open %v, %q", c.Open, c.Result)
		}
	}
	desk.must(desk.Conflicts.Resolve(t.Context(), "Household", s))
	desk.sync()
	phone.sync()
	for _, f := range []filing{desk, phone} {
		if got := f.has("pay"); len(got) != 3 || slices.Contains(got, "") {
			t.Errorf("%q", got)
		}
	}
}

func TestAFileThatIsNotWhatItsNameSaysIsNotTakenIn(t *testing.T) {
	desk, phone, folder := filings(t)
	desk.sync()
	names, _ := filepath.Glob(filepath.Join(folder, "files", "*"))
	if err := os.Remove(names[0]); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(names[0], []byte("pay 99"), 0o600); err != nil {
		t.Fatal(err)
	}
	if n, missing := phone.sync(); n != 0 || missing != 1 {
		t.Fatalf("%d came, %d are missing", n, missing)
	}
	files, err := phone.Attachments.Of(t.Context(), "Household", "pay")
	if err != nil || files[0].Path != "" || files[0].Err == nil || !strings.Contains(files[0].Err.Error(), "another file has this name there") {
		t.Errorf("%+v, %v", files, err)
	}
	if err := os.WriteFile(names[0], []byte("pay 12"), 0o600); err != nil {
		t.Fatal(err)
	}
	if n, missing := phone.sync(); n != 1 || missing != 0 {
		t.Errorf("%d came, %d are missing", n, missing)
	}
}

func TestAFileThatIsGoneBesideTheFeedIsPutThereAgain(t *testing.T) {
	desk, phone, folder := filings(t)
	desk.sync()
	names, _ := filepath.Glob(filepath.Join(folder, "files", "*"))
	if err := os.Remove(names[0]); err != nil {
		t.Fatal(err)
	}
	if n, missing := phone.sync(); n != 0 || missing != 1 {
		t.Fatalf("%d came, %d are missing", n, missing)
	}
	desk.sync()
	if n, missing := phone.sync(); n != 1 || missing != 0 {
		t.Errorf("%d came, %d are missing", n, missing)
	}
}

func TestADryRunGetsNoFiles(t *testing.T) {
	desk, phone, _ := filings(t)
	desk.sync()
	if _, err := phone.Sync(t.Context(), subscribe.SyncOptions{DryRun: true}); err != nil {
		t.Fatal(err)
	}
	if names, _ := filepath.Glob(filepath.Join(phone.cache, "attachments", "*")); len(names) != 0 {
		t.Errorf("%v", names)
	}
}

func TestTheFilesGoWithTheFeedWhereNoOtherFeedNeedsThem(t *testing.T) {
	desk, phone, folder := filings(t)
	desk.sync()
	phone.sync()
	for i, f := range []filing{desk, phone} {
		if _, err := f.Sharing.StopSharing(t.Context(), "Household", true); err != nil {
			t.Fatal(err)
		}
		names, _ := filepath.Glob(filepath.Join(folder, "files", "*"))
		if left := len(names); left != 1-i {
			t.Errorf("after %s stopped %d files are left", f.Device.ID(), left)
		}
	}
	if got := desk.has("pay"); !slices.Equal(got, []string{"pay 12"}) {
		t.Errorf("%q", got)
	}
}
