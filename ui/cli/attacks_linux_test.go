package cli_test

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"crossfeed/storage"
	"crossfeed/ui/cli"
)

// attack is a row of the table of commands in docs/protocol.md.
type attack struct {
	*testing.T
	commands []string
	used     map[int]bool
}

// computer runs commands.
type computer interface{ run(args ...string) result }

// placeholder matches a word that stands for a value in a command.
var placeholder = regexp.MustCompile(`\b(FILE|FOLDER|LIST|ID|ONE|TWO|LOCATION|NEW)\b`)

// line returns a command of the row, with values in place of its placeholders. Values are pairs
// of a placeholder and its value; of several for one placeholder, each is used once, in order.
func (a *attack) line(i int, values ...string) string {
	a.Helper()
	if i >= len(a.commands) {
		a.Fatalf("the row has no command %d: %q", i, a.commands)
	}
	a.used[i] = true
	of := map[string][]string{}
	for n := 0; n < len(values); n += 2 {
		of[values[n]] = append(of[values[n]], values[n+1])
	}
	return placeholder.ReplaceAllStringFunc(a.commands[i], func(name string) string {
		all := of[name]
		if len(all) == 0 {
			a.Fatalf("%q: there is no %s", a.commands[i], name)
		}
		of[name] = all[min(1, len(all)-1):]
		return all[0]
	})
}

