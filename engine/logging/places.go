package logging

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"crossfeed/engine/transport"
)

// Places returns places that log each request.
func Places(p transport.Places, log *slog.Logger) transport.Places { return logged{p, log} }

type logged struct {
	transport.Places
	log *slog.Logger
}

// begin records when a request began. end logs its outcome.
func (l logged) begin(ctx context.Context, what string, t transport.Target) (end func(err error, more ...any)) {
	began := time.Now()
	return func(err error, more ...any) {
		about := append([]any{"address", Address(t.Address), "took", time.Since(began).Round(time.Millisecond)}, more...)
		if err != nil {
			level := slog.LevelWarn
			if notFound(err) {
				level = slog.LevelInfo // checking whether something exists is normal
			}
			l.log.Log(ctx, level, what, append(about, Problem(err)...)...)
			return
		}
		l.log.InfoContext(ctx, what, about...)
	}
}

// Names implements transport.Places.
func (l logged) Names(ctx context.Context, folder transport.Target) ([]string, error) {
	end := l.begin(ctx, "list", folder)
	names, err := l.Places.Names(ctx, folder)
	end(err, "files", len(names))
	return names, err
}

// Read implements transport.Places.
func (l logged) Read(ctx context.Context, r transport.Request) (*transport.Response, error) {
	end := l.begin(ctx, "read", r.Target)
	answer, err := l.Places.Read(ctx, r)
	if err != nil {
		end(err)
		return nil, err
	}
	end(nil, "bytes", answer.Wire, "unchanged", answer.Unchanged)
	return answer, nil
}

// Head implements transport.Places.
func (l logged) Head(ctx context.Context, t transport.Target) (transport.Head, error) {
	end := l.begin(ctx, "head", t)
	head, err := l.Places.Head(ctx, t)
	end(err)
	return head, err
}

// Download implements transport.Places.
func (l logged) Download(ctx context.Context, d transport.Download) (*transport.Stream, error) {
	end := l.begin(ctx, "download", d.Target)
	stream, err := l.Places.Download(ctx, d)
	if err != nil {
		end(err)
		return nil, err
	}
	end(nil, "size", stream.Size, "from", stream.From, "unchanged", stream.Unchanged)
	return stream, nil
}

// Write implements transport.Places.
func (l logged) Write(ctx context.Context, p transport.Put) (transport.Written, error) {
	end := l.begin(ctx, "write", p.Target)
	written, err := l.Places.Write(ctx, p)
	end(err, "bytes", p.Size)
	return written, err
}

// Remove implements transport.Places.
func (l logged) Remove(ctx context.Context, t transport.Target, last transport.Written) error {
	end := l.begin(ctx, "remove", t)
	err := l.Places.Remove(ctx, t, last)
	end(err)
	return err
}

// Readers implements transport.Places.
func (l logged) Readers(ctx context.Context, t transport.Target) (transport.Readers, error) {
	end := l.begin(ctx, "readers", t)
	readers, err := l.Places.Readers(ctx, t)
	end(err)
	return readers, err
}

// Address returns an address as written to the log: without users and queries, which may be
// secrets.
func Address(address string) string {
	u, err := url.Parse(address)
	if err != nil || transport.KindOf(address) == transport.Local {
		return address
	}
	u.User, u.Fragment = nil, ""
	if u.RawQuery != "" {
		u.RawQuery = "…"
	}
	return u.String()
}

// Problem returns what the log says about an error, whose text may contain content.
func Problem(err error) []any {
	var place *transport.Error
	switch {
	case err == nil:
		return nil
	case errors.Is(err, context.Canceled):
		return []any{"problem", "canceled"}
	case errors.As(err, &place):
		said := []any{"problem", place.Trouble.Text()}
		if place.Status != 0 {
			said = append(said, "status", place.Status)
		}
		if place.RetryAfter != 0 {
			said = append(said, "retry_after", place.RetryAfter)
		}
		return said
	}
	return []any{"problem", errorType(err)}
}

// notFound reports whether there is nothing at the address.
func notFound(err error) bool {
	var place *transport.Error
	return errors.As(err, &place) && place.Trouble == transport.NotFound
}

// errorType returns the type of the innermost error.
func errorType(err error) string {
	for inner := err; inner != nil; inner = errors.Unwrap(inner) {
		err = inner
	}
	return fmt.Sprintf("%T", err)
}

// mostTail is the number of bytes at the end of the log that Tail reads.
const mostTail = 256 << 10

// Tail returns the last lines of the log in a data folder, with a number in place of each
// address, so that a person can pass them on. It returns "" if there is no log.
func Tail(dir string, lines int) (string, error) {
	text, err := end(filepath.Join(dir, Name))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("reading the log: %w", err)
	}
	all := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	return withoutAddresses(strings.Join(all[max(0, len(all)-lines):], "\n")), nil
}

// end returns the whole lines in the last mostTail bytes of a file.
func end(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	size, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return "", err
	}
	from := max(0, size-mostTail)
	text, err := io.ReadAll(io.NewSectionReader(file, from, mostTail))
	if from > 0 {
		_, text, _ = bytes.Cut(text, []byte("\n"))
	}
	return string(text), err
}

// location matches values that are an address, and addresses and paths within others.
var location = regexp.MustCompile(`\baddress=("(?:[^"\\]|\\.)*"|\S+)|[A-Za-z][A-Za-z0-9+.-]*://[^\s"]+|(?:[A-Za-z]:)?[/\\][^\s"]+`)

// withoutAddresses replaces each address and path by a number, the same one wherever it occurs.
func withoutAddresses(text string) string {
	numbers := map[string]int{}
	return location.ReplaceAllStringFunc(text, func(found string) string {
		value, labelled := strings.CutPrefix(found, "address=")
		if _, known := numbers[value]; !known {
			numbers[value] = len(numbers) + 1
		}
		if labelled {
			return fmt.Sprintf("address=%d", numbers[value])
		}
		return fmt.Sprintf("(address %d)", numbers[value])
	})
}
