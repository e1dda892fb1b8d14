package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

// The name of this device is printed, changed and published with one command; nothing reveals
// it to others before a person agrees.
func TestTheNameOfThisDevice(t *testing.T) {
	d := newDesk(t)
	folder := t.TempDir()
	d.ok("list", "create", "Groceries")
	d.ok("publish", "Groceries", folder)
	says := func(name string, want bool) {
		t.Helper()
		d.ok("publish", "Groceries")
		text, err := os.ReadFile(filepath.Join(folder, "Groceries.desk.xml"))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(string(text), name); got != want {
			t.Errorf("the feed says %q: %v", name, got)
		}
		if got := strings.Contains(d.ok("invite", "Groceries").out, name); got != want {
			t.Errorf("the invitation says %q: %v", name, got)
		}
	}
	d.ok("device", "name").prints("").stderr("This device has no name. Others see the beginning of its ID, desk.\n")
	d.ok("device", "name", "--json").prints("{\n  \"id\": \"desk\",\n  \"name\": \"\",\n  \"published\": false\n}\n")
	d.run("device", "name", "--publish").is(cli.Misuse)
	d.ok("device", "name", "Tablet").prints("Tablet\n").mentions("not published")
	says("Tablet", false)
	d.ok("device", "name", "--publish").prints("Tablet\n").mentions("published with the next sync")
	says("Tablet", true)
	d.ok("device", "name", "Kitchen").prints("Kitchen\n").mentions("published with the next sync")
	says("Kitchen", true)
	says("Tablet", false)
	d.ok("device", "name", "--no-publish").prints("Kitchen\n").mentions("not published")
	says("Kitchen", false)
	d.ok("device", "name", "a\u202eb"+strings.Repeat("x", 70), "--publish").prints("ab" + strings.Repeat("x", 58) + "\n")
	d.ok("device", "name", "--json").prints("{\n  \"id\": \"desk\",\n  \"name\": \"ab" + strings.Repeat("x", 58) + "\",\n  \"published\": true\n}\n")
	d.ok("device", "name", "").prints("").mentions("has no name")
	d.run("device", "name", "two\nlines").is(cli.Failed)
	d.run("device", "name", "Kitchen", "--of", "tablet", "--publish").is(cli.Misuse)
}

// Names are received from the feeds of the devices themselves, and are labeled if they come
// from another device.
func TestDevicesThatSayTheirNames(t *testing.T) {
	const kitchen, phone = "kitchen234kitchen234", "phone234phone234"
	d := newDesk(t)
	feed := d.put("feed.xml", strings.NewReplacer(
		"<channel>", `<channel><atom:author xmlns:atom="http://www.w3.org/2005/Atom"><atom:name>`+kitchen+`</atom:name></atom:author>`+
			`<c:device xmlns:c="urn:uuid:1f0b6a52-5d0e-4c57-9d1a-6a3c8be0f7d4" id="`+kitchen+`" name="Kitchen"/>`+
			`<c:device xmlns:c="urn:uuid:1f0b6a52-5d0e-4c57-9d1a-6a3c8be0f7d4" id="`+phone+`" name="Anna"/>`,
		`by="phone"`, `by="`+phone+`"`).Replace(eggs))
	d.ok("list", "create", "Groceries")
	d.ok("subscription", "add", "Groceries", feed)
	d.ok("sync")
	d.prints(t, "by Anna, according to Kitchen\n", "item", "show", "Groceries", "eggs")
	d.prints(t, "Anna, according to Kitchen", "device", "list")
	d.ok("device", "name", "Anna's phone", "--of", phone).prints(phone + ": Anna's phone\n")
	d.prints(t, "by Anna's phone\n", "item", "show", "Groceries", "eggs")
	d.ok("device", "name", "", "--of", phone)
	d.ok("subscription", "remove", "Groceries", feed)
	d.prints(t, "by unnamed device phone\n", "item", "show", "Groceries", "eggs")
}

// prints fails if a command does not print a text.
func (d *desk) prints(t *testing.T, want string, args ...string) {
	t.Helper()
	if out := d.ok(args...).out; !strings.Contains(out, want) {
		t.Errorf("%q printed\n%s\nwithout %q", args, out, want)
	}
}

// signed returns a feed that a device publishes under the name Kitchen.
func signed(feed string) string {
	return strings.Replace(feed, "<channel>", `<channel><atom:author xmlns:atom="http://www.w3.org/2005/Atom"><atom:name>kitchen234kitchen234</atom:name></atom:author>`+
		`<c:device xmlns:c="urn:uuid:1f0b6a52-5d0e-4c57-9d1a-6a3c8be0f7d4" id="kitchen234kitchen234" name="Kitchen"/>`, 1)
}

// Commands refer to feeds by the name of their device.
func TestFeedsAreCalledByTheirDevice(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Groceries")
	d.ok("item", "add", "Groceries", "--id", "eggs", "--title", "Eggs")
	feed := d.put("feed.xml", signed(forged))
	d.ok("subscription", "add", "Groceries", feed)
	d.run("sync").is(cli.Attention)

	for _, c := range [][]string{{"subscription", "list"}, {"review", "list"}} {
		table := strings.Split(d.ok(c...).out, "\n")
		if !strings.Contains(table[0], "DEVICE") || !strings.Contains(table[1], "  Kitchen  "+feed) {
			t.Errorf("%s prints\n%s", strings.Join(c, " "), strings.Join(table, "\n"))
		}
	}
	health := parse[[]struct{ Feeds []struct{ Device string } }](d.ok("subscription", "list", "--json"))
	if got := health[0].Feeds[0].Device; got != "Kitchen" {
		t.Errorf("in JSON the device is %q", got)
	}
	if err := os.Remove(feed); err != nil {
		t.Fatal(err)
	}
	d.run("sync").is(cli.Failed).mentions("Kitchen · Groceries: ", feed)
	d.ok("device", "name", "Laptop", "--of", "kitchen234kitchen234")
	d.run("sync").is(cli.Failed).mentions("Laptop · Groceries: ", feed)
}