// runs runs a command of the row on a computer, which has a data folder of its own.
func (a *attack) runs(i int, on computer, values ...string) result {
	a.Helper()
	line := regexp.MustCompile(` --data \S+`).ReplaceAllString(a.line(i, values...), "")
	out, err := exec.CommandContext(a.Context(), "sh", "-c", `crossfeed() { printf '%s\n' "$@"; }; crossfeed `+line).Output()
	must(a.T, err)
	return on.run(strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")...)
}

// shell runs a command of the row in a shell, in which crossfeed is this program on a data folder.
func (a *attack) shell(i int, data string, values ...string) {
	a.Helper()
	bin := a.TempDir()
	script := fmt.Sprintf("#!/bin/sh\nexec env %s=1 '%s' \"$@\" --data '%s'\n", asCommand, os.Args[0], data)
	must(a.T, os.WriteFile(filepath.Join(bin, "crossfeed"), []byte(script), 0o700))
	cmd := exec.CommandContext(a.Context(), "sh", "-c", a.line(i, values...))
	cmd.Env = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"))
	if out, err := cmd.CombinedOutput(); err != nil && !strings.HasPrefix(a.commands[i], "timeout") {
		a.Fatalf("%s: %v\n%s", a.commands[i], err, out)
	}
}

// refused checks that a file is refused with a reason.
func (a *attack) refused(d *desk, text, reason string) {
	a.Helper()
	file := d.put("theirs.xml", text)
	if r := a.runs(0, d, "FILE", file); r.state == cli.Done || !strings.Contains(r.err+r.out, file) || !strings.Contains(r.err+r.out, reason) {
		a.Errorf("state %d, %.2000s", r.state, r.out+r.err)
	}
}

// attacks make the attacks of the table and check their outcomes, by the beginning of their
// descriptions.
var attacks = map[string]func(*attack){
	"Entities, a DTD": func(a *attack) {
		d := newDesk(a.T)
		for name, text := range hostile() {
			if name != "attributes" { // long, but a feed
				a.refused(d, text, ".xml:")
			}
		}
	},
	"Endless document": func(a *attack) {
		d := newDesk(a.T)
		file := d.put("theirs.xml", "<rss>")
		must(a.T, os.Truncate(file, 3<<40))
		a.runs(0, d, "FILE", file).is(cli.Attention).shows(".xml:1 ")
		for _, begins := range []string{"<title>", "<item "} {
			a.refused(d, "<rss><channel>"+begins+strings.Repeat("x", 65<<20), "what begins here is larger than 64 MB")
		}
	},
	"Outlines or conflicts": func(a *attack) {
		d := newDesk(a.T)
		a.refused(d, `<opml version="2.0"><head/><body>`+strings.Repeat("\n"+`<outline text="x">`, 1001)+strings.Repeat("</outline>", 1001)+"</body></opml>", ".xml:1002 ")
	},
	"1,200 conflicts": func(a *attack) {
		d := newDesk(a.T)
		one, two := d.put("one.xml", crowded("ours", 600)), d.put("two.xml", crowded("theirs", 600))
		r := a.runs(0, d, "ONE", one, "TWO", two).is(cli.Attention).mentions("too-large", "1200 conflicts")
		if strings.Count(r.out, "ours") < 600 {
			a.Errorf("ours are gone: %.2000s", r.out)
		}
	},
	"Values of megabytes": func(a *attack) {
		d := newDesk(a.T)
		title := strings.Repeat("long ", 1<<20)
		d.ok("list", "create", "Groceries")
		file := d.put("theirs.xml", feedOf(versionOf("eggs", saying(title, ""), "phone", 0)))
		a.runs(0, d, "FILE", file).is(cli.Done)
		d.ok("subscription", "add", "Groceries", file)
		d.run("sync")
		if out := a.runs(1, d, "LIST", "Groceries", "ID", "eggs").is(cli.Done).out; len(out) > 20_000 {
			a.Errorf("it prints %d bytes", len(out))
		}
	},
	"Control characters": func(a *attack) {
		d := newDesk(a.T)
		d.ok("list", "create", "Groceries")
		a.runs(0, d, "LIST", "Groceries").is(cli.Done)
		if out := a.runs(1, d, "LIST", "Groceries").is(cli.Done).out; strings.Contains(out, "\x1b") || !strings.Contains(out, "[31mb") {
			a.Errorf("it prints %q", out)
		}
	},
	"List named": func(a *attack) {
		d := newDesk(a.T)
		folder := d.file("shared")
		must(a.T, os.Mkdir(folder, 0o700))
		a.runs(0, d).is(cli.Done)
		a.runs(1, d, "FOLDER", folder).is(cli.Done)
		if files, err := os.ReadDir(folder); err != nil || len(files) != 1 {
			a.Errorf("there are %v, %v", files, err)
		}
	},
	"Device, pipe": func(a *attack) {
		d := newDesk(a.T)
		d.ok("list", "create", "Groceries")
		a.runs(0, d, "LIST", "Groceries").is(cli.Failed).mentions("/dev/zero")
	},
	"File of 3 TB": func(a *attack) {
		h := newFlooded(a.T, "note", 1)
		for i := range 3 {
			a.shell(i, h.file("data"), "FOLDER", h.folder, "LIST", "Groceries")
		}
		h.writes("phone", live(0, 2, 1, "Item")...)
		r := a.runs(3, h).is(cli.Attention)
		for _, name := range []string{"aaaa", "bbbb", "cccc"} {
			r.mentions("Groceries." + name + ".xml")
		}
		h.has(2)
	},
	"Update in your name": func(a *attack) {
		d, _ := deceived(a.T)
		a.runs(0, d).is(cli.Done)
		if r := a.runs(1, d).is(cli.Done); !strings.Contains(r.out, "a change in your name that this device never made") {
			a.Error(r.out)
		}
	},
	"Numbers that jump": func(a *attack) {
		h := newFlooded(a.T, "note", 2)
		h.writes("phone", append([]string{strings.Replace(itemIn(0, 1, "<title>Jump</title>", "", "phone"), `"1"`, `"90000"`, 2)}, live(1, 2, 1, "Item")...)...)
		a.runs(0, h).is(cli.Attention).mentions("1 held for review")
		if r := a.runs(1, h).is(cli.Done); !strings.Contains(r.out, "n0") {
			a.Error(r.out)
		}
	},
	"Feeds that empty": func(a *attack) {
		h := newFlooded(a.T, "note", 49)
		h.writes("phone", gone(0, 49, "phone")...)
		a.runs(0, h).is(cli.Attention).mentions("49 held for review")
		a.runs(1, h).is(cli.Done)
		a.runs(2, h, "LIST", "Groceries").is(cli.Done)
		h.has(49)
	},
	"Deletions below": func(a *attack) {
		h := newFlooded(a.T, "note", 49)
		h.at(1)
		h.writes("phone", gone(0, 3, "phone")...)
		h.ok("sync")
		h.has(46)
		a.runs(0, h, "LOCATION", h.folder).mentions("--published") // others may have received them
		h.ok("undo", "--feed", h.folder, "--published")
		h.has(49)
	},
	"Invitation with the name": func(a *attack) {
		d, folder, link := inviter(a.T)
		invitation := d.put("family.crossfeed", link)
		o := private(a.T, d)
		a.runs(0, o, "FILE", invitation).is(cli.Done).mentions(`"Family (2)" is shared with you`)
		if strings.Contains(everythingIn(a.T, folder), "Secret") {
			a.Error("the private list is shared")
		}
		o = another(a.T, d, "tablet")
		o.ok("list", "create", "Family", "--kind", "contact")
		o.ok("item", "add", "Family", "--title", "Secret")
		a.runs(1, o, "FILE", invitation, "LIST", "Family").is(cli.Done).mentions("will be readable by everyone who can open " + folder)
	},
	"Publishing, importing": func(a *attack) {
		d := newDesk(a.T)
		d.ok("list", "create", "Groceries")
		d.ok("list", "create", "Notes")
		d.ok("item", "add", "Groceries", "--id", "milk", "--title", "Milk")
		d.ok("item", "add", "Notes", "--id", "tea", "--title", "Tea")
		a.runs(0, d, "LIST", "Groceries", "FOLDER", d.dir).is(cli.Done).mentions(`Your 1 item in "Groceries" will be readable by everyone`)
		a.runs(1, d, "LIST", "Groceries", "FILE", d.put("more.csv", "title\nJam\n")).is(cli.Done).mentions("will be readable by everyone")
		a.runs(2, d, "LIST", "Notes", "ID", "tea", "LIST", "Groceries").is(cli.Done).mentions("will be readable by everyone")
	},
	"Backup from before": func(a *attack) {
		d := newOwn(a.T, "desk")
		d.ok("list", "create", "Groceries")
		d.ok("item", "add", "Groceries", "--id", "milk", "--title", "Milk")
		d.ok("publish", "Groceries", d.dir)
		backup := d.file("backup.zip")
		d.ok("backup", backup)
		d.ok("publish", "Groceries", "--stop", "--remove")
		a.runs(0, d, "FILE", backup).is(cli.Done)
		a.runs(1, d)
		if files, err := filepath.Glob(d.file("Groceries.*.xml")); err != nil || len(files) > 0 {
			a.Errorf("it is published: %q, %v", files, err)
		}
	},
	"Second writer": func(a *attack) {
		d := newDesk(a.T)
		d.ok("list", "create", "Groceries")
		feed := d.put("feed.xml", eggs)
		a.runs(0, d, "LIST", "Groceries", "FILE", feed).is(cli.Failed).mentions(feed)
		if read(a.T, feed) != eggs {
			a.Error("it was overwritten")
		}
	},
	"Published file deleted": func(a *attack) {
		d := newDesk(a.T)
		d.ok("list", "create", "Groceries")
		d.ok("item", "add", "Groceries", "--id", "milk", "--title", "Milk")
		feed := d.file("feed.xml")
		d.ok("publish", "Groceries", feed)
		must(a.T, os.Remove(feed))
		a.runs(0, d).is(cli.Done)
		if !strings.Contains(read(a.T, feed), "Milk") {
			a.Error("it is not published again")
		}
	},
	"Program killed": func(a *attack) {
		d := newDesk(a.T)
		d.ok("list", "create", "Groceries")
		d.database()
		file := d.put("many.csv", "title\n"+strings.Repeat("Milk\n", 20_000))
		a.shell(0, d.file("data"), "LIST", "Groceries", "FILE", file)
		a.runs(1, d).is(cli.Done)
		if n := strings.Count(d.ok("item", "list", "Groceries").out, "\n"); n > 1 && n != 20_001 {
			a.Errorf("there are %d lines", n)
		}
	},
	"Flipped byte in one version": func(a *attack) {
		d, _ := forty(a.T)
		d.flip("<title>Plan number 17 of")
		a.runs(0, d).is(cli.Attention).mentions("damaged Plans n17")
		a.runs(1, d, "LIST", "Plans")
		d.ok("item", "edit", "Plans", "n18", "--title", "Edited")
	},
	"Flipped byte in an item held": func(a *attack) {
		d, _ := deceived(a.T)
		d.flip(`[{"kind":"forged`)
		a.runs(0, d).is(cli.Attention).mentions("damaged")
		a.runs(1, d).is(cli.Done)
		a.runs(2, d).is(cli.Attention).mentions("1 held for review")
	},
	"Any damage": func(a *attack) {
		d, _ := forty(a.T)
		d.flip("<title>Plan number 17 of")
		a.runs(0, d).is(cli.Done).mentions("repaired Plans n17")
	},
	"Flipped byte in the schema": func(a *attack) {
		d, _ := forty(a.T)
		d.env.Rescue = storage.Rescue
		path := d.database()
		must(a.T, os.WriteFile(path, []byte(strings.ReplaceAll(read(a.T, path), "CREATE TABLE items (", "CREATE TABLE iuems (")), 0o600))
		a.runs(0, d).is(cli.Done).mentions("the database was damaged")
		d.ok("item", "show", "Plans", "n17")
	},
	"Copied or restored": func(a *attack) {
		d, _, _ := together(a.T)
		was := d.id()
		a.runs(0, d.copied(a.T)).is(cli.Done).renewedTo(was, "its data folder was copied")
	},
	"Lost computer": func(a *attack) {
		d, partner, _ := together(a.T)
		backup := d.file("backup.zip")
		a.runs(0, d, "FILE", backup).is(cli.Done)
		d.edit("Milk since")
		d.ok("sync")
		fresh := newOwn(a.T, "fresh")
		fresh.now = d.now.Add(time.Hour)
		a.runs(1, fresh, "FILE", backup, "NEW", "here").is(cli.Done)
		fresh.run("sync")
		partner.ok("sync")
		fresh.expect("Milk since")
	},
	"Damaged or foreign backup": func(a *attack) {
		d := newDesk(a.T)
		d.ok("list", "create", "Groceries")
		a.runs(0, d, "FILE", d.put("backup.zip", "PK, but not a backup")).is(cli.Failed).mentions("backup.zip")
		d.ok("list", "ls").shows("Groceries")
	},
	"List deleted by mistake": func(a *attack) {
		d := newDesk(a.T)
		d.ok("list", "create", "Family")
		a.runs(0, d, "LIST", "Family").is(cli.Done)
		a.runs(1, d).is(cli.Done)
		d.ok("list", "ls").shows("Family")
		d.ok("list", "delete", "Family")
		a.runs(2, d).is(cli.Done).shows("Family")
		a.runs(3, d, "LIST", "Family").is(cli.Done)
		d.ok("list", "ls").shows("Family")
	},
	"Backup or export": func(a *attack) {
		d := newDesk(a.T)
		d.ok("list", "create", "Groceries")
		d.ok("item", "add", "Groceries", "--title", "Milk")
		folder := d.file("open")
		must(a.T, os.Mkdir(folder, 0o755))
		d.ok("list", "create", "Shared")
		d.ok("publish", "Shared", folder)
		a.runs(0, d, "FOLDER", folder, "FILE", "backup.zip").is(cli.Done).mentions("readable by")
		a.runs(1, d, "LIST", "Groceries", "FOLDER", folder, "FILE", "list.csv").is(cli.Done).mentions("readable by")
	},
	"Export over": func(a *attack) {
		d := newDesk(a.T)
		d.ok("list", "create", "Groceries")
		file := d.put("list.csv", "mine")
		a.runs(0, d, "LIST", "Groceries", "FILE", file).is(cli.Failed).mentions("already exists")
		if read(a.T, file) != "mine" {
			a.Error("it was overwritten")
		}
	},
}

// TestTheAttacksInTheDocumentation makes each attack of the table in docs/protocol.md, with its
// commands exactly as the page has them.
func TestTheAttacksInTheDocumentation(t *testing.T) {
	_, table, found := strings.Cut(read(t, "../../docs/protocol.md"), "| attack or accident | outcome | command |\n|---|---|---|\n")
	table, _, ends := strings.Cut(table, "\n\n")
	if !found || !ends {
		t.Fatal("the page has no such table")
	}
	left := maps.Clone(attacks)
	for row := range strings.SplitSeq(table, "\n") {
		cells := strings.Split(row, " | ")
		if len(cells) != 3 {
			t.Fatalf("a row has %d cells: %s", len(cells), row)
		}
		what := strings.TrimPrefix(cells[0], "| ")
		var is string
		for name := range attacks {
			if strings.HasPrefix(what, name) && len(name) > len(is) {
				is = name
			}
		}
		if is == "" {
			t.Errorf("no test makes the attack %q", what)
			continue
		}
		delete(left, is)
		t.Run(is, func(t *testing.T) {
			a := &attack{T: t, used: map[int]bool{}}
			for _, of := range regexp.MustCompile("`(.*?)`").FindAllStringSubmatch(cells[2], -1) {
				a.commands = append(a.commands, of[1])
			}
			attacks[is](a)
			if len(a.used) != len(a.commands) {
				t.Errorf("of %q not all were run", a.commands)
			}
		})
	}
	for name := range left {
		t.Errorf("the page has no attack that begins with %q", name)
	}
}
