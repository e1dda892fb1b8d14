package cli

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"crossfeed/engine"
	"crossfeed/engine/record"
	"crossfeed/engine/record/quickadd"
	"crossfeed/ui/wording"
)

// zone returns the user's time zone.
func (r *run) zone() *time.Location {
	if r.env.Zone == nil {
		return time.Local
	}
	return r.env.Zone
}

// present returns the current time in the user's time zone.
func (r *run) present() time.Time { return r.clock().Now().In(r.zone()) }

// people returns a function that names devices, and calls this one "you".
func (r *run) people(e *engine.Engine) (func(by string) string, error) {
	book, err := e.Names.Book(r.ctx)
	if err != nil {
		return nil, err
	}
	return func(by string) string { return inOneLine(book.English(by)) }, nil
}

// speaker returns who words the resolution log, as in the window.
func (r *run) speaker(e *engine.Engine) (wording.Speaker, error) {
	names, err := e.Names.Book(r.ctx)
	if err != nil {
		return wording.Speaker{}, err
	}
	book := &wording.Book{}
	book.Put(names)
	return wording.Speaker{Now: r.present, Zone: r.zone(), Book: book}, nil
}

// view returns the settings for rendering a resolution in this terminal.
func (r *run) view(e *engine.Engine) (conflictView, error) {
	person, err := r.people(e)
	return conflictView{width: r.width(), now: r.present(), person: person}, err
}

// width returns the width of the terminal, from COLUMNS or the system.
func (r *run) width() int {
	const usual, least = 100, 20
	n, err := strconv.Atoi(r.env.Getenv("COLUMNS"))
	if err != nil && r.env.Columns != nil {
		n = r.env.Columns()
	}
	if n < least {
		return usual
	}
	return n
}

// lines writes lines of the result.
func (r *run) lines(all []string) error {
	for _, line := range all {
		if err := r.print("%s", line); err != nil {
			return err
		}
	}
	return nil
}

// parseValues replaces typed values by stored ones: a date in words by the date, and the file
// name of a picture by the picture.
func (r *run) parseValues(values record.Values) error {
	for _, name := range []string{"due", "start"} {
		if d, ok := quickadd.Date(values[name], r.now()); ok {
			values[name] = d.String()
		}
	}
	file, named := strings.CutPrefix(values["picture"], "@")
	if !named {
		return nil
	}
	uri, err := r.picture(file)
	if err != nil {
		return fmt.Errorf("--field picture=@%s: %w", file, err)
	}
	values["picture"] = uri
	return nil
}

// picture reads a picture from a file and scales it down. A file that is not a picture is
// misuse.
func (r *run) picture(file string) (uri string, err error) {
	in, err := r.env.Files.Open(file)
	if err != nil {
		return "", err
	}
	uri, err = record.ShrinkPicture(in)
	if errors.Is(err, record.ErrNoPicture) || errors.Is(err, record.ErrPictureTooLarge) {
		err = misuse("%w", err)
	}
	return uri, errors.Join(err, in.Close())
}

// now returns the time and language in which a person types.
func (r *run) now() quickadd.Now {
	language := cmp.Or(r.env.Getenv("LC_ALL"), r.env.Getenv("LANG"))
	now := quickadd.Now{Time: r.present(), Language: quickadd.English}
	if strings.HasPrefix(language, "de") {
		now.Language = quickadd.German
	}
	return now
}

// commandFor returns a command that a person can safely copy into a shell: text from feeds
// must not be interpreted there. The first argument is the name of a list.
func commandFor(command, set, id string) string {
	return fmt.Sprintf("crossfeed %s %s %s", command, quotedName(set), quoted(id))
}

// quotedName quotes the name of a list.
func quotedName(name string) string {
	if strings.ContainsAny(name, "$`\"\\!") {
		return quoted(name)
	}
	return `"` + name + `"`
}

// quoted returns an argument unchanged if it has no special meaning to a shell, else in single
// quotes.
func quoted(argument string) string {
	harms := func(c rune) bool {
		return c < utf8.RuneSelf && !unicode.IsLetter(c) && !unicode.IsDigit(c) && !strings.ContainsRune("_-.,:/@%+=", c)
	}
	if argument != "" && !strings.ContainsFunc(argument, harms) {
		return argument
	}
	return "'" + strings.ReplaceAll(argument, "'", `'\''`) + "'"
}
