package bucket

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"crossfeed/engine/location"
)

// Write implements location.Places. Where the bucket heeds conditions, they keep what
// somebody else wrote; where it does not, what lies there is read before and after.
func (b *Buckets) Write(ctx context.Context, p location.Put) (location.Written, error) {
	o, err := b.open(ctx, p.Target)
	if err != nil {
		return location.Written{}, err
	}
	heeds, err := b.heedsConditions(ctx, o)
	if err != nil {
		return location.Written{}, err
	}
	var written location.Written
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
func (b *Buckets) writeIf(ctx context.Context, o object, p location.Put) (location.Written, error) {
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
				return location.Written{}, err
			}
		case a.is(http.StatusPreconditionFailed), a.is(http.StatusNotFound) && a.code != "NoSuchBucket" && expected != "":
			expected, refused = "", expected
		default:
			return written, err
		}
	}
	return location.Written{}, unsteady(o)
}

// writeOver writes over what has an ETag, or where nothing lies. The latter rarely
// happens, so that what lies there is read afterwards as well: that condition was not
// probed.
func (b *Buckets) writeOver(ctx context.Context, o object, p location.Put, etag string) (location.Written, error) {
	if etag == "" {
		return b.writeAndLook(ctx, o, p, condition{noneMatch: "*"})
	}
	got, err := b.put(ctx, o, p, condition{match: etag})
	if err != nil {
		return location.Written{}, err
	}
	status, err := b.head(ctx, o, o.key)
	if err == nil && status == http.StatusNotFound {
		err = &location.Error{Trouble: location.Unavailable, Address: o.address, Err: errors.New("it took the document, and then had none")}
	}
	if err != nil {
		return location.Written{}, err
	}
	return location.Written{ETag: got, Hash: p.Hash}, nil
}

// unsteady is the error that a place changed at every try.
func unsteady(o object) error {
	return &location.Error{
		Trouble: location.Unavailable, Address: o.address,
		Err: errors.New("what lies there changed whenever it was to be written"),
	}
}

// writeAndLook writes, and reads what lies there then: on a bucket that heeds no
// conditions another one may have written, too. An error is the server's answer.
func (b *Buckets) writeAndLook(ctx context.Context, o object, p location.Put, c condition) (location.Written, error) {
	if _, err := b.put(ctx, o, p, c); err != nil {
		return location.Written{}, err
	}
	written, body, err := b.lying(ctx, o, max(b.options.Size, p.Size))
	if err != nil {
		return location.Written{}, err
	}
	if body != nil {
		err = body.Close()
	}
	if written.Hash != p.Hash {
		return location.Written{}, errors.Join(err, secondWriter(o, nil))
	}
	return written, err
}

// lookAndWrite writes to a bucket that heeds no conditions.
func (b *Buckets) lookAndWrite(ctx context.Context, o object, p location.Put) (location.Written, error) {
	there, err := b.whatLies(ctx, o, p)
	if err != nil || there.Hash == p.Hash {
		return there, err
	}
	return b.writeAndLook(ctx, o, p, condition{})
}

// condition is what has to hold for a PUT to be heeded; the zero condition is none.
type condition struct{ match, noneMatch string }

// put sends the document on a condition.
func (b *Buckets) put(ctx context.Context, o object, p location.Put, c condition) (etag string, err error) {
	if _, err := p.Body.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	ctx, w := newWatch(ctx, b.options.Silence)
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
func (b *Buckets) whatLies(ctx context.Context, o object, p location.Put) (location.Written, error) {
	there, body, err := b.lying(ctx, o, max(b.options.Size, p.Size))
	if err != nil || body == nil {
		return there, err
	}
	defer body.Close()
	if err := p.MayReplace(there.Hash, body); err != nil {
		return location.Written{}, err
	}
	return there, nil
}

func secondWriter(o object, why error) error {
	return &location.Error{Trouble: location.SecondWriter, Address: o.address, Err: why}
}

// lying reads what lies there, up to that many bytes; the body is nil where nothing does.
func (b *Buckets) lying(ctx context.Context, o object, size int64) (location.Written, location.Spooled, error) {
	ctx, w := newWatch(ctx, b.options.Silence)
	defer w.stop()
	got, err := o.client.GetObject(ctx, &s3.GetObjectInput{Bucket: &o.bucket, Key: &o.key})
	if a := answerOf(err); a.is(http.StatusNotFound) && a.code != "NoSuchBucket" {
		return location.Written{}, nil, nil
	}
	if err != nil {
		return location.Written{}, nil, failure(ctx, o.address, err)
	}
	defer got.Body.Close()
	body, hash, err := b.spool(o, &counter{from: got.Body, watch: w}, aws.ToString(got.ContentEncoding), size)
	if err != nil {
		return location.Written{}, nil, failure(ctx, o.address, err)
	}
	return location.Written{ETag: aws.ToString(got.ETag), Hash: hash}, body, nil
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
