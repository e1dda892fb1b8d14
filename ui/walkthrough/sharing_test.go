//go:build display

package walkthrough_test

import (
	"fmt"
	"image/color"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/enginetest/servertest"
	"crossfeed/ui/walkthrough"
)

// pair is two people, each with their own window, on one display, so that one can paste what
// the other copies, as if sent by mail.
type pair struct {
	*journey
	desk, laptop *walkthrough.Window
	// steps counts what each had to do: filling in and confirming a page is one step.
	steps map[*walkthrough.Window]int
}

// two opens both windows.
func two(t *testing.T) *pair {
	t.Helper()
	p := &pair{journey: begin(t), steps: map[*walkthrough.Window]int{}}
	p.desk = p.window
	laptop, err := p.display.Open(p.ctx, p.program, p.b.Data)
	p.must(err)
	t.Cleanup(laptop.Kill)
	p.must(laptop.Resize(p.ctx, 1280, 800))
	p.laptop = laptop
	return p
}

// at switches to a window.
func (p *pair) at(w *walkthrough.Window) {
	p.t.Helper()
	p.must(w.ToFront(p.ctx))
	p.window = w
}

// step is one step of sharing: the input on one page.
func (p *pair) step(name string, do func()) {
	p.t.Helper()
	do()
	p.steps[p.window]++
	p.picture(name)
}

// begins creates a list of two todos at the desk.
func (p *pair) begins() {
	p.t.Helper()
	p.at(p.desk)
	p.press("ctrl+shift+n")
	p.typed(p.name + "\n")
	p.typed("Milk\nBread\n")
	p.has("two todos", p.a, "Bread", "Milk")
}

// has waits until an endpoint has exactly these items.
func (p *pair) has(what string, c walkthrough.Commands, titles ...string) {
	p.t.Helper()
	p.until(what, func() (bool, string) {
		var have []string
		for _, it := range p.items(c) {
			have = append(have, it.Title)
		}
		slices.Sort(have)
		return slices.Equal(have, titles), say(have)
	})
}

// subscribed waits until an endpoint has a subscription.
func (p *pair) subscribed(c walkthrough.Commands) {
	p.t.Helper()
	p.until("a subscription", func() (bool, string) {
		out, err := c.Run(p.ctx, "subscription", "list")
		return err == nil && strings.Contains(out, p.name), out
	})
}

// joins opens the invitation copied at the desk, at the laptop.
func (p *pair) joins(password string) {
	p.t.Helper()
	p.at(p.laptop)
	p.step("opened", func() {
		p.press("ctrl+shift+o", "ctrl+v")
	})
	p.step("accepted", func() {
		p.sees()
		p.typed(password + "\n")
		p.subscribed(p.b)
		p.has("what is shared", p.b, "Bread", "Milk")
		p.shares(p.b)
	})
}

// shares waits until an endpoint publishes the list, which completes accepting, and until its
// window shows that.
func (p *pair) shares(c walkthrough.Commands) {
	p.t.Helper()
	p.until("a feed of its own", func() (bool, string) {
		var lists []struct{ Location string }
		err := c.Read(p.ctx, &lists, "list", "ls")
		return err == nil && len(lists) == 1 && lists[0].Location != "", fmt.Sprint(lists, err)
	})
	p.must(p.window.Rest(p.ctx))
}

// answers checks that the list is shared both ways: an item added at the laptop arrives at the
// desk.
func (p *pair) answers() {
	p.t.Helper()
	p.press("ctrl+n")
	p.typed("Cheese\n")
	p.has("cheese here", p.b, "Bread", "Cheese", "Milk")
	p.at(p.desk)
	p.press("Escape", "ctrl+r")
	p.has("cheese there", p.a, "Bread", "Cheese", "Milk")
	p.picture("cheese")
	for who, n := range p.steps {
		if n > 3 {
			p.t.Errorf("it took %d steps at one side (desk: %v), and should take three at most", n, who == p.desk)
		}
	}
}

// TestTwoShareAListThroughAFolder takes three steps on one side and two on the other.
func TestTwoShareAListThroughAFolder(t *testing.T) {
	p := two(t)
	p.begins()
	p.step("where", func() {
		p.press("ctrl+shift+s")
		p.typed(p.folder + "\n")
	})
	p.step("published", func() {
		p.sees()
		p.press("Return")
		p.subscribed(p.a)
	})
	p.step("copied", func() { p.press("Return") })
	p.joins("")
	p.answers()
}

