package cli_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	netdav "golang.org/x/net/webdav"

	"crossfeed/engine"
	"crossfeed/engine/credentials"
	"crossfeed/engine/enginetest/servertest"
	"crossfeed/engine/transport"
	"crossfeed/ui/cli"
)

func TestAListIsPublished(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Groceries")
	d.ok("item", "add", "Groceries", "--id", "eggs", "--title", "Eggs")
	d.run("publish", "Groceries").is(cli.Failed).prints("")
	path := d.file("feed.xml")
	d.ok("publish", "Groceries", path).prints(path + "\n")
	d.ok("item", "edit", "Groceries", "eggs", "--title", "Brown eggs")
	d.ok("publish", "Groceries", "--json").prints("{\n  \"set\": \"Groceries\",\n  \"path\": \"" + path + "\",\n  \"complete\": \"\",\n  \"readers\": \"\"\n}\n")
	d.ok("feed", "show", path).prints("Groceries (rss, feedsync-1.0)\n\n" +
		"ID    TITLE       UPDATES  CHANGED\n" +
		"eggs  Brown eggs  2        2005-05-24T09:43:33Z by desk\n")
}

func TestAFolderGetsAFileOfThisEndpoint(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Groceries")
	d.ok("publish", "Groceries", d.dir).prints(d.file("Groceries.desk.xml") + "\n")
}

// A folder may have the name of a scheme.
func TestAListIsSharedInAFolderThatIsNamedS3(t *testing.T) {
	d := newDesk(t)
	t.Chdir(d.dir)
	for _, folder := range []string{"s3", "https"} {
		if err := os.Mkdir(d.file(folder), 0o700); err != nil {
			t.Fatal(err)
		}
		d.ok("list", "create", folder)
		d.ok("publish", folder, folder).prints(filepath.Join(d.dir, folder, folder+".desk.xml") + "\n")
		d.ok("subscription", "add", folder, folder)
		d.ok("sync")
	}
}

func TestAnotherFeedIsNotWrittenOver(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Groceries")
	path := d.put("feed.xml", eggs)
	d.run("publish", "Groceries", path).is(cli.Failed).prints("").mentions(path)
	if read(t, path) != eggs {
		t.Error("the file was written over")
	}
}

func TestWhoCanReadItIsSaidBeforeTheFirstPublishing(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Groceries")
	d.ok("list", "create", "Books")
	folder := d.file("shared")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, "Groceries.desk.xml")
	d.ok("publish", "Groceries", folder).prints(path + "\n").mentions("On this computer, only you can read it; ")
	if again := d.ok("publish", "Groceries"); again.err != "" {
		t.Errorf("said again: %s", again.err)
	}
	d.ok("publish", "Books", folder, "--json").prints("{\n  \"set\": \"Books\",\n  \"path\": \"" + filepath.Join(folder, "Books.desk.xml") + "\",\n  \"complete\": \"\",\n  \"readers\": \"this-user\"\n}\n")
}

func TestAWindowMakesAPartialFeedWithTheCompleteOneBeside(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Groceries")
	d.ok("item", "add", "Groceries", "--id", "eggs", "--title", "Eggs")
	path, complete := d.file("Groceries.xml"), d.file("Groceries.complete.xml")
	d.ok("publish", "Groceries", path, "--window", "30d").prints(path + "\n" + complete + "\n")
	for name, want := range map[string]string{
		path:     `<sx:sharing since="2005-05-24T09:43:33.000000000Z" until="2005-05-24T09:43:33.000000000Z" expires="2005-06-23T09:43:33Z">`,
		complete: `<sx:sharing since="2005-05-24T09:43:33.000000000Z" until="2005-05-24T09:43:33.000000000Z"/>`,
	} {
		if text := read(t, name); !strings.Contains(text, want) {
			t.Errorf("%s has no %s:\n%s", name, want, text)
		}
	}
	d.ok("feed", "check", path, complete)
	d.ok("publish", "Groceries").prints(path + "\n" + complete + "\n")
	d.ok("publish", "Groceries", "--window", "none").prints(path + "\n")
	if _, err := os.Stat(complete); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the complete feed: %v", err)
	}
	d.run("publish", "Groceries", "--window", "soon").is(cli.Failed).mentions("write 30d")
	d.ok("list", "create", "Plans", "--kind", "outline")
	d.run("publish", "Plans", d.file("plans.opml"), "--window", "30d").is(cli.Failed).mentions("published as a whole")
}

