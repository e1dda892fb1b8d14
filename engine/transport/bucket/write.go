package bucket

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"crossfeed/engine/transport"
)

// Write implements transport.Places. If the bucket honors conditions, they protect what
// somebody else wrote; otherwise, the existing document is read before and after.
func (b *Buckets) Write(ctx context.Context, p transport.Put) (transport.Written, error) {
	o, err := b.open(ctx, p.Target)
	if err != nil {
		return transport.Written{}, err
	}
	heeds, err := b.heedsConditions(ctx, o)
	if err != nil {
		return transport.Written{}, err
	}
	var written transport.Written
	if heeds {
		written, err = b.writeIf(ctx, o, p)
	} else {
		written, err = b.checkAndWrite(ctx, o, p)
	}
	return written, failure(ctx, o.address, err)
}

// writeIf writes conditionally. If the condition fails, it reads the existing document; if
// that is ours all the same, the next try expects it. A server that rejects the very ETag that
// it sent, or that sends none, counts as one that does not honor conditions.
func (b *Buckets) writeIf(ctx context.Context, o object, p transport.Put) (transport.Written, error) {
	expected, refused := p.Last.ETag, ""
	for try := range tries {
		if expected == "" {
			there, err := b.replaceable(ctx, o, p)
			switch {
			case err != nil || there.Hash == p.Hash:
				return there, err
			case there.Hash != "" && there.ETag == refused:
				b.heeded(o, false)
				return b.writeAndVerify(ctx, o, p, condition{})
			}
			expected = there.ETag
		}
		written, err := b.writeOver(ctx, o, p, expected)
		switch a := answerOf(err); {
		case a.is(http.StatusConflict): // another write was in progress
			if err := b.pause(ctx, try); err != nil {
				return transport.Written{}, err
			}
		case a.is(http.StatusPreconditionFailed), a.is(http.StatusNotFound) && a.code != "NoSuchBucket" && expected != "":
			expected, refused = "", expected
		default:
			return written, err
		}
	}
	return transport.Written{}, unsteady(o)
}

// writeOver overwrites the document with an ETag, or creates one if there is none. Creation is
// rare, so it also reads back the document: that condition was not probed.
func (b *Buckets) writeOver(ctx context.Context, o object, p transport.Put, etag string) (transport.Written, error) {
	if etag == "" {
		return b.writeAndVerify(ctx, o, p, condition{noneMatch: "*"})
	}
	got, err := b.put(ctx, o, p, condition{match: etag})
	if err != nil {
		return transport.Written{}, err
	}
	status, err := b.head(ctx, o, o.key)
	if err == nil && status == http.StatusNotFound {
		err = &transport.Error{Trouble: transport.Unavailable, Address: o.address, Err: errors.New("it accepted the file, but then had none")}
	}
	if err != nil {
		return transport.Written{}, err
	}
	return transport.Written{ETag: got, Hash: p.Hash}, nil
}

// unsteady returns the error for a place that changed at every try.
func unsteady(o object) error {
	return &transport.Error{
		Trouble: transport.Unavailable, Address: o.address,
		Err: errors.New("the document there changed before each attempt to write it"),
	}
}

// writeAndVerify writes, and reads the document back: on a bucket that does not honor
// conditions, somebody else may have written, too. An error of the write is the server's
// response as is.
func (b *Buckets) writeAndVerify(ctx context.Context, o object, p transport.Put, c condition) (transport.Written, error) {
	if _, err := b.put(ctx, o, p, c); err != nil {
		return transport.Written{}, err
	}
	written, body, err := b.existing(ctx, o, max(b.options.Size, p.Size))
	if err != nil {
		return transport.Written{}, err
	}
	if body != nil {
		err = body.Close()
	}
	if written.Hash != p.Hash {
		return transport.Written{}, errors.Join(err, secondWriter(o, nil))
	}
	return written, err
}

// checkAndWrite writes to a bucket that does not honor conditions.
func (b *Buckets) checkAndWrite(ctx context.Context, o object, p transport.Put) (transport.Written, error) {
	there, err := b.replaceable(ctx, o, p)
	if err != nil || there.Hash == p.Hash {
		return there, err
	}
	return b.writeAndVerify(ctx, o, p, condition{})
}

// condition is the condition of a PUT; zero means unconditional.
type condition struct{ match, noneMatch string }

// put sends the document on a condition.
func (b *Buckets) put(ctx context.Context, o object, p transport.Put, c condition) (etag string, err error) {
	if _, err := p.Body.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	ctx, w := newWatch(ctx)
	defer w.stop()
	ask := &s3.PutObjectInput{
		Bucket: &o.bucket, Key: &o.key, Body: moving{p.Body, w}, ContentLength: aws.Int64(p.Size),
	}
	if p.Type != "" {
		ask.ContentType = aws.String(p.Type)
	}
	if c.match != "" {
		ask.IfMatch = aws.String(c.match)
	}
	if c.noneMatch != "" {
		ask.IfNoneMatch = aws.String(c.noneMatch)
	}
	got, err := o.client.PutObject(ctx, ask)
	if err != nil {
		if errors.Is(context.Cause(ctx), errSilent) {
			err = failure(ctx, o.address, err)
		}
		return "", err
	}
	return aws.ToString(got.ETag), nil
}

// replaceable returns the existing document if this endpoint may overwrite it, or zero if there
// is none. If it is not ours, it is a second writer's.
func (b *Buckets) replaceable(ctx context.Context, o object, p transport.Put) (transport.Written, error) {
	there, body, err := b.existing(ctx, o, max(b.options.Size, p.Size))
	if err != nil || body == nil {
		return there, err
	}
	defer body.Close()
	if err := p.MayReplace(there.Hash, body); err != nil {
		return transport.Written{}, err
	}
	return there, nil
}

