package engine_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/location"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// Others subscribe to the file under the name that an older version gave it.
func TestAFeedThatOlderVersionsNamedKeepsItsName(t *testing.T) {
	folder := t.TempDir()
	d := newDeskAt(t, "desk", folder+string(filepath.Separator), "", location.Access{})
	_, err := d.NewSet(t.Context(), engine.NewSet{Name: "v1.2"})
	d.check(err)
	now, err := d.PublishAt(t.Context(), "v1.2", folder)
	d.check(err)
	former := filepath.Join(folder, "v1%2E2.desk.xml")
	d.check(os.Rename(now, former))
	d.check(d.memory.Update(t.Context(), func(w store.Writer) error {
		sets, err := w.Sets()
		d.check(err)
		for _, s := range sets {
			if s.Name == "v1.2" {
				s.Publication.Address = former
				_, err = w.PutSet(s)
			}
		}
		return err
	}))
	d.clock.step(time.Hour)
	_, err = d.Add(t.Context(), "v1.2", record.Values{"title": "Milk"}, engine.AddOptions{ID: "milk"})
	d.check(err)
	again, err := d.Publish(t.Context(), "v1.2")
	d.check(err)
	if again != former {
		t.Errorf("published at %s, want %s", again, former)
	}
	if _, err := os.Stat(now); err == nil {
		t.Errorf("%s is there again", now)
	}
	d.sync()
}