func TestPublishingIsStopped(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Groceries")
	path := d.file("feed.xml")
	d.run("publish", "Groceries", "--stop").is(cli.Failed).mentions("the list is not shared")
	for _, remove := range []bool{false, true} {
		d.ok("publish", "Groceries", path)
		args := []string{"publish", "Groceries", "--stop"}
		if remove {
			args = append(args, "--remove")
		}
		d.ok(args...).prints(path + "\n").mentions("Others keep what they have.")
		if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) != remove {
			t.Errorf("removing %v: %v", remove, err)
		}
		d.run("publish", "Groceries").is(cli.Failed)
	}
}

// A feed that was left at a list's location can be removed later: after the list was unshared,
// shared elsewhere, or deleted, even if another list has its name by now.
func TestAFeedThatStayedIsWithdrawnLater(t *testing.T) {
	d := newOwn(t, "desk")
	d.ok("list", "create", "Groceries")
	d.ok("item", "add", "Groceries", "--title", "Milk")
	one, two := d.file("one.xml"), d.file("two.xml")
	complete := d.file("two.complete.xml")
	d.ok("publish", "Groceries", one)
	d.run("publish", "Groceries", one, "--stop", "--remove").is(cli.Failed).mentions("leave out LOCATION")
	d.ok("publish", "Groceries", two, "--window", "30d")
	d.ok("publish", "Groceries", one, "--stop", "--remove").prints(one + "\n").mentions("Others keep what they have.")
	d.gone(one)
	d.ok("publish", "Groceries", "--stop").mentions(`crossfeed publish "Groceries" ` + two + " --stop --remove")
	d.ok("publish", "Groceries", two, "--stop", "--remove")
	d.gone(two)
	d.gone(complete)
	d.run("publish", "Groceries", two, "--stop", "--remove").is(cli.Failed).mentions("nothing is there")

	d.ok("publish", "Groceries", one)
	d.ok("list", "delete", "Groceries", "--keep-feed").mentions(`crossfeed publish "Groceries" ` + one + " --stop --remove")
	d.ok("list", "create", "Groceries")
	d.ok("publish", "Groceries", two)
	d.ok("publish", "Groceries", one, "--stop", "--remove")
	d.gone(one)
	if text := read(t, two); text == "" {
		t.Error("the feed of the other list is empty")
	}
	d.ok("undo")
	d.run("publish", "Groceries (2)").is(cli.Failed).mentions("is not published; give a LOCATION")
	d.run("sync")
	d.gone(one)
}

// Only the list's own feed is removed.
func TestOnlyTheOwnFeedIsWithdrawn(t *testing.T) {
	d, other := newOwn(t, "desk"), newOwn(t, "other")
	at := d.file("feed.xml")
	for _, o := range []*own{d, other} {
		o.ok("list", "create", "Groceries")
		o.ok("item", "add", "Groceries", "--title", "Milk")
	}
	d.ok("publish", "Groceries", at)
	d.ok("list", "delete", "Groceries", "--keep-feed")
	if err := os.Remove(at); err != nil {
		t.Fatal(err)
	}
	other.ok("publish", "Groceries", at)
	for _, text := range []string{read(t, at), "dear diary"} {
		if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		d.run("publish", "Groceries", at, "--stop", "--remove").is(cli.Failed).mentions(at)
		if read(t, at) != text {
			t.Error("it was changed")
		}
	}
	d.run("publish", "Nothing", at, "--stop", "--remove").is(cli.Failed).mentions("Nothing")
}

// gone checks that a file does not exist.
func (d *desk) gone(path string) {
	d.t.Helper()
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		d.t.Errorf("%s: %v", path, err)
	}
}

func TestWrongUsesOfPublish(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Groceries")
	for _, args := range [][]string{
		{"--remove"},
		{"--stop", "--window", "30d"},
		{d.dir, "--stop"},
		{d.dir, "--stop", "--remove", "--window", "30d"},
		{"--stop", "--remove", "--user", "ray"},
		{d.dir, "--scheme", "ntlm"},
		{d.dir, "--certificate", "cert.pem"},
		{d.dir, "--fingerprint", "12:34"},
		{d.dir, "--fingerprint", "no"},
	} {
		d.run(append([]string{"publish", "Groceries"}, args...)...).is(cli.Misuse).prints("")
	}
}