func secondWriter(o object, why error) error {
	return &transport.Error{Trouble: transport.SecondWriter, Address: o.address, Err: why}
}

// existing reads the existing document, up to a size; the body is nil if there is none.
func (b *Buckets) existing(ctx context.Context, o object, size int64) (transport.Written, transport.TempFile, error) {
	ctx, w := newWatch(ctx)
	defer w.stop()
	got, err := o.client.GetObject(ctx, &s3.GetObjectInput{Bucket: &o.bucket, Key: &o.key})
	if a := answerOf(err); a.is(http.StatusNotFound) && a.code != "NoSuchBucket" {
		return transport.Written{}, nil, nil
	}
	if err != nil {
		return transport.Written{}, nil, failure(ctx, o.address, err)
	}
	defer got.Body.Close()
	body, hash, err := b.toTempFile(o, &counter{from: got.Body, watch: w}, aws.ToString(got.ContentEncoding), size)
	if err != nil {
		return transport.Written{}, nil, failure(ctx, o.address, err)
	}
	return transport.Written{ETag: aws.ToString(got.ETag), Hash: hash}, body, nil
}

// pause waits before a retry, longer each time.
func (b *Buckets) pause(ctx context.Context, try int) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(b.options.Pause << try):
		return nil
	}
}

// saving is the size in bytes from which an object is removed without reading it if its ETag
// is still that of what this endpoint wrote last.
const saving = 1 << 20

// Remove implements transport.Places. It checks the existing document first, because few
// servers honor a condition on deleting.
func (b *Buckets) Remove(ctx context.Context, t transport.Target, last transport.Written) error {
	o, err := b.open(ctx, t)
	if err != nil {
		return err
	}
	if there, err := b.mayRemove(ctx, o, last); err != nil || !there {
		return err
	}
	ctx, w := newWatch(ctx)
	defer w.stop()
	_, err = o.client.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: &o.bucket, Key: &o.key})
	return failure(ctx, o.address, err)
}

// mayRemove reports whether there is a document, and returns an error unless this endpoint
// wrote it.
func (b *Buckets) mayRemove(ctx context.Context, o object, last transport.Written) (there bool, err error) {
	if b.isLast(ctx, o, last) {
		return true, nil
	}
	lies, body, err := b.existing(ctx, o, b.options.Size)
	if err != nil || body == nil {
		return false, err
	}
	if err := body.Close(); err != nil {
		return false, err
	}
	if lies.Hash != last.Hash {
		return false, secondWriter(o, errors.New("it was not taken away"))
	}
	return true, nil
}

// isLast reports whether a large object still has the ETag of what was written last. It
// ignores errors, which reading will report.
func (b *Buckets) isLast(ctx context.Context, o object, last transport.Written) bool {
	if last.ETag == "" {
		return false
	}
	ctx, w := newWatch(ctx)
	defer w.stop()
	head, err := o.client.HeadObject(ctx, &s3.HeadObjectInput{Bucket: &o.bucket, Key: &o.key})
	return err == nil && aws.ToString(head.ETag) == last.ETag && aws.ToInt64(head.ContentLength) >= saving
}

// probeName starts the names of the objects used to probe a bucket. Listings of feeds ignore
// them.
const probeName = ".crossfeed-probe-"

// heedsConditions reports whether a bucket honors conditions on writing, and probes it the
// first time. Some compatible servers respond with 501, others overwrite regardless. A bucket
// that cannot be probed counts as not honoring them.
func (b *Buckets) heedsConditions(ctx context.Context, o object) (bool, error) {
	b.mu.Lock()
	heeds, known := b.heeds[o.place]
	b.mu.Unlock()
	if known {
		return heeds, nil
	}
	heeds, err := b.probe(ctx, o)
	if err == nil {
		b.heeded(o, heeds)
	}
	return heeds, err
}

// heeded records whether a bucket honors conditions.
func (b *Buckets) heeded(o object, heeds bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.heeds[o.place] = heeds
}

// probe writes a small object next to o on a condition that never holds: that it already
// exists with a certain ETag. Only a bucket that does not honor conditions accepts it, and
// then the object is removed again. Nothing is left even if two probes run at once, or one is
// interrupted.
func (b *Buckets) probe(ctx context.Context, o object) (heeds bool, err error) {
	sum := sha256.Sum256([]byte(o.address))
	key := o.key[:strings.LastIndexByte(o.key, '/')+1] + probeName + hex.EncodeToString(sum[:8])
	ctx, w := newWatch(ctx)
	defer w.stop()
	_, err = o.client.PutObject(ctx, &s3.PutObjectInput{
		Bucket: &o.bucket, Key: &key, IfMatch: aws.String(`"00000000000000000000000000000000"`),
		Body: strings.NewReader("Crossfeed tries what this bucket can do; this may be deleted.\n"),
	})
	switch a := answerOf(err); {
	case err == nil:
		b.removeProbe(ctx, o, key)
		return false, nil
	case a.is(http.StatusPreconditionFailed), a.is(http.StatusNotFound) && a.code != "NoSuchBucket":
		return true, nil
	case a.is(http.StatusNotImplemented), a.is(http.StatusBadRequest), a != nil && a.code == "AccessDenied":
		return false, nil
	}
	return false, failure(ctx, o.address, err)
}

// removeProbe removes the probe, even if ctx has ended. If the bucket forbids that, the small
// object stays; its text says that it may be deleted.
func (b *Buckets) removeProbe(ctx context.Context, o object, key string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	_, _ = o.client.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: &o.bucket, Key: &key})
}
