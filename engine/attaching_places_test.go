package engine_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"crossfeed/engine"
	"crossfeed/engine/store"
)

func TestAPlaceThatIsRefusedGetsNoFiles(t *testing.T) {
	desk, folder := filingAt(t, "desk", engine.NewSet{Kind: "todo"}), t.TempDir()
	desk.adds("pay", "12")
	foreign := filepath.Join(folder, "list.xml")
	if err := os.WriteFile(foreign, []byte("<rss/>"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := desk.PublishAt(t.Context(), "Household", foreign); !errors.Is(err, engine.ErrNotOurs) {
		t.Errorf("%v", err)
	}
	if names, _ := os.ReadDir(folder); len(names) != 1 {
		t.Errorf("%v", names)
	}
}

func TestAListIsSharedWhereItsFilesCannotBePut(t *testing.T) {
	desk, phone, folder := filingAt(t, "desk", engine.NewSet{Kind: "todo"}), filingAt(t, "phone", engine.NewSet{Kind: "todo"}), t.TempDir()
	desk.adds("pay", "12")
	inTheWay := filepath.Join(folder, "files")
	if err := os.WriteFile(inTheWay, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	shared, err := desk.Share(t.Context(), "Household", engine.ShareOptions{Location: folder + string(filepath.Separator), ReadOthers: true})
	if err != nil || !errors.Is(shared.Unplaced, engine.ErrUnplaced) || !strings.Contains(shared.Unplaced.Error(), "12.txt") || shared.Invitation.Address == "" {
		t.Fatalf("%+v, %v", shared, err)
	}
	if text, _ := os.ReadFile(inTheWay); string(text) != "mine" {
		t.Errorf("what lay in the way is %q", text)
	}
	phone.must(phone.Subscribe(t.Context(), "Household", shared.Address))
	if n, missing := phone.sync(); n != 0 || missing != 1 {
		t.Errorf("%d came, %d are missing", n, missing)
	}
	if reports, err := desk.Sync(t.Context(), engine.SyncOptions{}); err != nil || !strings.Contains(reports[len(reports)-1].Error, "12.txt") {
		t.Errorf("%+v, %v", reports, err)
	}
	if err := os.Remove(inTheWay); err != nil {
		t.Fatal(err)
	}
	desk.sync()
	if n, missing := phone.sync(); n != 1 || missing != 0 {
		t.Errorf("then %d came, %d are missing", n, missing)
	}
}

func TestAFileThatWasTakenFromAnItemGoesWithTheFeed(t *testing.T) {
	desk, folder := filingAt(t, "desk", engine.NewSet{Kind: "todo"}), t.TempDir()
	desk.adds("pay", "12")
	desk.must(desk.PublishAt(t.Context(), "Household", filepath.Join(folder, "list.xml")))
	if err := desk.Detach(t.Context(), "Household", "pay", "12.txt"); err != nil {
		t.Fatal(err)
	}
	desk.must(desk.Publish(t.Context(), "Household"))
	others := filepath.Join(folder, "files", "of somebody else.txt")
	if err := os.WriteFile(others, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	desk.must(desk.StopSharing(t.Context(), "Household", true))
	if names := beside(folder); !slices.Equal(names, []string{filepath.Base(others)}) {
		t.Errorf("%q are left", names)
	}
}

func TestTheFilesOfWhatIsOnlyTakenInArePutNowhere(t *testing.T) {
	desk, _, folder := filings(t)
	desk.sync()
	tablet, own := filingAt(t, "tablet", engine.NewSet{Kind: "todo"}), t.TempDir()
	tablet.must(tablet.SubscribeAs(t.Context(), "Household", filepath.Join(folder, "Household.desk.xml"), engine.SubscribeOptions{Mode: store.TakeOnly}))
	tablet.must(tablet.PublishAt(t.Context(), "Household", filepath.Join(own, "list.xml")))
	if n, _ := tablet.sync(); n != 1 {
		t.Errorf("%d came", n)
	}
	if names := beside(own); len(names) != 0 {
		t.Errorf("%q are there", names)
	}
}

func TestFromWhereOnlyIsGivenNoFileIsFetched(t *testing.T) {
	desk, _, folder := filings(t)
	desk.sync()
	giver := filingAt(t, "giver", engine.NewSet{Kind: "todo"})
	giver.must(giver.SubscribeAs(t.Context(), "Household", folder+string(filepath.Separator), engine.SubscribeOptions{Mode: store.GiveOnly}))
	if n, missing := giver.sync(); n+missing != 0 {
		t.Errorf("%d came, %d are missing", n, missing)
	}
}

func TestAFileBesideAFeedThatLeadsElsewhereIsNotFollowed(t *testing.T) {
	desk, phone, folder := filings(t)
	desk.sync()
	names, _ := filepath.Glob(filepath.Join(folder, "files", "*"))
	elsewhere := filepath.Join(t.TempDir(), "secret")
	if err := errors.Join(os.Rename(names[0], elsewhere), os.Symlink(elsewhere, names[0])); err != nil {
		t.Fatal(err)
	}
	if n, missing := phone.sync(); n != 0 || missing != 1 {
		t.Errorf("%d came, %d are missing", n, missing)
	}
}

func TestTheFilesOfAPartialFeedComeAlong(t *testing.T) {
	desk, phone, folder := filingAt(t, "desk", engine.NewSet{Kind: "todo"}), filingAt(t, "phone", engine.NewSet{Kind: "todo"}), t.TempDir()
	for i := range 4 {
		desk.adds(fmt.Sprint("pay", i), fmt.Sprint(i))
	}
	shared, err := desk.Share(t.Context(), "Household", engine.ShareOptions{Location: filepath.Join(folder, "list.xml"), Window: "1"})
	if err != nil || shared.Complete == "" {
		t.Fatalf("%+v, %v", shared, err)
	}
	phone.must(phone.Subscribe(t.Context(), "Household", shared.Address))
	if n, missing := phone.sync(); n != 4 || missing != 0 {
		t.Errorf("%d came, %d are missing", n, missing)
	}
}
