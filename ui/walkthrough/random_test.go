//go:build display

package walkthrough_test

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"crossfeed/ui/walkthrough"
)

var (
	randomFor  = flag.Duration("random.for", 30*time.Second, "how long random keys and clicks are tried")
	randomSeed = flag.Uint64("random.seed", 1, "which keys and clicks")
)

// anyKeys are the keys that are pressed, except Ctrl+Q.
var anyKeys = strings.Fields(`Tab shift+Tab Up Down Left Right Home End Prior Next Return Escape space Delete BackSpace Menu
	F1 F2 F6 shift+F6 F7 F8 shift+F8 ctrl+shift+F8 F9 F10 shift+F10 shift+Down shift+Up alt+Up alt+Down alt+Left alt+Right
	ctrl+a ctrl+c ctrl+d ctrl+e ctrl+f ctrl+k ctrl+l ctrl+m ctrl+n ctrl+o ctrl+r ctrl+s ctrl+t ctrl+v ctrl+x ctrl+y ctrl+z
	ctrl+plus ctrl+minus ctrl+0 ctrl+comma ctrl+Return ctrl+h ctrl+shift+d ctrl+shift+e ctrl+shift+i ctrl+shift+l
	ctrl+shift+m ctrl+shift+n ctrl+shift+o ctrl+shift+p ctrl+shift+s alt+1 alt+4 0 1 2 3 e r j k`)

var anyTexts = []string{"milk", "milk fri 6pm #dairy p1", "every 2 weeks", "never", "äöü שלום", "https://127.0.0.1:9/", "/nowhere/at/all", "a\nb\nc"}

// Random keys, clicks and drags on the real window bring no crash, no error, no damage and no
// growing memory, and what is typed last is saved when the window is closed.
func TestRandomKeysAndClicksHarmNothing(t *testing.T) {
	t.Logf("seed %d, for %v", *randomSeed, *randomFor)
	random := rand.New(rand.NewPCG(*randomSeed, 0))
	j := begin(t)
	for kind, titles := range map[string][]string{"todo": {"Milk", "Bread", "Tea"}, "contact": {"Ada Lovelace"}, "note": {"Plan"}, "outline": {"Attic", "Cellar"}} {
		j.run(j.a, "list", "create", "My "+kind, "--kind", kind)
		for _, title := range titles {
			j.run(j.a, "item", "add", "My "+kind, "--title", title)
		}
	}
	r := &randomly{journey: j, Rand: random, warm: *randomFor / 3}
	r.heard = len(r.window.Stderr())
	for begun := time.Now(); time.Since(begun) < *randomFor; r.steps++ {
		r.act()
		r.still(time.Since(begun))
	}
	t.Logf("%d steps, %d MB", r.steps, r.memory()>>20)
	r.savesLast()
	j.run(j.a, "verify")
}

// randomly uses the window of a journey at random.
type randomly struct {
	*journey
	*rand.Rand
	// warm is when the window's memory is measured first.
	warm  time.Duration
	steps int
	// heard is the length of what the program said when it started: that there is no session.
	heard int
}

func (r *randomly) act() {
	at := func() walkthrough.Point { return walkthrough.Point{X: r.IntN(1280), Y: r.IntN(800)} }
	var err error
	switch n := r.IntN(20); {
	case n < 11:
		err = r.window.Press(r.ctx, anyKeys[r.IntN(len(anyKeys))])
	case n < 14:
		err = r.window.Type(r.ctx, anyTexts[r.IntN(len(anyTexts))])
	case n < 19:
		err = r.window.Click(r.ctx, at(), []string{"", "", "", "shift", "ctrl"}[r.IntN(5)])
	default:
		err = r.window.Drag(r.ctx, at(), at())
	}
	select {
	case <-r.window.Ended(): // a click may have chosen File › Quit
		if code := r.window.ExitCode(); code != 0 {
			r.t.Fatalf("step %d: the program ended with %d and said:\n%s", r.steps, code, r.window.Stderr())
		}
		r.open()
		r.sees()
		r.heard = len(r.window.Stderr())
	default:
		r.must(err)
	}
}

// still checks that the program is as sound as before.
func (r *randomly) still(after time.Duration) {
	if crash, err := os.ReadFile(filepath.Join(r.a.Data, "crash.log")); !errors.Is(err, fs.ErrNotExist) {
		r.t.Fatalf("step %d: it crashed (%v):\n%s", r.steps, err, crash)
	}
	if said := r.window.Stderr()[r.heard:]; said != "" {
		r.t.Fatalf("step %d: it said:\n%s", r.steps, said)
	}
	const most = 700 << 20
	if after > r.warm && r.steps%50 == 0 {
		if now := r.memory(); now > most {
			r.picture("memory")
			r.t.Fatalf("step %d: it has %d MB of memory", r.steps, now>>20)
		}
	}
}

// memory returns how much memory the program has now, in bytes.
func (r *randomly) memory() int {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", r.window.Process().Pid))
	r.must(err)
	var size, resident int
	if _, err := fmt.Sscan(string(text), &size, &resident); err != nil {
		r.t.Fatal(err)
	}
	return resident * os.Getpagesize()
}

// savesLast adds an item after all that, closes the window as the system does, and finds it.
func (r *randomly) savesLast() {
	r.reopen()
	r.press("ctrl+shift+n")
	r.sees()
	r.typed("Last\n")
	r.until("the list is created", func() (bool, string) {
		var lists []struct{ Name string }
		err := r.a.Read(r.ctx, &lists, "list", "ls")
		for _, l := range lists {
			if l.Name == "Last" {
				return true, ""
			}
		}
		return false, fmt.Sprint(lists, err)
	})
	r.press("ctrl+n")
	r.typed("The last one\n")
	r.name = "Last"
	r.until("the item is added", func() (bool, string) { return len(r.items(r.a)) == 1, "" })
	r.must(r.window.Process().Signal(syscall.SIGTERM))
	<-r.window.Ended()
	if code := r.window.ExitCode(); code != 0 && code != 128+int(syscall.SIGTERM) {
		r.t.Errorf("it ended with %d and said:\n%s", code, r.window.Stderr())
	}
	if all := r.items(r.a); len(all) != 1 || all[0].Title != "The last one" {
		r.t.Errorf("the list has %+v", all)
	}
}