// davServer is a WebDAV server on a folder that counts the methods of requests.
type davServer struct {
	*httptest.Server
	folder string
	mu     sync.Mutex
	asked  []string
	// refuses is the status of all its answers, or 0.
	refuses int
}

func newDavServer(t *testing.T) *davServer {
	t.Helper()
	s := &davServer{folder: t.TempDir()}
	files := &netdav.Handler{FileSystem: netdav.Dir(s.folder), LockSystem: netdav.NewMemLS()}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.asked = append(s.asked, r.Method)
		refuses := s.refuses
		s.mu.Unlock()
		if refuses > 0 {
			w.WriteHeader(refuses)
			return
		}
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

// methods returns the methods of the requests since the last call.
func (s *davServer) methods() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer func() { s.asked = nil }()
	return s.asked
}

// If somebody deleted the feed, it exists again when publish says so, although nothing changed
// since.
func TestWhatIsGoneIsThereAgainAfterPublish(t *testing.T) {
	d := newDesk(t)
	d.online()
	dav := newDavServer(t)
	for kind, at := range map[string]struct{ location, folder string }{
		"WebDAV": {dav.URL + "/", dav.folder},
		"file":   {d.file("shared") + "/", d.file("shared")},
	} {
		if err := os.MkdirAll(at.folder, 0o700); err != nil {
			t.Fatal(err)
		}
		d.ok("list", "create", kind)
		d.ok("item", "add", kind, "--id", kind, "--title", "Eggs")
		d.ok("publish", kind, at.location, "--window", "1")
		for _, command := range [][]string{{"publish", kind}, {"sync"}} {
			for _, name := range []string{kind + ".desk.xml", kind + ".desk.complete.xml"} {
				path := filepath.Join(at.folder, name)
				before := read(t, path)
				if err := os.Remove(path); err != nil {
					t.Fatal(err)
				}
				d.ok(command...)
				if got, err := os.ReadFile(path); err != nil || string(got) != before {
					t.Errorf("%s: after %v %s holds %q, %v", kind, command, name, got, err)
				}
			}
		}
	}
}

func TestWhatIsGoneFromABucketIsThereAgainAfterPublish(t *testing.T) {
	s := servertest.S3(t, servertest.Signed("AKIA1", "s3cr3t"))
	d := signingIn(t, "desk", "s3cr3t")
	d.ok("list", "create", "Groceries")
	d.ok("publish", "Groceries", s.Address("shared/"), "--user", "AKIA1")
	before := s.Keys(t)
	if _, err := s.Objects.DeleteObject(servertest.Bucket, "shared/Groceries.desk.xml"); err != nil {
		t.Fatal(err)
	}
	d.ok("publish", "Groceries")
	if got := s.Keys(t); !slices.Equal(got, before) || len(got) != 1 {
		t.Errorf("there are %v, and were %v", got, before)
	}
}

// Publish only says that a feed is there if it found it there, and requests no document for
// that.
func TestThatAFeedIsThereIsAskedForEachTime(t *testing.T) {
	d := newDesk(t)
	d.online()
	dav := newDavServer(t)
	d.ok("list", "create", "Groceries")
	d.ok("publish", "Groceries", dav.URL+"/")
	dav.methods()
	d.ok("publish", "Groceries")
	if asked := dav.methods(); !slices.Contains(asked, http.MethodHead) || slices.Contains(asked, http.MethodGet) || slices.Contains(asked, http.MethodPut) {
		t.Errorf("it asks for %v", asked)
	}
	dav.refuses = http.StatusServiceUnavailable
	d.run("publish", "Groceries").is(cli.Failed).mentions(dav.URL+"/Groceries.desk.xml", "503")
	dav.refuses = 0
	d.ok("publish", "Groceries")
	// A document that another program wrote there is not our feed.
	if err := os.WriteFile(filepath.Join(dav.folder, "Groceries.desk.xml"), []byte("<rss/>"), 0o600); err != nil {
		t.Fatal(err)
	}
	d.run("publish", "Groceries").is(cli.Failed).mentions("something else was written there")
}

