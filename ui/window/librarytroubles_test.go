package window

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	lib "crossfeed/engine/library"
	"crossfeed/engine/library/contentsync"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
	"crossfeed/ui/widget"
)

// The page explains the problem of a library and what to do about it, and the button leads to
// the remedy.
func TestWhatIsWrongWithALibrary(t *testing.T) {
	for trouble, want := range map[transport.Trouble][2]string{
		transport.NotFound:    {"Check the address, or ask the person who gave it to you", "Settings…"},
		transport.Gone:        {"Remove it here, or ask for its new address", "Settings…"},
		transport.SignIn:      {"requires a user and password", "Sign in…"},
		transport.Certificate: {"compare the fingerprint", "Show certificate…"},
		transport.Full:        {"Free some space, and sync again", "Settings…"},
		transport.LibraryFull: {"Raise the limit, or remove files", "Raise limit…"},
		transport.RunLimit:    {"Stopped at the limit per sync. The next sync continues.", "Settings…"},
		transport.Refused:     {"dav.example.org does not respond", "Settings…"},
	} {
		d, s := atLibrary(t, "")
		s.libraries[0].Health.Error, s.libraries[0].Health.Trouble = "reason", trouble
		d.win.Reload()
		d.rest()
		for _, text := range want {
			same(t, text, d.shows(text), true)
		}
	}
}

// A failure is reported with the first reason.
func TestASyncThatFailed(t *testing.T) {
	d, s := atLibrary(t, "")
	s.report = contentsync.Report{Library: "Holidays", Waiting: 1, Failed: []store.ContentWanted{{Address: holidays, Trouble: transport.SignIn}}}
	d.press(fyne.KeyR, fyne.KeyModifierControl)
	d.rest()
	same(t, "said", d.win.status.Text(), "“Holidays”: 1 failed · dav.example.org requires a user and password, or the ones you entered are wrong.")
}

// The page explains the problem of a file and what to do about it.
func TestWhatIsWrongWithAFile(t *testing.T) {
	for trouble, want := range map[transport.Trouble]string{
		transport.NotFound:  "The publisher has to upload it again",
		transport.Gone:      "The publisher has to upload it again",
		transport.SignIn:    "dav.example.org requires a user and password",
		transport.Forbids:   "Crossfeed does not follow such addresses in feeds of others.",
		transport.TooLarge:  "The file is larger than a library allows.",
		transport.BrokenOff: "The next sync resumes it",
		transport.Full:      "Free some space and try again.",
	} {
		d, s := shelved(t)
		s.pages[""].Items[6].Files[0].Trouble = trouble
		d.atRow("the storm")
		same(t, want, d.shows(want), true)
	}
}

// A button lists what could not be fetched in all feeds, and Esc leads back.
func TestWhatFailedIsFound(t *testing.T) {
	d, s := shelved(t)
	day := s.pages[holidays+"day1.xml"]
	day.Items[0].Files[0].State = lib.Failed
	d.atRow("")
	d.tap("Show failed files")
	d.rest()
	for text, want := range map[string]bool{"Sunrise": true, "Day one · sunrise.jpg": true, "The storm": true, "On the beach": false} {
		same(t, text, d.shows(text), want)
	}
	d.win.Reload()
	d.rest()
	same(t, "still", d.shows("On the beach"), false)
	d.press(fyne.KeyEscape)
	d.rest()
	same(t, "all again", d.shows("On the beach"), true)
	same(t, "the button", d.shows("Show failed files"), true)
	s.libraries[0].Health.Error, s.libraries[0].Health.Trouble = "404", transport.NotFound
	d.win.Reload()
	d.rest()
	same(t, "where the root alone failed", d.shows("Show failed files"), false)
}

// The focus begins where the problem can be solved: at the user, or at the maximum size.
func TestTheSettingsBeginAtTheTrouble(t *testing.T) {
	d, s := atLibrary(t, "")
	s.libraries[0].Health.Error, s.libraries[0].Health.Trouble = "401", transport.SignIn
	d.win.Reload()
	d.rest()
	d.tap("Sign in…")
	d.types("me")
	d.press(fyne.KeyTab)
	d.types("secret")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "asked", s.last(), "change")
	same(t, "user", s.changed.Access.User, "me")
	same(t, "password", s.changed.Password, "secret")
	s.libraries[0].Health.Trouble = transport.LibraryFull
	d.win.Reload()
	d.rest()
	d.tap("Raise limit…")
	_, choice := d.fyne.Canvas().Focused().(*widget.Choice)
	same(t, "focus on the room", choice, true)
}

// An untrusted certificate is shown, and can be trusted.
func TestTheCertificateOfALibrary(t *testing.T) {
	d, s := atLibrary(t, "")
	s.libraries[0].Health.Error, s.libraries[0].Health.Trouble = "certificate", transport.Certificate
	d.win.Reload()
	d.rest()
	s.err = &transport.Error{Trouble: transport.Certificate, Address: holidays, Fingerprint: "ab01"}
	d.tap("Show certificate…")
	d.rest()
	same(t, "fingerprint", d.shows("Fingerprint: ab:01"), true)
	s.err = nil
	d.tap("Trust this certificate")
	d.rest()
	same(t, "asked", s.last(), "change")
	same(t, "trusted", s.changed.Access.Fingerprint, "ab01")
}

// A feed that is not on this computer says how to get it, and opens once it was received.
func TestAFeedOnDemand(t *testing.T) {
	d, s := atLibrary(t, "day two")
	same(t, "beside", d.shows("press Enter or “Download”"), true)
	d.press(fyne.KeyRight)
	d.rest()
	same(t, "said", strings.Contains(d.win.status.Text(), "press Enter or “Download”"), true)
	same(t, "asked", len(s.asked), 0)
	s.during = func() {
		s.pages[""].Items[1].Files[0].State = lib.Here
		s.pages[holidays+"day2.xml"] = lib.Page{Items: []lib.Entry{entryOf("cave", "The cave", linked("cave.jpg", lib.Waiting, 0))}}
	}
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "asked", s.last(), "get "+holidays+"day2.xml")
	same(t, "open", d.shows("The cave"), true)
}

// All missing files of a feed, whether on demand or removed, can be fetched at once.
func TestAllThatIsNotHereBelow(t *testing.T) {
	d, s := shelved(t)
	day := s.pages[holidays+"day1.xml"]
	deep := linked("secret.mov", lib.OnDemand, 0)
	hidden := entryOf("secret", "Secret", deep)
	hidden.Hidden = true
	day.Items = append(day.Items, entryOf("cut", "Cut", linked("cut.jpg", lib.Removed, 0)), entryOf("clip", "A clip", linked("clip.mov", lib.OnDemand, 0)), hidden,
		entryOf("night", "The night", nested("night.xml", lib.Here)))
	s.pages[holidays+"day1.xml"] = day
	s.pages[holidays+"night.xml"] = lib.Page{Items: []lib.Entry{
		entryOf("stars", "Stars", linked("stars.mov", lib.OnDemand, 0)), entryOf("back", "Day one again", nested("day1.xml", lib.Here)),
	}}
	d.atRow("day one")
	d.tap("Download all missing files (4)")
	d.rest()
	same(t, "asked", s.last(), "get "+holidays+"cut.jpg "+holidays+"clip.mov "+holidays+"secret.mov "+holidays+"stars.mov")
	s.asked = nil
	d.press(fyne.KeyG, fyne.KeyModifierControl)
	d.rest()
	same(t, "asked by the key", len(s.asked), 1)
	d.press(fyne.KeyDown)
	d.rest()
	same(t, "of another", d.shows("all missing files"), false)
}
