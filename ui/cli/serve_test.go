package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"crossfeed/engine/credentials"
	"crossfeed/ui/cli"
)

// serving is a running serve command, until stop is called.
type serving struct {
	t        *testing.T
	out, err *shared
	stop     func() result
	address  []string
}

// shared is the output of a command that a test reads concurrently.
type shared struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *shared) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *shared) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// serve runs the command in the background until it has printed its address.
func (d *desk) serve(args ...string) *serving {
	d.t.Helper()
	ctx, cancel := context.WithCancel(d.t.Context())
	s := &serving{t: d.t, out: &shared{}, err: &shared{}}
	env := d.env
	env.Stdout, env.Stderr = s.out, s.err
	ended := make(chan int, 1)
	go func() { ended <- cli.Run(ctx, append(append([]string{"serve"}, args...), d.args...), env) }()
	s.stop = sync.OnceValue(func() result {
		cancel()
		return result{d.t, <-ended, s.out.String(), s.err.String()}
	})
	d.t.Cleanup(func() { s.stop() })
	for {
		if s.address = regexp.MustCompile(`http://[^\s"]+`).FindAllString(s.out.String(), -1); s.address != nil {
			return s
		}
		select {
		case state := <-ended:
			d.t.Fatalf("it ended with %d: %s", state, s.err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// get reads an address, optionally as a user.
func get(t *testing.T, address string, user ...string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), "GET", address, nil)
	if err != nil {
		t.Fatal(err)
	}
	if user != nil {
		r.SetBasicAuth(user[0], user[1])
	}
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer got.Body.Close()
	body, err := io.ReadAll(got.Body)
	if err != nil {
		t.Fatal(err)
	}
	return got.StatusCode, string(body)
}

func groceries(t *testing.T) *desk {
	d := newDesk(t)
	d.ok("list", "create", "Groceries")
	d.ok("item", "add", "Groceries", "--id", "eggs", "--title", "Eggs")
	return d
}

func TestAListIsServedToThisComputerUntilItIsInterrupted(t *testing.T) {
	d := groceries(t)
	s := d.serve("Groceries", "--listen", "0")
	if len(s.address) != 1 || !regexp.MustCompile(`^http://127\.0\.0\.1:\d+/Groceries\.desk\.xml$`).MatchString(s.address[0]) {
		t.Fatalf("served at %q", s.address)
	}
	status, first := get(t, s.address[0])
	if status != 200 || !strings.Contains(first, "<title>Eggs</title>") || strings.Contains(first, d.dir) {
		t.Errorf("%d %s", status, first)
	}
	d.ok("item", "edit", "Groceries", "eggs", "--title", "Brown eggs")
	if _, next := get(t, s.address[0]); !strings.Contains(next, "Brown eggs") {
		t.Errorf("after an edit: %s", next)
	}
	s.stop().is(cli.Done).stderr("Your 1 item in \"Groceries\" will be readable by everyone who uses this computer.\nAnyone who uses this computer can read it. Press Ctrl+C to stop.\n")
	if _, err := http.Get(s.address[0]); err == nil {
		t.Error("it is served still")
	}
}

// A served feed is the same as the published file, except for its own address.
func TestWhatIsServedIsWhatIsPublished(t *testing.T) {
	d := groceries(t)
	d.ok("publish", "Groceries", d.dir)
	s := d.serve("Groceries", "--listen", "0")
	_, served := get(t, s.address[0])
	if served = strings.Replace(served, s.address[0], "Groceries.desk.xml", 1); served != read(t, d.file("Groceries.desk.xml")) {
		t.Errorf("served is\n%s", served)
	}
}

func TestSeveralListsAreServedAsMachinesReadThem(t *testing.T) {
	d := groceries(t)
	d.ok("list", "create", "To do")
	s := d.serve("To do", "Groceries", "--listen", "127.0.0.1:0", "--json")
	var got []struct {
		Set       string
		Addresses []string
	}
	if err := json.Unmarshal([]byte(s.out.String()), &got); err != nil || len(got) != 2 || got[0].Set != "To do" || got[1].Set != "Groceries" {
		t.Fatalf("%v: %s", err, s.out)
	}
	for _, list := range got {
		if status, body := get(t, list.Addresses[0]); status != 200 || !strings.Contains(body, "<title>"+list.Set+"</title>") {
			t.Errorf("%s: %d", list.Addresses[0], status)
		}
	}
}

func TestReadersSignInWithThePassword(t *testing.T) {
	kept := &credentials.Memory{}
	for name, password := range map[string]func(d *desk, args []string) []string{
		"of the environment": func(d *desk, args []string) []string {
			d.env.Getenv = func(name string) string { return map[string]string{"CROSSFEED_PASSWORD": "right"}[name] }
			return args
		},
		"typed": func(d *desk, args []string) []string {
			d.env.Ask = func(_ context.Context, question string) (string, error) {
				if question != "Password of member for crossfeed serve: " {
					t.Errorf("asked %q", question)
				}
				return "right", nil
			}
			return args
		},
		"typed and kept, then taken from the keyring": func(d *desk, args []string) []string {
			d.env.Secrets = func(string) credentials.PasswordStore { return kept }
			d.env.Ask = func(context.Context, string) (string, error) { return "right", nil }
			d.serve(append(args, "--keep")...).stop().is(cli.Done).mentions("forgotten when the program ends")
			d.env.Ask = nil
			return args
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := groceries(t)
			s := d.serve(password(d, []string{"Groceries", "--listen", "0", "--user", "member"})...)
			if status, _ := get(t, s.address[0]); status != 401 {
				t.Errorf("without a password: %d", status)
			}
			if status, _ := get(t, s.address[0], "member", "wrong"); status != 401 {
				t.Errorf("with a wrong one: %d", status)
			}
			if status, body := get(t, s.address[0], "member", "right"); status != 200 || !strings.Contains(body, "Eggs") {
				t.Errorf("with the right one: %d", status)
			}
			r := s.stop().is(cli.Done).mentions("knows the password of member")
			if strings.Contains(r.out+r.err, "right") {
				t.Errorf("the password is printed: %s%s", r.out, r.err)
			}
		})
	}
}

func TestWithoutAPasswordNothingIsServed(t *testing.T) {
	d := groceries(t)
	d.run("serve", "Groceries", "--listen", "0", "--user", "member").is(cli.Failed).mentions("no password", `"member"`)
	d.env.Ask = func(context.Context, string) (string, error) {
		return "", errors.New("standard input is not a terminal")
	}
	d.run("serve", "Groceries", "--listen", "0", "--user", "member").is(cli.Failed).mentions("CROSSFEED_PASSWORD", "standard input is not a terminal")
	d.env.Ask = func(context.Context, string) (string, error) { return "", nil }
	d.run("serve", "Groceries", "--listen", "0", "--user", "member", "--keep").is(cli.Failed).mentions("no password")
}

func TestWhoeverWantsToBeReachedSaysSo(t *testing.T) {
	d := groceries(t)
	for _, wrong := range []string{":8080", "*:8080", "8080x", "192.168.1.7", "70000", "-1", "127.0.0.1:http", ""} {
		d.run("serve", "Groceries", "--listen="+wrong).is(cli.Misuse).prints("").mentions("--listen")
	}
	d.run("serve", "Groceries").is(cli.Misuse)
	d.run("serve", "--listen", "0").is(cli.Misuse)
	d.run("serve", "Groceries", "--listen", "0", "--keep").is(cli.Misuse)
	d.run("serve", "Nothing", "--listen", "0").is(cli.Failed).mentions("Nothing")
	d.run("serve", "Groceries", "Groceries", "--listen", "0").is(cli.Misuse).mentions("Groceries.desk.xml")
	s := d.serve("Groceries", "--listen", "0.0.0.0:0")
	for _, address := range s.address {
		if strings.Contains(address, "0.0.0.0") {
			t.Errorf("served at %s, which is of no use elsewhere", address)
		}
		if status, _ := get(t, address); status != 200 {
			t.Errorf("%s: %d", address, status)
		}
	}
	s.stop().is(cli.Done).mentions("Your 1 item in \"Groceries\" will be readable by everyone who can reach 0.0.0.0:0.\n", "Anyone who can reach 0.0.0.0:", "To require a password, use --user.")
}

func TestAPortThatIsTakenIsNamed(t *testing.T) {
	d := groceries(t)
	s := d.serve("Groceries", "--listen", "0")
	taken := regexp.MustCompile(`127\.0\.0\.1:\d+`).FindString(s.address[0])
	d.run("serve", "Groceries", "--listen", taken).is(cli.Failed).prints("").mentions("listening on "+taken, "address already in use")
}
