//go:build display

package walkthrough_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"crossfeed/ui/walkthrough"
)

// scene is a list that several endpoints share through a folder. The first endpoint, desk, has
// its window open; the others use commands, each at a different minute, so that the scene is
// always the same.
type scene struct {
	*journey
	list string
	// others are the endpoints other than the desk, by name.
	others map[string]endpoint
	names  []string
	minute int
	// width and height are the size of the window.
	width, height int
	// undoByKeys makes resolving undo the resolution in the window, and not by a command.
	undoByKeys bool
	// tabled are the versions of the conflict when resolving began.
	tabled []walkthrough.Item
	// made are the times at which items were added, by their identifiers.
	made map[string]time.Time
	// before are the desk's items, from stored, when its window opened. A test may replace them.
	before map[string]string
	// confirmed counts how often saving was confirmed.
	confirmed int
}

// endpoint is an endpoint that uses commands.
type endpoint struct {
	walkthrough.Commands
	name string
}

// desk is the endpoint with the window. It uses the identifier of its store, like the window.
const desk = "desk"

// sceneBegin is the minute at which every scene begins.
var sceneBegin = time.Date(2026, 5, 21, 9, 0, 0, 0, time.UTC)

// stage creates a list of a kind that the desk and the others share.
func stage(t *testing.T, kind string, others ...string) *scene {
	t.Helper()
	t.Parallel() // each has its own display, like journeys
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	program, err := filepath.Abs(*binary)
	if err != nil {
		t.Fatal(err)
	}
	s := &scene{list: "Shared", width: 1280, height: 800, others: map[string]endpoint{}, names: append([]string{desk}, others...), made: map[string]time.Time{}}
	s.journey = &journey{
		t: t, ctx: ctx, program: program,
		folder: filepath.Join(t.TempDir(), "Shared"),
		album:  &walkthrough.Album{Folder: filepath.Join(*pictures, filepath.Base(t.Name())), Grey: true},
	}
	s.must(os.Mkdir(s.folder, 0o755))
	for _, name := range s.names {
		s.others[name] = endpoint{walkthrough.Commands{Binary: program, Data: t.TempDir()}, name}
		s.by(name, "list", "create", s.list, "--kind", kind)
		s.by(name, "publish", s.list, s.folder)
	}
	s.a = s.others[desk].Commands
	return s
}

// subscribe makes endpoints read the feeds in the folder.
func (s *scene) subscribe(names ...string) {
	s.t.Helper()
	for _, name := range names {
		s.by(name, "subscription", "add", s.list, s.folder)
	}
}

// by makes an endpoint run a command, one minute after the previous action.
func (s *scene) by(name string, args ...string) string {
	s.t.Helper()
	s.minute++
	who := []string{"--now", s.now().Format(time.RFC3339)}
	if name != desk {
		who = append(who, "--endpoint", name)
	}
	out, err := s.others[name].Run(s.ctx, append(who, args...)...)
	s.must(err)
	return out
}

// now returns the time of the last action.
func (s *scene) now() time.Time { return sceneBegin.Add(time.Duration(s.minute) * time.Minute) }

// adds makes an endpoint add an item.
func (s *scene) adds(name, id string, fields ...string) {
	s.t.Helper()
	s.by(name, append([]string{"item", "add", s.list, "--id", id}, fieldFlags(fields)...)...)
	s.made[id] = s.now()
}

// sync makes endpoints read and publish, one after the other, often enough that everyone has
// everything.
func (s *scene) sync(names ...string) {
	s.t.Helper()
	if len(names) == 0 {
		names = s.names
	}
	for range 2 {
		for _, name := range names {
			s.by(name, "sync")
		}
	}
}

// share creates an item at the desk and shares it with everyone.
func (s *scene) share(id string, fields ...string) {
	s.t.Helper()
	s.adds(desk, id, fields...)
	s.sync()
}

// changes makes an endpoint change an item and publish that, before it reads anything else.
func (s *scene) changes(name, id string, fields ...string) {
	s.t.Helper()
	s.by(name, append([]string{"item", "edit", s.list, id}, fieldFlags(fields)...)...)
}

func fieldFlags(fields []string) []string {
	var flags []string
	for _, f := range fields {
		flags = append(flags, "--field", f)
	}
	return flags
}

// publishes makes everyone publish, and the desk read all of it.
func (s *scene) publishes() {
	s.t.Helper()
	for _, name := range s.names {
		s.by(name, "publish", s.list)
	}
	s.by(desk, "sync")
}

// opens opens the desk's window on the prepared data.
func (s *scene) opens() {
	s.t.Helper()
	s.before = s.stored()
	display, err := walkthrough.StartDisplay(s.ctx, s.width, s.height)
	s.must(err)
	s.t.Cleanup(display.Stop)
	s.display = display
	window, err := s.display.Open(s.ctx, s.program, s.a.Data)
	s.must(err)
	s.t.Cleanup(window.Kill)
	s.window = window
	s.must(window.Resize(s.ctx, s.width, s.height))
}

// itemAt returns an endpoint's state of an item.
func (s *scene) itemAt(name, id string) walkthrough.Item {
	s.t.Helper()
	var it walkthrough.Item
	s.must(s.others[name].Read(s.ctx, &it, "item", "show", s.list, id))
	return it
}

// archiveOf returns the versions of an item in an endpoint's archive.
func (s *scene) archiveOf(name, id string) []walkthrough.Item {
	s.t.Helper()
	var all []walkthrough.Item
	s.must(s.others[name].Read(s.ctx, &all, "item", "history", s.list, id))
	return all
}

// sameVersion reports whether two versions are the same update with the same content. A feed
// need not contain the content of a tombstone.
func sameVersion(a, b walkthrough.Item) bool {
	content := a.Data == b.Data || a.Deleted && b.Deleted
	return a.ID == b.ID && content && slices.Equal(a.History[:1], b.History[:1])
}

func (s *scene) describe(it walkthrough.Item) string {
	return fmt.Sprintf("%s update %d by %s: %+v", it.ID, it.Updates, it.History[0].By, it.Fields)
}
