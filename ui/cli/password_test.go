package cli_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"crossfeed/engine/location/servertest"
	"crossfeed/ui/cli"
)

func TestAPasswordIsKeptForItsServerUntilItIsForgotten(t *testing.T) {
	s := servertest.S3(t, servertest.Signed("AKIA1", "s3cr3t"))
	d := signingIn(t, "desk", "")
	d.ok("set", "new", "Groceries")
	publish := []string{"publish", "Groceries", s.Address("a/b.xml"), "--user", "AKIA1"}
	d.run(publish...).is(cli.Failed).mentions("password")
	file := d.file("data/passwords")
	d.ok("password", "where").prints("This system has no keyring: the password is kept in the file " + file + ", which is not encrypted and which only you can read.\n")
	d.env.Ask = func(_ context.Context, question string) (string, error) {
		if !strings.HasPrefix(question, "password of AKIA1 for s3://lists") {
			t.Errorf("asked %q", question)
		}
		return "s3cr3t", nil
	}
	d.ok("password", "keep", s.Address("elsewhere/"), "AKIA1").prints("").mentions(file, "not encrypted")
	d.env.Ask = nil
	d.ok(publish...)
	d.ok("password", "forget", s.Address(""), "AKIA1")
	if text := read(t, file); strings.Contains(text, "s3cr3t") {
		t.Errorf("the file is\n%s", text)
	}
	d.ok("item", "add", "Groceries", "--title", "Eggs")
	d.run("publish", "Groceries").is(cli.Failed).mentions("password")
}

func TestAPasswordThatIsNotGivenIsNotKept(t *testing.T) {
	d := signingIn(t, "desk", "")
	d.run("password", "keep", "https://example.org/", "ray").is(cli.Failed).mentions("no password", "CROSSFEED_PASSWORD")
	d = signingIn(t, "desk", "word")
	d.run("password", "keep", d.dir, "ray").is(cli.Failed).mentions("needs no password")
	d.run("password", "keep", "https://ray:word@example.org/", "ray").is(cli.Failed).mentions("never stand in a location")
	d.ok("password", "keep", "https://example.org/", "ray")
	if text := read(t, filepath.Join(d.dir, "data", "passwords")); !strings.Contains(text, `{"place":"https://example.org","user":"ray","password":"word"}`) {
		t.Errorf("the file is\n%s", text)
	}
}
