package publish

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"crossfeed/engine/feed"
	"crossfeed/engine/transport"
)

// pending has the hashes of documents that were announced for an address, each with a Unix
// time in seconds: "hash@time", separated by spaces.
type pending string

// mostPending is the maximum number of announcements, and live their lifetime, during which a
// process may still be writing.
const (
	mostPending = 16
	live        = time.Hour
)

func (p pending) has(hash string) bool {
	return slices.ContainsFunc(strings.Fields(string(p)), func(one string) bool { return strings.HasPrefix(one, hash+"@") })
}

// with adds an announcement of a document.
func (p pending) with(hash string, now time.Time) string {
	all := strings.Fields(string(p))
	if !p.has(hash) {
		all = append(all, fmt.Sprintf("%s@%d", hash, now.Unix()))
	}
	return strings.Join(all[max(0, len(all)-mostPending):], " ")
}

// without removes a document that is known to be at the address, and those that are too old
// for anybody to be still writing them.
func (p pending) without(d *document, now time.Time) string {
	var left []string
	for _, one := range strings.Fields(string(p)) {
		hash, at, _ := strings.Cut(one, "@")
		seconds, err := strconv.ParseInt(at, 10, 64)
		lies := (d.written || d.resolved) && hash == d.last.Hash
		if age := now.Sub(time.Unix(seconds, 0)); err == nil && !lies && age < live && age > -live {
			left = append(left, one)
		}
	}
	return strings.Join(left, " ")
}

// resolve determines which of the announced documents is at an address, because publishing was
// interrupted or other processes are publishing. A server is only asked if something has to be
// written, and before announcements are removed.
func (j *job) resolve(ctx context.Context, d *document) error {
	idle := d.hash == d.last.Hash && transport.KindOf(d.address) != transport.Local && d.pending.without(d, j.now) == string(d.pending)
	if d.pending == "" || idle {
		return nil
	}
	there, err := j.existing(ctx, d)
	if err != nil {
		return err
	}
	if d.ours(there.Hash) && there.Hash != d.last.Hash {
		d.last, d.resolved = there, true
	}
	return nil
}

// ours reports whether a document was the last to be announced or written.
func (d *document) ours(hash string) bool {
	return hash != "" && (hash == d.last.Hash || d.pending.has(hash))
}

// existing returns what is at an address, or zero if there is nothing.
func (j *job) existing(ctx context.Context, d *document) (transport.Written, error) {
	there, err := j.Places.Read(ctx, transport.Request{Target: j.target(d), Whole: true, Now: j.now})
	if missing(err) {
		return transport.Written{}, nil
	}
	if err != nil {
		return transport.Written{}, err
	}
	if there.Body != nil {
		err = there.Body.Close()
	}
	return transport.Written{Hash: there.Known.Hash}, err
}

// oursAfterAll reports whether an apparent second writer is another process of this endpoint.
// On the first tries it assumes so, because that process may not have recorded its
// announcement yet.
func (j *job) oursAfterAll(ctx context.Context) bool {
	switch {
	case !j.made:
		return false
	case j.early:
		return true
	}
	for _, d := range j.documents() {
		if !d.due || d.written {
			continue
		}
		there, err := j.existing(ctx, d)
		return err == nil && d.ours(there.Hash)
	}
	return false
}

// ErrNotOurs: there is something else at the address where a list should be published. Nothing
// was written.
var ErrNotOurs = transport.ErrNotOurs

// checkOurs returns an error if a document is not the feed of that identifier. An empty
// document belongs to nobody.
func checkOurs(there io.Reader, address, id string) error {
	in := bufio.NewReader(there)
	if _, err := in.Peek(1); err == io.EOF {
		return nil
	}
	r := feed.NewReader(in, address)
	if _, err := r.Next(); err != nil && err != io.EOF {
		return fmt.Errorf("%s holds something that is no feed (%w): %w", address, err, ErrNotOurs)
	}
	d := r.Document()
	if d.ID == id {
		return nil
	}
	return fmt.Errorf("%s holds another feed, %q%s; delete it there first if nobody reads it: %w", address, d.Title, by(d), ErrNotOurs)
}

// by formats the author of a feed, if it has one.
func by(d feed.Document) string {
	if d.Author == "" {
		return ""
	}
	return " by " + d.Author
}
