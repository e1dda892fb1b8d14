package wording

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/nicksnyder/go-i18n/v2/i18n"

	"crossfeed/engine/attachments"
	"crossfeed/engine/crash"
	"crossfeed/engine/credentials"
	"crossfeed/engine/edit"
	"crossfeed/engine/feed"
	"crossfeed/engine/library/contentsync"
	"crossfeed/engine/library/folder"
	"crossfeed/engine/lists/transfer"
	"crossfeed/engine/record/exchange"
	"crossfeed/engine/rules"
	"crossfeed/engine/safekeeping"
	"crossfeed/engine/sharing"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
)

// typed has an error of each type in the table.
var typed = []error{
	&exchange.FileError{Problem: exchange.Problem{Line: 1, Kind: exchange.TooManyRows, Limit: 1}}, &transport.Error{Trouble: transport.Offline}, &sharing.Error{}, &contentsync.LimitError{}, &feed.DialectError{}, &feed.OrderError{}, &subscribe.KindError{},
	&safekeeping.NoRoomError{}, &crash.Error{}, &credentials.RefusedError{}, &edit.HeldError{ID: "folder", By: "item"}, &rules.OwnOpenError{}, &sharing.ChoiceError{}, &folder.StaysError{},
	transport.InvalidError("no path"), &transport.NoFolderError{Path: "/backups"}, store.NameError("a list needs a name"),
	&transport.MovedError{To: "https://example.org/"}, &transport.FileInTheWayError{Path: "/feeds"}, &credentials.LineError{Path: "/passwords", Line: 3}, folder.PatternError("["),
	&subscribe.OwnFeedError{Set: "Groceries"}, &sharing.SharedError{List: "Groceries", Address: "/feeds"}, attachments.MoreError(3), &attachments.NotThereError{}, &transport.SchemesError{}, &transport.ElsewhereError{At: "https://example.org/a"}, &transport.AuthoritiesError{File: "/ca.pem"}, &transfer.KindError{Holds: "todo", For: "contact"}, &transport.Error{Address: "https://example.org/a", Status: 418},
	&fs.PathError{Op: "open", Path: "/feeds", Err: syscall.EROFS}, &fs.PathError{Op: "open", Path: "/feeds", Err: syscall.EACCES}, &fs.PathError{Op: "open", Path: "/feeds", Err: syscall.ENOENT}, &fs.PathError{Op: "open", Path: "/feeds", Err: syscall.EEXIST},
}

// example returns an error that e applies to, or nil if typed has none.
func (e entry) example() error {
	if e.err != nil && (e.text == nil || e.text(e.err) != "") {
		return e.err
	}
	of := slices.IndexFunc(typed, func(err error) bool { return (e.err == nil || errors.Is(err, e.err)) && e.text(err) != "" })
	if of < 0 {
		return nil
	}
	return typed[of]
}

// in returns the result of said in a language.
func in(language string, said func() string) string {
	chosen.Store(&speech{Localizer: i18n.NewLocalizer(bundle(), language)})
	defer chosen.Store(nil)
	return said()
}

func TestEveryErrorIsToldInBothLanguages(t *testing.T) {
	t.Cleanup(ChooseLanguage)
	for i, e := range errorTable {
		example := e.example()
		if example == nil {
			t.Errorf("no error is known for entry %d", i)
			continue
		}
		err := fmt.Errorf("saving: %w", example)
		told := func() string { return Error(err) }
		english, german := in("en", told), in("de", told)
		engines := strings.Contains(english, err.Error()) || strings.Contains(german, err.Error())
		if english == german || engines != (e.text == nil) {
			t.Errorf("%v: %q, %q", err, english, german)
		}
		if e.text != nil && english != in("en", func() string { return e.text(err) }) {
			t.Errorf("%v: another entry says %q", err, english)
		}
	}
}

// The engine speaks English: what has no sentence in the table is not continued by another
// language without saying so.
func TestAnErrorWithoutASentenceIsMarkedAsEnglish(t *testing.T) {
	t.Cleanup(ChooseLanguage)
	err := errors.New("the disk has a scratch")
	for said, want := range map[string]string{
		in("en", func() string { return Error(err) }):           "It could not be done: the disk has a scratch",
		in("de", func() string { return Error(err) }):           "Das ging nicht. Meldung auf Englisch: the disk has a scratch",
		in("de", func() string { return Failure(err.Error()) }): "Das ging nicht. Meldung auf Englisch: the disk has a scratch",
		in("de", func() string { return Why(err) }):             "(Meldung auf Englisch) the disk has a scratch",
	} {
		if said != want {
			t.Errorf("%q, want %q", said, want)
		}
	}
	worded := fmt.Errorf("opening: %w", Worded("Die Datei fehlt."))
	if said := in("de", func() string { return Error(worded) + Why(worded) }); said != "Die Datei fehlt.Die Datei fehlt." {
		t.Errorf("%q", said)
	}
}

// The sentence for one error would hide the others.
func TestEachOfTheJoinedErrorsIsTold(t *testing.T) {
	t.Cleanup(ChooseLanguage)
	scratch := errors.New("the disk has a scratch")
	const gone, disk = "It is no longer there.", "It could not be done: the disk has a scratch"
	for _, c := range []struct {
		err  error
		want string
	}{
		{errors.Join(folder.ErrGone, scratch), gone + " " + disk},
		{errors.Join(folder.ErrGone, errors.Join(scratch, folder.ErrGone)), gone + " " + disk},
		{errors.Join(folder.ErrGone, folder.ErrGone), gone},
		{errors.Join(folder.ErrGone), gone},
		{fmt.Errorf("reading (%w): %w", scratch, folder.ErrGone), gone},
	} {
		if said := in("en", func() string { return Error(c.err) }); said != c.want {
			t.Errorf("%q, want %q", said, c.want)
		}
	}
}

// Reports store the text of an error, and not the error.
func TestAnErrorIsKnownByItsText(t *testing.T) {
	t.Cleanup(ChooseLanguage)
	for _, e := range errorTable {
		if e.err == nil {
			continue
		}
		text := fmt.Errorf("reading: %w", e.err).Error()
		want := "It could not be done: " + text
		if e.text != nil && e.text(e.err) != "" {
			want = in("en", func() string { return e.text(e.err) })
		}
		if got := in("en", func() string { return Failure(text) }); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
		if got := Help(text); got != e.help {
			t.Errorf("%q: the commands add %q, want %q", text, got, e.help)
		}
	}
}

func TestSeveralFailuresAreToldWhole(t *testing.T) {
	t.Cleanup(ChooseLanguage)
	text := errors.Join(fmt.Errorf("reading one: %w", store.ErrNoSet), fmt.Errorf("reading another: %w", store.ErrInUse)).Error()
	if got, want := in("en", func() string { return Failure(text) }), "It could not be done: "+text; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTheCommandsSayWhatHelps(t *testing.T) {
	for text, want := range map[string]string{
		`Upgrade the list "Work", convert the feed`:                  ` (crossfeed list upgrade "Work", crossfeed feed convert)`,
		"Ask its publisher to upgrade the list":                      " (crossfeed list upgrade, crossfeed feed convert)",
		"writing /media/usb/a.xml: no space left on device":          "; free some space and try again",
		"no space left on device: make some room, and try again":     "",
		"groceries.xml:12:7: the document ends too early":            "",
		"publishing: " + store.ErrPublishedThere.Error() + " (by x)": " (--take-over)",
	} {
		if got := Help(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
