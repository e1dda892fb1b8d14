package bucket

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"crossfeed/engine/transport"
)

// Download implements transport.Places. It requests the rest of a file on the condition that
// the file has not changed since the first part (If-Match). If that fails, it requests the
// whole file.
func (b *Buckets) Download(ctx context.Context, d transport.Download) (*transport.Stream, error) {
	if err := d.Allowed(); err != nil {
		return nil, err
	}
	o, err := b.open(ctx, d.Target)
	if err != nil {
		return nil, err
	}
	if d.From > 0 && strings.HasPrefix(d.Of.ETag, `"`) {
		if s, err := b.rest(ctx, o, d); s != nil || err != nil {
			return s, err
		}
	}
	return b.get(ctx, o, d, false)
}

// rest returns the stream of what follows a part, or nil if the part is of no use.
func (b *Buckets) rest(ctx context.Context, o object, d transport.Download) (*transport.Stream, error) {
	s, err := b.get(ctx, o, d, true)
	switch a := answerOf(err); {
	case a.is(http.StatusPreconditionFailed):
		return nil, nil
	case a.is(http.StatusRequestedRangeNotSatisfiable):
		return b.complete(ctx, o, d)
	case a.is(http.StatusNotImplemented), a.is(http.StatusBadRequest): // the server does not support the condition
		return nil, nil
	case err != nil:
		return nil, failure(ctx, o.address, err)
	}
	return s, nil
}

// complete returns an empty stream if the part is the whole file, or nil.
func (b *Buckets) complete(ctx context.Context, o object, d transport.Download) (*transport.Stream, error) {
	ctx, w := newWatch(ctx)
	defer w.stop()
	head, err := o.client.HeadObject(ctx, &s3.HeadObjectInput{Bucket: &o.bucket, Key: &o.key})
	switch {
	case err != nil:
		return nil, failure(ctx, o.address, err)
	case aws.ToString(head.ETag) != d.Of.ETag, head.ContentLength == nil, *head.ContentLength != d.From:
		return nil, nil
	}
	known := transport.Known{ETag: d.Of.ETag, LastModified: d.Of.LastModified, Whole: d.Now}
	return &transport.Stream{Body: http.NoBody, From: d.From, Size: d.From, Known: known, Type: mediaType(aws.ToString(head.ContentType))}, nil
}

// get requests an object, or the rest of it. When it requests the rest, it returns the
// server's error response as is.
func (b *Buckets) get(ctx context.Context, o object, d transport.Download, rest bool) (*transport.Stream, error) {
	ask := &s3.GetObjectInput{Bucket: &o.bucket, Key: &o.key}
	if d.Known.ETag != "" && !d.Whole {
		ask.IfNoneMatch = aws.String(d.Known.ETag)
	}
	if rest {
		ask.Range, ask.IfMatch = aws.String(fmt.Sprintf("bytes=%d-", d.From)), aws.String(d.Of.ETag)
	}
	watched, w := newWatch(ctx)
	got, err := o.client.GetObject(watched, ask)
	if answerOf(err).is(http.StatusNotModified) && ask.IfNoneMatch != nil {
		w.stop()
		return &transport.Stream{Unchanged: true, Size: -1, Known: d.Known}, nil
	}
	if err != nil {
		if !rest || answerOf(err) == nil {
			err = failure(watched, o.address, err)
		}
		w.stop()
		return nil, err
	}
	f := &fetched{Download: d, object: o, got: got, watch: w, ctx: watched}
	s, err := f.stream(rest)
	if s == nil {
		_ = f.end()
	}
	return s, err
}

// fetched is an object being downloaded.
type fetched struct {
	transport.Download
	object object
	got    *s3.GetObjectOutput
	watch  *watch
	ctx    context.Context
}

