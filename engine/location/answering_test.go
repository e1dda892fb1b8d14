package location_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/location"
	"crossfeed/engine/location/locationtest"
)

// hanging is a network folder whose server goes away: of those that are true, no call
// ends before the test does.
type hanging struct {
	location.Files
	stat, names, open bool
	over              <-chan struct{}
}

func (h hanging) Stat(path string) (location.Stat, error) {
	h.wait(h.stat)
	return h.Files.Stat(path)
}

func (h hanging) Names(path string) ([]string, error) {
	h.wait(h.names)
	return h.Files.Names(path)
}

func (h hanging) Open(path string) (io.ReadCloser, error) {
	h.wait(h.open)
	return h.Files.Open(path)
}

func (h hanging) wait(hangs bool) {
	if hangs {
		<-h.over
	}
}

// newHanging is a folder /far with a file a.xml.
func newHanging(t *testing.T) hanging {
	files := &locationtest.Memory{}
	files.Folder("/far")
	files.Put("/far/a.xml", "one")
	over := make(chan struct{})
	t.Cleanup(func() { close(over) })
	return hanging{Files: files, over: over}
}

func TestAFolderThatDoesNotAnswerIsGivenUp(t *testing.T) {
	far := location.Target{Address: "/far/"}
	for name, c := range map[string]struct {
		hangs func(*hanging)
		do    func(context.Context, location.OnDisk) error
	}{
		"listing": {func(h *hanging) { h.names = true }, func(ctx context.Context, d location.OnDisk) error {
			_, err := d.Names(ctx, far)
			return err
		}},
		"reading": {func(h *hanging) { h.stat = true }, func(ctx context.Context, d location.OnDisk) error {
			_, err := d.Read(ctx, location.Request{Target: location.Target{Address: "/far/a.xml"}, Now: noon})
			return err
		}},
		"writing": {func(h *hanging) { h.stat = true }, func(ctx context.Context, d location.OnDisk) error {
			_, err := d.Write(ctx, put("/far/a.xml", "two"))
			return err
		}},
	} {
		h := newHanging(t)
		c.hangs(&h)
		err := c.do(t.Context(), location.OnDisk{Files: h, Patience: time.Millisecond})
		if trouble(err) != location.Timeout || !strings.Contains(err.Error(), "its folder does not answer") {
			t.Errorf("%s: got %v", name, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Millisecond, cancel)
		if err := c.do(ctx, location.OnDisk{Files: h}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s, which was cancelled: got %v", name, err)
		}
	}
}

func TestAFileThatStopsInTheMiddleIsLeftWhenThatIsWanted(t *testing.T) {
	h := newHanging(t)
	h.open = true
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(time.Millisecond, cancel)
	_, err := location.OnDisk{Files: h}.Read(ctx, location.Request{Target: location.Target{Address: "/far/a.xml"}, Now: noon})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
