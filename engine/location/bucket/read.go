package bucket

import (
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"crossfeed/engine/location"
)

// Read implements location.Places.
func (b *Buckets) Read(ctx context.Context, r location.Request) (*location.Response, error) {
	o, err := b.open(ctx, r.Target)
	if err != nil {
		return nil, err
	}
	ask := &s3.GetObjectInput{Bucket: &o.bucket, Key: &o.key}
	if r.Known.ETag != "" && r.Conditional() {
		ask.IfNoneMatch = aws.String(r.Known.ETag)
	}
	ctx, w := newWatch(ctx, b.options.Silence)
	defer w.stop()
	got, err := o.client.GetObject(ctx, ask)
	if answerOf(err).is(http.StatusNotModified) && ask.IfNoneMatch != nil {
		return &location.Response{Unchanged: true, Known: r.Known}, nil
	}
	if err != nil {
		return nil, failure(ctx, o.address, err)
	}
	defer got.Body.Close()
	in := &counter{from: got.Body, watch: w, arrived: r.Arrived}
	body, hash, err := b.spool(o, in, aws.ToString(got.ContentEncoding), b.options.Size)
	if err != nil {
		return nil, failure(ctx, o.address, err)
	}
	return b.response(r, got, body, hash, in.bytes)
}

// response is what a whole body comes to.
func (b *Buckets) response(r location.Request, got *s3.GetObjectOutput, body location.Spooled, hash string, wire int64) (*location.Response, error) {
	answer := &location.Response{
		Body: body, Wire: wire, Type: mediaType(aws.ToString(got.ContentType)), Fresh: freshness(aws.ToString(got.CacheControl)),
		Known: location.Known{ETag: aws.ToString(got.ETag), Hash: hash, Whole: r.Now},
	}
	if got.LastModified != nil {
		answer.Known.LastModified = got.LastModified.UTC().Format(http.TimeFormat)
	}
	if hash == r.Known.Hash {
		answer.Unchanged, answer.Body = true, nil
		return answer, body.Close()
	}
	return answer, nil
}

// spool puts a body of at most that many bytes on this computer whole, and hashes it.
func (b *Buckets) spool(o object, in io.Reader, encoding string, size int64) (_ location.Spooled, hash string, err error) {
	if strings.EqualFold(encoding, "gzip") {
		if in, err = gzip.NewReader(in); err != nil {
			return nil, "", err
		}
	}
	to, err := b.options.Spool.New()
	if err != nil {
		return nil, "", err
	}
	sum := sha256.New()
	n, err := io.Copy(io.MultiWriter(to, sum), io.LimitReader(in, size+1))
	if err == nil && n > size {
		err = &location.Error{Trouble: location.TooLarge, Address: o.address}
	}
	if err == nil {
		_, err = to.Seek(0, io.SeekStart)
	}
	if err != nil {
		return nil, "", errors.Join(err, to.Close())
	}
	return to, hex.EncodeToString(sum.Sum(nil)), nil
}

// mediaType is a media type without parameters.
func mediaType(text string) string {
	t, _, err := mime.ParseMediaType(text)
	if err != nil {
		return ""
	}
	return t
}

// freshness is max-age of Cache-Control, or 0.
func freshness(control string) time.Duration {
	for _, directive := range strings.Split(control, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(directive), "=")
		if strings.EqualFold(name, "max-age") {
			seconds, _ := strconv.Atoi(strings.Trim(value, `"`))
			return time.Duration(min(max(seconds, 0), longest)) * time.Second
		}
	}
	return 0
}

// longest is a year in seconds: RFC 9111 knows no reason for more.
const longest = 365 * 24 * 60 * 60
