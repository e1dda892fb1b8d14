package cli

import (
	"errors"
	"fmt"
	"strings"

	"crossfeed/engine/record"
	"crossfeed/engine/record/quick"
)

// understand puts in place of what is typed for people what a field keeps: a
// date for its words, and a picture for the name of its file.
func (r *run) understand(values record.Values) error {
	for _, name := range []string{"due", "start"} {
		if d, ok := quick.Date(values[name], r.now()); ok {
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
func (r *run) now() quick.Now {
	language := r.env.Getenv("LC_ALL")
	if language == "" {
		language = r.env.Getenv("LANG")
	}
	now := quick.Now{Time: r.present(), Language: quick.English}
	if strings.HasPrefix(language, "de") {
		now.Language = quick.German
	}
	return now
}