// Before items become readable somewhere for the first time, the command reports how many, and
// for whom.
func TestPublishingSaysFirstHowMuchBecomesReadable(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Groceries")
	for _, title := range []string{"Milk", "Bread"} {
		d.ok("item", "add", "Groceries", "--id", title, "--title", title)
	}
	said := func(args ...string) bool {
		t.Helper()
		return strings.HasPrefix(d.ok(args...).err, "Your 2 items in \"Groceries\" will be readable by everyone who can open ")
	}
	for _, c := range []struct {
		name string
		args []string
		want bool
	}{
		{"at first", []string{"publish", "Groceries", d.file("feed.xml")}, true},
		{"there again", []string{"publish", "Groceries", d.file("feed.xml")}, false},
		{"as before", []string{"publish", "Groceries"}, false},
		{"with a window", []string{"publish", "Groceries", "--window", "30d"}, false},
		{"elsewhere", []string{"publish", "Groceries", d.file("other.xml")}, true},
	} {
		if got := said(c.args...); got != c.want {
			t.Errorf("%s: said is %t, want %t", c.name, got, c.want)
		}
	}
	d.ok("list", "create", "Empty")
	if r := d.ok("publish", "Empty", d.file("empty.xml")); strings.Contains(r.err, "will be readable") {
		t.Errorf("of an empty list: %s", r.err)
	}
}

// Before anything is added to a published list, the command reports that it becomes readable.
func TestWhatGoesIntoAPublishedListIsSaidToBecomeReadable(t *testing.T) {
	d := newDesk(t)
	for _, list := range []string{"Private", "Shared", "Alone"} {
		d.ok("list", "create", list, "--kind", "todo")
	}
	for _, title := range []string{"Milk", "Bread"} {
		d.ok("item", "add", "Private", "--id", title, "--title", title)
	}
	at := d.file("shared.xml")
	d.ok("publish", "Shared", at)
	feed := filepath.Join(t.TempDir(), "eggs.xml")
	calendar := d.put("todos.ics", "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:tea\nSUMMARY:Tea\nEND:VTODO\nBEGIN:VTODO\nUID:rice\nSUMMARY:Rice\nEND:VTODO\nEND:VCALENDAR\n")
	const readable = " will be readable by everyone who can open "
	for _, c := range []struct {
		want string
		args []string
	}{
		{"Your 1 item", []string{"item", "copy", "Private", "Milk", "--to", "Shared"}},
		{"Your 2 items", []string{"item", "move", "Private", "Milk", "Bread", "--to", "Shared"}},
		{"Your 1 file", []string{"item", "attach", "Shared", "Bread", d.put("a.txt", "one")}},
		{"Unless --mode is read-only, the items from " + feed, []string{"subscription", "add", "Shared", feed}},
		{"", []string{"item", "move", "Shared", "Bread", "--to", "Alone"}},
		{"", []string{"item", "attach", "Alone", "Bread", d.put("b.txt", "one")}},
		{"", []string{"subscription", "add", "Alone", feed}},
		{"", []string{"subscription", "add", "Shared", d.file("phone.xml")}}, // it is readable there already
		{"", []string{"subscription", "add", "Shared", feed + "2", "--mode", "read-only"}},
		{"", []string{"subscription", "change", "Shared", feed + "2", "--every", "1h"}},
		{"Unless --mode is read-only, the items from " + feed + "2", []string{"subscription", "change", "Shared", feed + "2", "--mode", "both"}},
		{"", []string{"subscription", "change", "Shared", feed + "2", "--mode", "both"}}, // it did already
		{"", []string{"subscription", "add", "Alone", feed + "2", "--mode", "read-only"}},
		{"", []string{"subscription", "change", "Alone", feed + "2", "--mode", "both"}},
		{"", []string{"import", "Shared", calendar, "--dry-run"}},
		{"Your 2 items", []string{"import", "Shared", calendar}},
		{"", []string{"import", "Shared", calendar}}, // nothing is new
		{"", []string{"import", "Alone", calendar}},
	} {
		said := d.ok(c.args...).err
		if c.want == "" && strings.Contains(said, readable) || c.want != "" && !strings.HasPrefix(said, c.want+readable+at+".\n") {
			t.Errorf("%q says %q", c.args, said)
		}
	}
}

