package logging

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
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
