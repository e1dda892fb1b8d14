package engine_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/credentials"
	"crossfeed/engine/enginetest/servertest"
	"crossfeed/engine/enginetest/storagetest"
	"crossfeed/engine/lists/transfer"
	"crossfeed/engine/publish"
	"crossfeed/engine/record"
	"crossfeed/engine/sharing"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
)

// The passwords of the test: for a bucket, for a server, and a wrong one for that server.
var passwords = []string{"bucket p4ss/w0rd", "server p4ss&w0rd", "wrong p4ss+w0rd"}

// A list is shared in a bucket and reads a server, both with passwords; one is wrong, and the
// server goes down. Then no file of the store, no feed, no invitation, no export, and no
// message contains a password, in any of its encoded forms.
func TestPasswordsAreNowhereButWhereTheyAreKept(t *testing.T) {
	dir := t.TempDir()
	st, err := storagetest.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	kept := filepath.Join(dir, credentials.FileName)
	d := reachingFrom(t, "desk", credentials.NewFile(kept), st)
	s := servertest.S3(t, servertest.Signed("AKIA1", passwords[0]))
	var said strings.Builder
	say := func(all ...any) { fmt.Fprintf(&said, "%+v\n", all) }

	d.add("milk", "Milk")
	shared, err := d.Sharing.Share(t.Context(), "Groceries", sharing.Options{
		Location: s.Address("shared/"), Window: "30d", Access: transport.Access{User: "AKIA1"}, Password: passwords[0],
	})
	d.check(err)
	say(shared, shared.Invitation.Link(), d.Accounts.Where(), d.Accounts.Where().Text())
	d.check(shared.Invitation.WriteFile(&said))

	other := newReachingDesk(t, "laptop", &credentials.Memory{})
	other.add("eggs", "Eggs")
	address, names, _ := other.serves(publish.SiteOptions{User: "ray", Password: passwords[1]})
	o := subscribe.Options{Password: passwords[1]}
	o.Access.User = "ray"
	_, err = d.Subscriptions.SubscribeAs(t.Context(), "Groceries", address+"/"+names[0], o)
	d.check(err)
	d.sync()
	if d.item("eggs").Winner.Title() != "Eggs" {
		t.Fatal("nothing was read")
	}
	d.check(d.Accounts.SignIn(t.Context(), address, "ray", passwords[2]))
	d.check(d.Accounts.SignIn(t.Context(), s.Address(""), "AKIA1", passwords[2]))
	d.clock.step(48 * time.Hour)
	_, err = d.Edit.Change(t.Context(), "Groceries", "milk", record.Values{"title": "Oat milk"}, nil)
	d.check(err)
	reports, err := d.Sync(t.Context(), subscribe.SyncOptions{})
	say(reports, err)
	for _, err := range []error{publishing(d), probeError(d, "http://ray:"+url.QueryEscape(passwords[1])+"@"+strings.TrimPrefix(address, "http://")), probeError(d, address)} {
		if err == nil {
			t.Error("what had to fail did not")
		}
		for ; err != nil; err = errors.Unwrap(err) {
			say(err, fmt.Sprintf("%#v", err))
		}
	}
	healths, err := d.Subscriptions.Healths(t.Context(), "Groceries")
	say(healths, err)
	_, err = d.Lists.Export(t.Context(), "Groceries", nil, transfer.Calendar, &said)
	say(err)

	places := map[string]string{"what was said": said.String()}
	for _, key := range s.Keys(t) {
		o, err := s.Objects.GetObject(servertest.Bucket, key, nil)
		d.check(err)
		var text bytes.Buffer
		_, err = text.ReadFrom(o.Contents)
		d.check(err)
		places[key] = text.String()
	}
	files(t, dir, places)
	d.check(d.Close())
	files(t, dir, places)
	if found := hidden(places[kept]); len(found) == 0 {
		t.Fatal("where passwords are kept none was found: nothing is found this way")
	}
	delete(places, kept)
	if len(places) < 5 {
		t.Errorf("only %d places were searched", len(places))
	}
	for place, text := range places {
		if found := hidden(text); len(found) > 0 {
			t.Errorf("%s has %q in it", place, found)
		}
	}
}

func publishing(d *desk) error {
	_, err := d.Sharing.Publish(d.t.Context(), "Groceries")
	return err
}

func probeError(d *desk, at string) error {
	_, err := d.Subscriptions.Probe(d.t.Context(), "", at, transport.Access{User: "ray"})
	return err
}

// hidden returns the passwords that a text contains in some form.
func hidden(text string) (found []string) {
	for _, p := range passwords {
		forms := []string{p, url.QueryEscape(p), url.PathEscape(p), strings.ReplaceAll(p, "&", "&amp;"), strings.ReplaceAll(p, "&", `\u0026`)}
		for _, user := range []string{"ray", "AKIA1"} {
			forms = append(forms, base64.StdEncoding.EncodeToString([]byte(user+":"+p)))
		}
		for _, form := range forms {
			if strings.Contains(text, form) {
				found = append(found, form)
			}
		}
	}
	return found
}

// files adds the files below a folder: the store, its log, and the files next to them. A copy
// of the folder contains what a backup contains.
func files(t *testing.T, dir string, into map[string]string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		into[path] += string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
