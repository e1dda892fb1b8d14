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

// pending are the hashes of documents that were announced for an address, each with the
// time in seconds since 1970, as "hash@time" with spaces between.
type pending string

// mostPending is how many are kept, and live how long: somebody may be writing them.
const (
	mostPending = 16
	live        = time.Hour
)

// has tells whether a document was announced.
func (p pending) has(hash string) bool {
	return slices.ContainsFunc(strings.Fields(string(p)), func(one string) bool { return strings.HasPrefix(one, hash+"@") })
}

// with announces a document.
func (p pending) with(hash string, now time.Time) string {
	all := strings.Fields(string(p))
	if !p.has(hash) {
		all = append(all, fmt.Sprintf("%s@%d", hash, now.Unix()))
	}
	return strings.Join(all[max(0, len(all)-mostPending):], " ")
}

// without forgets a document that is known to lie there, and those that nobody writes any
// more.
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

// resolve finds out which of the documents that were announced lies at an address: one
// publishing broke off, or others publish just now. What lies on a server is looked at only
// where something is to be written, and before what was announced is forgotten.
func (j *job) resolve(ctx context.Context, d *document) error {
	idle := d.hash == d.last.Hash && transport.KindOf(d.address) != transport.Local && d.pending.without(d, j.now) == string(d.pending)
	if d.pending == "" || idle {
		return nil
	}
	there, err := j.lying(ctx, d)
	if err != nil {
		return err
	}
	if d.ours(there.Hash) && there.Hash != d.last.Hash {
		d.last, d.resolved = there, true
	}
	return nil
}

// ours tells whether a document is one that was announced or written last.
func (d *document) ours(hash string) bool {
	return hash != "" && (hash == d.last.Hash || d.pending.has(hash))
}

// lying is what lies at an address; zero where nothing does.
func (j *job) lying(ctx context.Context, d *document) (transport.Written, error) {
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

// oursAfterAll tells whether what looked like a second writer's is what another process of
// this endpoint was about to write. At first it may be, because that one may not
// have noted it yet.
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
		there, err := j.lying(ctx, d)
		return err == nil && d.ours(there.Hash)
	}
	return false
}

// ErrNotOurs means that something else lies where a set is to be published.
// Nothing was written.
var ErrNotOurs = transport.ErrNotOurs

// checkOurs refuses to write over a document that is not the feed of that identifier. An
// empty one is nobody's.
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

// by names the author of a feed, where it has one.
func by(d feed.Document) string {
	if d.Author == "" {
		return ""
	}
	return " by " + d.Author
}
