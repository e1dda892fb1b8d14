package cli_test

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/transport"
	"crossfeed/ui/cli"
)

// A terminal shows which server a command waits for, and nothing of that is left when the
// command ends. Standard output is not affected.
func TestATerminalShowsWhichServerIsWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		waits := func(d *desk, places *transporttest.Places, args ...string) {
			t.Helper()
			places.Serve(far, transporttest.Served{Text: eggs, After: 3 * time.Second})
			d.env.ErrColumns = func() int { return 60 }
			r := d.run(args...)
			d.env.ErrColumns = nil
			if r.state != cli.Done {
				t.Errorf("%v: the state is %d: %s", args, r.state, r.err)
			}
			drawn, left := drawnIn(r.err)
			if !strings.Contains(drawn, far) || strings.Contains(left, "waiting") {
				t.Errorf("%v: drew %q, and left %q", args, drawn, left)
			}
		}
		d, places := reaching(t)
		waits(d, places, "subscription", "probe", far)
		waits(d, places, "subscription", "add", "Groceries", far)
		waits(d, places, "sync")
		d.ok("publish", "Groceries", "https://server.example/mine.xml")
		link := strings.Replace(d.ok("invite", "Groceries").out, "mine.xml", "feed.xml", 1)
		o := another(t, d, "laptop")
		o.env.Places = func(transport.Passwords) transport.Places { return places }
		waits(o, places, "accept", link, "--read-only")
	})
}

// drawnIn returns what the line of a terminal showed, and what is left at the end.
func drawnIn(text string) (drawn, left string) {
	var all []string
	for _, line := range strings.SplitAfter(text, "\n") {
		parts := strings.Split(line, "\r\x1b[K")
		all = append(all, parts[:len(parts)-1]...)
		left += parts[len(parts)-1]
	}
	return strings.Join(all, "\n"), left
}

// The bytes of a feed are counted while it is downloaded.
func TestTheBytesOfASlowFeedAreShown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		d.piped(slowly)
		d.env.ErrColumns = func() int { return 100 }
		const address = server + "/feed.xml"
		r := d.ok("subscription", "probe", address)
		drawn, left := drawnIn(r.err)
		if !strings.Contains(drawn, "waiting for "+address+": 100 kB") {
			t.Errorf("drew %q", drawn)
		}
		d.env.ErrColumns = nil
		plain := d.ok("subscription", "probe", address)
		if left != plain.err || r.out != plain.out {
			t.Errorf("with a terminal it says %q and prints %q; without one %q and %q", left, r.out, plain.err, plain.out)
		}
	})
}

// Nothing is drawn for programs, or for fast operations.
func TestNothingIsDrawnForProgramsAndWhatIsQuick(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, places := reaching(t)
		d.env.ErrColumns = func() int { return 60 }
		places.Serve(far, transporttest.Served{Text: eggs, After: 100 * time.Millisecond})
		quick := d.ok("subscription", "probe", far)
		places.Serve(far, transporttest.Served{Text: eggs, After: 3 * time.Second})
		for _, r := range []result{quick, d.ok("subscription", "probe", far, "--json"), d.ok("subscription", "add", "Groceries", far, "--json"), d.ok("sync", "--json")} {
			if strings.ContainsAny(r.out+r.err, "\r\x1b") {
				t.Errorf("drew %q and %q", r.out, r.err)
			}
		}
	})
}

// A password is typed into an empty line, which is not redrawn.
func TestTheQuestionForAPasswordStandsAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, places := reaching(t)
		d.env.ErrColumns = func() int { return 60 }
		var err bytes.Buffer
		d.env.Places = func(p transport.Passwords) transport.Places { return asking{places, p} }
		d.env.Ask = func(_ context.Context, question string) (string, error) {
			before := err.String()
			time.Sleep(time.Minute)
			if after := err.String(); after != before || !strings.HasSuffix(before, "\r\x1b[K") {
				t.Errorf("next to the question is %q, and then %q", before, after)
			}
			return "secret", nil
		}
		places.Serve(far, transporttest.Served{Text: eggs})
		var out bytes.Buffer
		d.env.Stdout, d.env.Stderr = &out, &err
		if state := cli.Run(t.Context(), append([]string{"subscription", "probe", far, "--user", "anna"}, d.args...), d.env); state != cli.Done {
			t.Errorf("the state is %d: %s", state, err.String())
		}
	})
}

// asking asks for a password after a second.
type asking struct {
	transport.Places
	passwords transport.Passwords
}

// Read implements transport.Places.
func (a asking) Read(ctx context.Context, r transport.Request) (*transport.Response, error) {
	time.Sleep(time.Second)
	if _, err := a.passwords.Password(ctx, transport.PlaceOf(r.Address), "anna"); err != nil {
		return nil, err
	}
	return a.Places.Read(ctx, r)
}