// Moving says how much becomes readable with everything in an item, and nothing where the item
// can be read already.
func TestMovingCountsWhatBecomesReadable(t *testing.T) {
	d := newDesk(t)
	folder := t.TempDir()
	for _, list := range []string{"Private", "Ours", "Theirs"} {
		d.ok("list", "create", list, "--kind", "outline")
	}
	d.ok("item", "add", "Private", "--id", "fruit", "--title", "Fruit")
	d.ok("item", "add", "Private", "--id", "pear", "--title", "Pear", "--parent", "fruit")
	for _, list := range []string{"Ours", "Theirs"} {
		d.ok("publish", list, folder)
	}
	says := func(from, to, want string) {
		t.Helper()
		if said := d.ok("item", "move", from, "fruit", "--to", to).err; said != want {
			t.Errorf("from %s to %s it says %q, want %q", from, to, said, want)
		}
	}
	says("Private", "Ours", "Your 2 items will be readable by everyone who can open "+folder+string(filepath.Separator)+".\n")
	says("Ours", "Theirs", "")
	says("Theirs", "Private", "")
}

// Redoing a move, a copy or an import says the same again. What can be read there anyway, and
// other edits, need no word.
func TestRedoingSaysWhatBecomesReadable(t *testing.T) {
	d := newDesk(t)
	folder := t.TempDir()
	for _, list := range []string{"Private", "Ours", "Theirs"} {
		d.ok("list", "create", list, "--kind", "outline")
	}
	d.ok("item", "add", "Private", "--id", "fruit", "--title", "Fruit")
	d.ok("item", "add", "Private", "--id", "pear", "--title", "Pear", "--parent", "fruit")
	d.ok("publish", "Ours", folder)
	d.ok("publish", "Theirs", folder)
	again := func(what, want string) {
		t.Helper()
		d.ok("undo")
		if said := d.ok("redo").err; said != want {
			t.Errorf("redoing %s says %q, want %q", what, said, want)
		}
	}
	at := " will be readable by everyone who can open " + folder + string(filepath.Separator) + ".\n"
	d.ok("item", "copy", "Private", "pear", "--to", "Ours")
	again("a copy", "Your 1 item"+at)
	d.ok("undo")
	d.ok("item", "move", "Private", "fruit", "--to", "Ours")
	again("a move", "Your 2 items"+at)
	d.ok("item", "move", "Ours", "fruit", "--to", "Theirs")
	again("a move of what is readable there", "")
	d.ok("item", "move", "Theirs", "fruit", "--to", "Private")
	again("a move back", "")
	d.ok("item", "add", "Ours", "--id", "plum", "--title", "Plum")
	again("an addition", "")
	d.ok("undo")
	if said := d.ok("undo").err; said != "" {
		t.Errorf("undoing says %q", said)
	}
	d.ok("publish", "Ours", "--stop")
	if said := d.ok("redo").err; said != "" {
		t.Errorf("redoing says %q", said)
	}
}

// signingIn returns a desk that reaches servers and buckets, with a password in its
// environment and no keyring.
func signingIn(t *testing.T, endpoint, password string) *desk {
	t.Helper()
	d := newDesk(t)
	d.args[3] = endpoint
	d.env.Getenv = func(name string) string { return map[string]string{"CROSSFEED_PASSWORD": password}[name] }
	d.env.Secrets = func(dir string) credentials.PasswordStore {
		return credentials.NewFile(filepath.Join(dir, credentials.FileName))
	}
	d.env.Places = func(p transport.Passwords) transport.Places {
		return engine.NewPlaces(engine.PlacesOptions{Files: transport.Disk{}, Passwords: p, Getenv: func(string) string { return "" }})
	}
	return d
}

func TestAListIsSharedThroughABucketByCommands(t *testing.T) {
	s := servertest.S3(t, servertest.Signed("AKIA1", "s3cr3t"))
	folder := s.Address("shared/")
	desk, laptop := signingIn(t, "desk", "s3cr3t"), signingIn(t, "laptop", "s3cr3t")
	desk.ok("list", "create", "Groceries")
	desk.ok("item", "add", "Groceries", "--id", "eggs", "--title", "Eggs")
	desk.ok("publish", "Groceries", folder, "--user", "AKIA1").
		prints(strings.Replace(folder, "shared/", "shared/Groceries.desk.xml", 1) + "\n").mentions("Could not determine who can read it")
	laptop.ok("list", "create", "Groceries")
	laptop.ok("subscription", "add", "Groceries", folder, "--user", "AKIA1")
	laptop.ok("sync")
	laptop.ok("item", "show", "Groceries", "eggs")
	laptop.env.Getenv = func(string) string { return "" }
	laptop.run("sync").is(cli.Failed).mentions("password", "s3://lists/shared/")
}
