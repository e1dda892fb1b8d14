package cli

import (
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
	"crossfeed/ui/cli/grid"
)

// zone is where the user is.
func (r *run) zone() *time.Location {
	if r.env.Zone == nil {
		return time.Local
	}
	return r.env.Zone
}

// present is the time now, where the user is.
func (r *run) present() time.Time { return r.clock().Now().In(r.zone()) }

// people calls devices by their names, and this one "you".
func (r *run) people(e *engine.Engine) (func(by string) string, error) {
	book, err := e.Names.Book(r.ctx)
	if err != nil {
		return nil, err
	}
	return func(by string) string { return inOneLine(book.English(by)) }, nil
}

// view says how a resolution is drawn in this terminal.
func (r *run) view(e *engine.Engine) (grid.View, error) {
	person, err := r.people(e)
	return grid.View{Width: r.width(), Now: r.present(), Person: person, Keys: true}, err
}

// width is that of the terminal, as COLUMNS or the system has it.
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

// understand puts in place of what is typed for people what a field keeps: a
// date for its words, and a picture for the name of its file.
func (r *run) understand(values record.Values) error {
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

// picture reads one from a file, made small. A file that holds none is wrong use.
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

// now is when and in which language a person types.
func (r *run) now() quickadd.Now {
	language := r.env.Getenv("LC_ALL")
	if language == "" {
		language = r.env.Getenv("LANG")
	}
	now := quickadd.Now{Time: r.present(), Language: quickadd.English}
	if strings.HasPrefix(language, "de") {
		now.Language = quickadd.German
	}
	return now
}

// commandFor is a command that a person may copy into a shell: what stands in feeds
// must command nothing there. The first argument is the name of a list.
func commandFor(command, set, id string) string {
	return fmt.Sprintf("crossfeed %s %s %s", command, quotedName(set), quoted(id))
}

// quotedName is the name of a list between quotes.
func quotedName(name string) string {
	if strings.ContainsAny(name, "$`\"\\!") {
		return quoted(name)
	}
	return `"` + name + `"`
}

// quoted is an argument as it is where no shell sees more in it, and else between
// single quotes, in which shells see nothing.
func quoted(argument string) string {
	harms := func(c rune) bool {
		return c < utf8.RuneSelf && !unicode.IsLetter(c) && !unicode.IsDigit(c) && !strings.ContainsRune("_-.,:/@%+=", c)
	}
	if argument != "" && !strings.ContainsFunc(argument, harms) {
		return argument
	}
	return "'" + strings.ReplaceAll(argument, "'", `'\''`) + "'"
}