// TestTwoShareAListThroughAServer uses a WebDAV server with a password. The desk mistypes it
// first: nothing is published, and the page keeps the input.
func TestTwoShareAListThroughAServer(t *testing.T) {
	p := two(t)
	place := servertest.Apache(t, servertest.Options{}).Places[servertest.Basic]
	p.begins()
	p.step("where", func() {
		p.press("ctrl+shift+s")
		p.typed(place)
		p.press("Tab", "Tab")
		p.typed(servertest.User)
		p.press("Tab")
		p.typed("wrong\n")
	})
	p.sees()
	p.press("Return")
	p.picture("refused")
	p.sees()
	if out, err := p.a.Run(p.ctx, "subscription", "list"); err != nil || strings.Contains(out, p.name) {
		t.Fatalf("with a wrong password there is %q, %v", out, err)
	}
	p.step("published", func() {
		p.press("ctrl+a")
		p.typed(servertest.Password + "\n")
		p.subscribed(p.a)
	})
	p.step("copied", func() { p.press("Return") })
	p.joins(servertest.Password)
	p.answers()
}

// TestACertificateIsTrustedByKeyboard uses a server with a self-signed certificate. Its
// details are shown, one key trusts it, and the invitation passes that on to the laptop.
func TestACertificateIsTrustedByKeyboard(t *testing.T) {
	p := two(t)
	certificate := servertest.NewCertificate(t)
	place := servertest.Apache(t, servertest.Options{TLS: &certificate}).Places[servertest.Open]
	p.begins()
	p.step("certificate", func() {
		p.press("ctrl+shift+s")
		p.typed(place + "\n")
	})
	p.sees()
	p.press("Return")
	p.picture("trusted")
	p.step("published", func() {
		p.sees()
		p.press("Return")
		p.subscribed(p.a)
	})
	p.step("copied", func() { p.press("Return") })
	p.joins("")
	p.answers()
}

// TestAFileOfATodoComesAlong attaches a photo at the desk, which the laptop shows with the
// todo, and another one at the laptop, which the desk shows.
func TestAFileOfATodoComesAlong(t *testing.T) {
	p := two(t)
	p.begins()
	p.step("where", func() {
		p.press("ctrl+shift+s")
		p.typed(p.folder + "\n")
	})
	p.step("published", func() {
		p.sees()
		p.press("Return")
		p.subscribed(p.a)
	})
	p.step("copied", func() { p.press("Return") })
	photo := filepath.Join(t.TempDir(), "Shelf.jpg")
	p.paint(photo, color.RGBA{250, 130, 20, 255})
	p.run(p.a, "item", "attach", p.name, p.itemID(p.a, "Milk"), photo)
	p.run(p.a, "sync")
	p.joins("")
	p.comesAlong(p.b, "Milk", "Shelf.jpg")
	p.press("Down")
	p.picture("photo")
	receipt := filepath.Join(t.TempDir(), "Receipt.txt")
	p.must(os.WriteFile(receipt, []byte("2 litres"), 0o600))
	p.run(p.b, "item", "attach", p.name, p.itemID(p.b, "Milk"), receipt)
	p.press("ctrl+r")
	p.at(p.desk)
	p.press("Escape", "ctrl+r")
	p.comesAlong(p.a, "Milk", "Receipt.txt")
	p.press("Up")
	p.must(p.window.Rest(p.ctx)) // thumbnails are made in the background
	p.picture("both")
}

// itemID returns the identifier of the item with a title.
func (p *pair) itemID(c walkthrough.Commands, title string) string {
	p.t.Helper()
	for _, it := range p.items(c) {
		if it.Title == title {
			return it.ID
		}
	}
	p.t.Fatalf("there is no %s", title)
	return ""
}

// comesAlong waits until a file of an item is here.
func (p *pair) comesAlong(c walkthrough.Commands, title, name string) {
	p.t.Helper()
	p.until("the file "+name, func() (bool, string) {
		var files []struct{ Name, Path string }
		err := c.Read(p.ctx, &files, "item", "files", p.name, p.itemID(c, title))
		for _, f := range files {
			if f.Name == name && f.Path != "" {
				return true, ""
			}
		}
		return false, fmt.Sprint(files, err)
	})
}