// stream returns the stream of the object, or of the rest of it. It returns nil if the rest
// does not match.
func (f *fetched) stream(rest bool) (*transport.Stream, error) {
	s := &transport.Stream{Size: -1, Type: mediaType(aws.ToString(f.got.ContentType)), Known: f.known()}
	if f.got.ContentLength != nil {
		s.Size = *f.got.ContentLength
	}
	partial := aws.ToString(f.got.ContentRange) != ""
	switch {
	case rest && partial:
		r, ok := transport.ParseRange(*f.got.ContentRange)
		if !ok || !r.Follows(f.From, s.Size) || !f.isVerbatim() || s.Known.ETag != f.Of.ETag {
			return nil, nil
		}
		s.From, s.Size = f.From, r.Total
	case partial:
		return nil, &transport.Error{Address: f.object.address, Err: transport.ErrUnasked}
	}
	var body io.Reader = &waiting{f.got.Body, f.watch}
	if !f.isVerbatim() {
		s.Size, body = -1, &unpacking{packed: body, coding: aws.ToString(f.got.ContentEncoding)}
	}
	if err := f.Admits(s.Size); err != nil {
		return nil, err
	}
	f.watch.timer.Stop()
	s.Body = &transport.Body{From: body, Asked: f.Download, At: s.From, Size: s.Size, Named: f.named, End: f.end}
	return s, nil
}

// known returns what to remember of the object.
func (f *fetched) known() transport.Known {
	k := transport.Known{ETag: aws.ToString(f.got.ETag), Whole: f.Now}
	if f.got.LastModified != nil {
		k.LastModified = f.got.LastModified.UTC().Format(http.TimeFormat)
	}
	return k
}

func (f *fetched) isVerbatim() bool {
	return transport.Unencoded([]string{aws.ToString(f.got.ContentEncoding)}) || transport.Compressed(f.object.key)
}

func (f *fetched) named(err error) error {
	var known *transport.Error
	if errors.As(err, &known) && known.Address == "" {
		known.Address = f.object.address
	}
	return failure(f.ctx, f.object.address, err)
}

// end ends the request without waiting for the rest.
func (f *fetched) end() error {
	f.watch.stop()
	_ = f.got.Body.Close()
	return nil
}

// waiting runs the watch only while it waits for bytes, not while the reader processes them.
type waiting struct {
	io.Reader
	watch *watch
}

func (r *waiting) Read(p []byte) (int, error) {
	r.watch.timer.Reset(silence)
	n, err := r.Reader.Read(p)
	r.watch.timer.Stop()
	return n, err
}

// unpacking decompresses an object as it is read.
type unpacking struct {
	packed io.Reader
	coding string
	plain  io.Reader
}

func (u *unpacking) Read(p []byte) (int, error) {
	if u.plain == nil {
		if !strings.EqualFold(strings.TrimSpace(u.coding), "gzip") {
			return 0, transport.ErrEncoding
		}
		var err error
		if u.plain, err = gzip.NewReader(u.packed); err != nil {
			return 0, err
		}
	}
	return u.plain.Read(p)
}

// errSilent means that no byte was sent or received for too long.
var errSilent = errors.New("nothing came for too long")

// watch cancels a context when nothing has moved for too long.
type watch struct {
	cancel context.CancelCauseFunc
	timer  *time.Timer
}

func newWatch(ctx context.Context) (context.Context, *watch) {
	ctx, cancel := context.WithCancelCause(ctx)
	w := &watch{cancel: cancel}
	w.timer = time.AfterFunc(silence, func() { cancel(errSilent) })
	return ctx, w
}

// stop stops the watch and cancels the context.
func (w *watch) stop() {
	w.timer.Stop()
	w.cancel(nil)
}

type moving struct {
	io.ReadSeeker
	watch *watch
}

func (m moving) Read(p []byte) (int, error) {
	n, err := m.ReadSeeker.Read(p)
	m.watch.timer.Reset(silence)
	return n, err
}

// counter counts and reports the bytes received, and resets the watch.
type counter struct {
	from    io.Reader
	watch   *watch
	arrived func(int64)
	bytes   int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.from.Read(p)
	c.watch.timer.Reset(silence)
	c.bytes += int64(n)
	if c.arrived != nil && n > 0 {
		c.arrived(c.bytes)
	}
	return n, err
}
