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

// Write implements transport.Places. Where the bucket heeds conditions, they keep what
// somebody else wrote; where it does not, what lies there is read before and after.
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
		written, err = b.lookAndWrite(ctx, o, p)
	}
	return written, failure(ctx, o.address, err)
}

// writeIf writes on a condition. Where it does not hold, what lies there is looked at:
// if that is ours all the same, the next try expects it. A server that refuses the very
// ETag that it gave, or that gives none, is no better than one that heeds no conditions.
func (b *Buckets) writeIf(ctx context.Context, o object, p transport.Put) (transport.Written, error) {
	expected, refused := p.Last.ETag, ""
	for try := range tries {
		if expected == "" {
			there, err := b.whatLies(ctx, o, p)
			switch {
			case err != nil || there.Hash == p.Hash:
				return there, err
			case there.Hash != "" && there.ETag == refused:
				b.heeded(o, false)
				return b.writeAndLook(ctx, o, p, condition{})
			}
			expected = there.ETag
		}
		written, err := b.writeOver(ctx, o, p, expected)
		switch a := answerOf(err); {
		case a.is(http.StatusConflict): // another writing was on its way
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

// writeOver writes over what has an ETag, or where nothing lies. The latter rarely
// happens, so that what lies there is read afterwards as well: that condition was not
// probed.
func (b *Buckets) writeOver(ctx context.Context, o object, p transport.Put, etag string) (transport.Written, error) {
	if etag == "" {
		return b.writeAndLook(ctx, o, p, condition{noneMatch: "*"})
	}
	got, err := b.put(ctx, o, p, condition{match: etag})
	if err != nil {
		return transport.Written{}, err
	}
	status, err := b.head(ctx, o, o.key)
	if err == nil && status == http.StatusNotFound {
		err = &transport.Error{Trouble: transport.Unavailable, Address: o.address, Err: errors.New("it took the document, and then had none")}
	}
	if err != nil {
		return transport.Written{}, err
	}
	return transport.Written{ETag: got, Hash: p.Hash}, nil
}

// unsteady is the error that a place changed at every try.
func unsteady(o object) error {
	return &transport.Error{
		Trouble: transport.Unavailable, Address: o.address,
		Err: errors.New("what lies there changed whenever it was to be written"),
	}
}

// writeAndLook writes, and reads what lies there then: on a bucket that heeds no
// conditions another one may have written, too. An error is the server's answer.
func (b *Buckets) writeAndLook(ctx context.Context, o object, p transport.Put, c condition) (transport.Written, error) {
	if _, err := b.put(ctx, o, p, c); err != nil {
		return transport.Written{}, err
	}
	written, body, err := b.lying(ctx, o, max(b.options.Size, p.Size))
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

// lookAndWrite writes to a bucket that heeds no conditions.
func (b *Buckets) lookAndWrite(ctx context.Context, o object, p transport.Put) (transport.Written, error) {
	there, err := b.whatLies(ctx, o, p)
	if err != nil || there.Hash == p.Hash {
		return there, err
	}
	return b.writeAndLook(ctx, o, p, condition{})
}

// condition is what has to hold for a PUT to be heeded; the zero condition is none.
type condition struct{ match, noneMatch string }

// put sends the document on a condition.
func (b *Buckets) put(ctx context.Context, o object, p transport.Put, c condition) (etag string, err error) {
	if _, err := p.Body.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	ctx, w := newWatch(ctx)
	defer w.stop()
	ask := &s3.PutObjectInput{
		Bucket: &o.bucket, Key: &o.key, Body: w.seen(p.Body), ContentLength: aws.Int64(p.Size),
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

// whatLies is what lies there now, where this endpoint may write over it; zero where
// nothing does. What is not ours is a second writer's.
func (b *Buckets) whatLies(ctx context.Context, o object, p transport.Put) (transport.Written, error) {
	there, body, err := b.lying(ctx, o, max(b.options.Size, p.Size))
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

// lying reads what lies there, up to that many bytes; the body is nil where nothing does.
func (b *Buckets) lying(ctx context.Context, o object, size int64) (transport.Written, transport.Spooled, error) {
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
	body, hash, err := b.spool(o, &counter{from: got.Body, watch: w}, aws.ToString(got.ContentEncoding), size)
	if err != nil {
		return transport.Written{}, nil, failure(ctx, o.address, err)
	}
	return transport.Written{ETag: aws.ToString(got.ETag), Hash: hash}, body, nil
}

// pause waits before a try, longer each time.
func (b *Buckets) pause(ctx context.Context, try int) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(b.options.Pause << try):
		return nil
	}
}

// saving is the size in bytes from which on an object is not read to be taken away, where
// its ETag is that of what this endpoint wrote last.
const saving = 1 << 20

// Remove implements transport.Places. What lies there is looked at before: few servers
// heed a condition on deleting.
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

// mayRemove looks whether there is something, and that it is what this endpoint wrote last.
func (b *Buckets) mayRemove(ctx context.Context, o object, last transport.Written) (there bool, err error) {
	if b.isLast(ctx, o, last) {
		return true, nil
	}
	lies, body, err := b.lying(ctx, o, b.options.Size)
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

// isLast tells of a large object that has the ETag of what was written last. What goes
// wrong is said when it is read.
func (b *Buckets) isLast(ctx context.Context, o object, last transport.Written) bool {
	if last.ETag == "" {
		return false
	}
	ctx, w := newWatch(ctx)
	defer w.stop()
	head, err := o.client.HeadObject(ctx, &s3.HeadObjectInput{Bucket: &o.bucket, Key: &o.key})
	return err == nil && aws.ToString(head.ETag) == last.ETag && aws.ToInt64(head.ContentLength) >= saving
}

// probeName begins the names of the objects that a bucket is probed with. No feed is
// looked for under such a name.
const probeName = ".crossfeed-probe-"

// heedsConditions tells whether a bucket heeds conditions on writing; it is probed the
// first time. Some servers that speak like S3 answer 501 to them, others write over what
// they should keep. One that may not be probed is taken for one that heeds none.
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

// heeded remembers whether a bucket heeds conditions.
func (b *Buckets) heeded(o object, heeds bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.heeds[o.place] = heeds
}

// probe writes a small object beside the one at hand, on the condition that it is there
// already, which it never is: only a bucket that heeds no conditions takes it. It is
// taken away again then. Nothing is left where two probe at once, or one is interrupted.
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

// removeProbe takes the probe away, also where ctx has ended. A bucket that forbids it
// keeps the small object, which says of itself that it may be deleted.
func (b *Buckets) removeProbe(ctx context.Context, o object, key string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	_, _ = o.client.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: &o.bucket, Key: &key})
}
