package sharing_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/sharing"
)

// groceries returns an invitation with every part.
func groceries() sharing.Invitation {
	return sharing.Invitation{
		Address: "https://dav.example.org/shared/", Title: "Groceries & more", From: "laptop", Kind: "todo", Format: "rss",
		Dialect: "feedsync-1.0", Folder: true, User: "member", Fingerprint: strings.Repeat("0a", 32),
		Answer: "urn:uuid:1", FeedID: "urn:uuid:2",
	}
}

func fileOf(t testing.TB, i sharing.Invitation) string {
	t.Helper()
	var b bytes.Buffer
	if err := i.WriteFile(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func same(t testing.TB, text string, want sharing.Invitation) {
	t.Helper()
	if got, err := sharing.FromText(text); err != nil || got != want {
		t.Errorf("%q gives\n%+v, %v; want\n%+v", text, got, err, want)
	}
}

func TestALinkIsShortAndPlain(t *testing.T) {
	i := sharing.Invitation{Address: "https://example.org/a.xml", Title: "Groceries", Kind: "todo", Format: "rss", Dialect: "feedsync-1.0"}
	want := "crossfeed://invite?a=https%3A%2F%2Fexample.org%2Fa.xml&t=Groceries&k=todo&f=rss&d=feedsync-1.0&v=1"
	if got := i.Link(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// A person who opens the file in a text editor sees at once what it is.
func TestTheFirstLineOfAFileSaysWhatItIs(t *testing.T) {
	first, _, _ := strings.Cut(fileOf(t, groceries()), "\n")
	if !strings.Contains(first, "Crossfeed invitation") || !strings.Contains(first, "Open an invitation") {
		t.Errorf("it is %q", first)
	}
}

// A mail program may wrap lines, quote, put brackets around links, and add text.
func TestInvitationsAreFoundInMails(t *testing.T) {
	link, file := groceries().Link(), fileOf(t, groceries())
	broken := link[:40] + "\n" + link[40:76] + "\n" + link[76:]
	for name, text := range map[string]string{
		"alone":            link,
		"spaces around":    "  \n" + link + "\n\n",
		"in a sentence":    "Hello,\nhere it is: " + link + ". Bye!",
		"brackets":         "<" + link + ">",
		"markdown":         "[the list](" + link + ")",
		"broken":           "Here:\n" + broken + "\nBye",
		"quoted":           "> Here:\n> " + strings.ReplaceAll(broken, "\n", "\n> ") + "\n> Bye",
		"quoted twice":     ">> " + strings.ReplaceAll(broken, "\n", "\r\n> > ") + "\r\nBye",
		"in HTML":          `<a href="` + strings.ReplaceAll(link, "&", "&amp;") + `">the list</a>`,
		"scheme in cap":    strings.Replace(link, "crossfeed://", "CROSSFEED://", 1),
		"file":             file,
		"file with CR":     strings.ReplaceAll(file, "\n", "\r\n"),
		"file with a mark": "\ufeff" + file,
		"file in a mail":   "Hello,\n\n" + file + "\nBye } {",
		"file quoted":      "> " + strings.ReplaceAll(file, "\n", "\n> "),
		"file broken":      strings.Replace(file, "Groceries & more", "Groceries\n& more", 1),
		"file flowed":      strings.Replace(file, "Groceries & more", "Groceries \n& more", 1),
		"file, address":    strings.Replace(file, "example.org", "exam\nple.org", 1),
		"link and answer":  link + "\n> " + sharing.Invitation{Address: "https://example.org/"}.Link(),
	} {
		t.Run(name, func(t *testing.T) { same(t, text, groceries()) })
	}
}

// Each error says what is wrong, so that a person can do something about it.
func TestWhatIsNoInvitationIsRefused(t *testing.T) {
	with := func(change func(*sharing.Invitation)) string {
		i := groceries()
		change(&i)
		return i.Link()
	}
	for _, c := range []struct {
		name, text string
		problem    sharing.Problem
		says       string
	}{
		{"nothing", "", sharing.None, "no invitation"},
		{"another text", "Milk, eggs", sharing.None, "no invitation"},
		{"another link", "https://example.org/", sharing.None, "no invitation"},
		{"bytes", "crossfeed://invite?\xff", sharing.None, "no invitation"},
		{"cut off", groceries().Link()[:60], sharing.CutOff, "cut off"},
		{"file cut off", fileOf(t, groceries())[:200], sharing.CutOff, "cut off"},
		{"damaged", "crossfeed://invite?a=%zz&v=1", sharing.Damaged, "damaged"},
		{"file damaged", strings.Replace(fileOf(t, groceries()), ":", ";", 1), sharing.Damaged, "damaged"},
		{"large", groceries().Link() + strings.Repeat("x", 1<<20), sharing.TooLarge, "too large"},
		{"large name", with(func(i *sharing.Invitation) { i.Title = strings.Repeat("x", 5000) }), sharing.TooLarge, "too large"},
		{"no address", with(func(i *sharing.Invitation) { i.Address = "" }), sharing.Missing, "address"},
		{"no name", with(func(i *sharing.Invitation) { i.Title = " " }), sharing.Missing, "name of the list"},
		{"no kind", with(func(i *sharing.Invitation) { i.Kind = "" }), sharing.Missing, "kind"},
		{"no format", with(func(i *sharing.Invitation) { i.Format = "" }), sharing.Missing, "format"},
		{"no dialect", with(func(i *sharing.Invitation) { i.Dialect = "" }), sharing.Missing, "dialect"},
		{"kind", with(func(i *sharing.Invitation) { i.Kind = "photo" }), sharing.Unknown, "kind"},
		{"fingerprint", with(func(i *sharing.Invitation) { i.Fingerprint = "12" }), sharing.Unknown, "fingerprint"},
		{"a line break", with(func(i *sharing.Invitation) { i.Title = "a\nb" }), sharing.Control, "name of the list"},
		{"a turned text", with(func(i *sharing.Invitation) { i.From = "member\u202e" }), sharing.Control, "who invites"},
		{"a password", with(func(i *sharing.Invitation) { i.Address = "https://member:secret@example.org/" }), sharing.Address, "password"},
		{"a program", with(func(i *sharing.Invitation) { i.Address = "javascript:alert(1)" }), sharing.Address, "cannot be used"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := sharing.FromText(c.text)
			var wrong *sharing.Error
			if !errors.As(err, &wrong) || wrong.Problem != c.problem || !strings.Contains(err.Error(), c.says) {
				t.Errorf("got %v", err)
			}
			if err != nil && strings.Contains(err.Error(), "secret") {
				t.Errorf("the password is told: %v", err)
			}
		})
	}
}

// Whatever the parts are, a link and a file preserve them.
func TestNothingIsLostOnTheWay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.RuneFrom([]rune(`aZ09 äß漢😀"\{}<>&=+%#?/;:'.,-_`)))
		name := rapid.Map(text, func(s string) string { return "x" + s })
		i := groceries()
		i.Title, i.From, i.User = name.Draw(t, "title"), text.Draw(t, "from"), text.Draw(t, "user")
		i.Answer, i.FeedID = text.Draw(t, "answer"), text.Draw(t, "feed")
		i.Folder = rapid.Bool().Draw(t, "folder")
		i.Kind = rapid.SampledFrom([]string{"todo", "contact", "note", "outline"}).Draw(t, "kind")
		var file bytes.Buffer
		if err := i.WriteFile(&file); err != nil {
			t.Fatal(err)
		}
		for _, in := range []string{i.Link(), file.String()} {
			if got, err := sharing.FromText("Here: " + in + "\nBye"); err != nil || got != i {
				t.Fatalf("%s\ngives %+v, %v\nwant  %+v", in, got, err, i)
			}
		}
	})
}

// For any text, FromText returns an invitation or an error, and what it returns can be written
// and read again.
func FuzzFromText(f *testing.F) {
	f.Add(groceries().Link())
	f.Add(fileOf(f, groceries()))
	f.Add("crossfeed://invite?a=%&v=1")
	f.Add(`{"Crossfeed invitation":"","address":"\`)
	f.Fuzz(func(t *testing.T, text string) {
		if i, err := sharing.FromText(text); err == nil {
			same(t, i.Link(), i)
		}
	})
}
