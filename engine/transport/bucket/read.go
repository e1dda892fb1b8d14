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
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"crossfeed/engine/transport"
)

// Read implements transport.Places.
func (b *Buckets) Read(ctx context.Context, r transport.Request) (*transport.Response, error) {
	o, err := b.open(ctx, r.Target)
	if err != nil {
		return nil, err
	}
	ask := &s3.GetObjectInput{Bucket: &o.bucket, Key: &o.key}
	if r.Known.ETag != "" && r.Conditional() {
		ask.IfNoneMatch = aws.String(r.Known.ETag)
	}
	ctx, w := newWatch(ctx)
	defer w.stop()
	got, err := o.client.GetObject(ctx, ask)
	if answerOf(err).is(http.StatusNotModified) && ask.IfNoneMatch != nil {
		return &transport.Response{Unchanged: true, Known: r.Known}, nil
	}
	if err != nil {
		return nil, failure(ctx, o.address, err)
	}
	defer got.Body.Close()
	in := &counter{from: got.Body, watch: w, arrived: r.Arrived}
	body, hash, err := b.toTempFile(o, in, aws.ToString(got.ContentEncoding), b.options.Size)
	if err != nil {
		return nil, failure(ctx, o.address, err)
	}
	return b.response(r, got, body, hash, in.bytes)
}

// response returns the response for a complete body.
func (b *Buckets) response(r transport.Request, got *s3.GetObjectOutput, body transport.TempFile, hash string, wire int64) (*transport.Response, error) {
	answer := &transport.Response{
		Body: body, Wire: wire, Type: mediaType(aws.ToString(got.ContentType)), Fresh: freshness(aws.ToString(got.CacheControl)),
		Known: transport.Known{ETag: aws.ToString(got.ETag), Hash: hash, Whole: r.Now},
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

// toTempFile copies a body of limited size to a temporary file, and hashes it.
func (b *Buckets) toTempFile(o object, in io.Reader, encoding string, size int64) (_ transport.TempFile, hash string, err error) {
	if strings.EqualFold(encoding, "gzip") {
		if in, err = gzip.NewReader(in); err != nil {
			return nil, "", err
		}
	}
	to, err := b.options.TempFiles.New()
	if err != nil {
		return nil, "", err
	}
	sum := sha256.New()
	n, err := io.Copy(io.MultiWriter(to, sum), io.LimitReader(in, size+1))
	if err == nil && n > size {
		err = &transport.Error{Trouble: transport.TooLarge, Address: o.address}
	}
	if err == nil {
		_, err = to.Seek(0, io.SeekStart)
	}
	if err != nil {
		return nil, "", errors.Join(err, to.Close())
	}
	return to, hex.EncodeToString(sum.Sum(nil)), nil
}

// mediaType returns a media type without parameters.
func mediaType(text string) string {
	t, _, err := mime.ParseMediaType(text)
	if err != nil {
		return ""
	}
	return t
}

// freshness returns max-age of Cache-Control, or 0.
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

// most bounds the number of names in a folder: a bucket with a million objects is not a folder
// of feeds.
const most = 10_000

// Names implements transport.Places. It lists the objects whose keys start with the folder's
// key and contain no slash after it (ListObjectsV2).
func (b *Buckets) Names(ctx context.Context, folder transport.Target) ([]string, error) {
	o, err := b.open(ctx, folder)
	if err != nil {
		return nil, err
	}
	return b.names(ctx, o)
}

func (b *Buckets) names(ctx context.Context, o object) (names []string, err error) {
	pages := s3.NewListObjectsV2Paginator(o.client, &s3.ListObjectsV2Input{
		Bucket: &o.bucket, Prefix: &o.key, Delimiter: aws.String("/"),
	})
	for pages.HasMorePages() {
		page, err := b.page(ctx, o, pages)
		if err != nil {
			return nil, err
		}
		for _, c := range page.Contents {
			name := strings.TrimPrefix(aws.ToString(c.Key), o.key)
			// Some servers list the placeholders of folders as objects.
			if name != "" && !strings.Contains(name, "/") && !strings.HasPrefix(name, probeName) {
				names = append(names, name)
			}
		}
		if len(names) > most {
			return nil, &transport.Error{Trouble: transport.TooLarge, Address: o.address, Err: errors.New("there are more than 10,000 objects in it")}
		}
	}
	slices.Sort(names)
	return names, nil
}

func (b *Buckets) page(ctx context.Context, o object, pages *s3.ListObjectsV2Paginator) (*s3.ListObjectsV2Output, error) {
	ctx, w := newWatch(ctx)
	defer w.stop()
	page, err := pages.NextPage(ctx)
	return page, failure(ctx, o.address, err)
}

// Readers implements transport.Places. It asks without signing in. If there is nothing yet, a
// refusal means nothing: S3 does not tell strangers that an object is missing.
func (b *Buckets) Readers(ctx context.Context, t transport.Target) (transport.Readers, error) {
	o, err := b.anonymous(t)
	if err != nil {
		return transport.Readers{}, err
	}
	key, err := b.sample(ctx, t, o.key)
	if err != nil {
		return transport.Readers{}, err
	}
	status, err := b.head(ctx, o, key)
	switch {
	case err != nil:
		return transport.Readers{}, err
	case status == http.StatusOK || status == http.StatusNotFound:
		return transport.Readers{Who: transport.Everyone, Detail: "the server does not ask for a key"}, nil
	}
	return b.refused(ctx, t, key)
}

// refused returns who can read a place to which anonymous access was refused.
func (b *Buckets) refused(ctx context.Context, t transport.Target, key string) (transport.Readers, error) {
	unknown := transport.Readers{Who: transport.Unknown, Detail: "nothing is there yet, and the bucket's policy decides"}
	if t.Access.User == "" {
		return unknown, nil
	}
	o, err := b.open(ctx, t)
	if err != nil {
		return transport.Readers{}, err
	}
	if status, err := b.head(ctx, o, key); err != nil || status != http.StatusOK {
		return unknown, err
	}
	return transport.Readers{Who: transport.SignedIn, Detail: "the bucket's policy may allow others, too"}, nil
}

// sample returns the key to ask about: for a folder, the key of a document in it.
func (b *Buckets) sample(ctx context.Context, t transport.Target, key string) (string, error) {
	if key != "" && !strings.HasSuffix(key, "/") {
		return key, nil
	}
	names, err := b.Names(ctx, t)
	var refused *transport.Error
	switch {
	case errors.As(err, &refused) && (refused.Trouble == transport.Forbidden || refused.Trouble == transport.TooLarge):
	case err != nil:
		return "", err
	case len(names) > 0:
		return key + names[0], nil
	}
	return key + "crossfeed", nil
}

// Head implements transport.Places.
func (b *Buckets) Head(ctx context.Context, t transport.Target) (transport.Head, error) {
	o, err := b.open(ctx, t)
	if err != nil {
		return transport.Head{}, err
	}
	ctx, w := newWatch(ctx)
	defer w.stop()
	got, err := o.client.HeadObject(ctx, &s3.HeadObjectInput{Bucket: &o.bucket, Key: &o.key})
	if err != nil {
		return transport.Head{}, failure(ctx, o.address, err)
	}
	return transport.Head{ETag: aws.ToString(got.ETag)}, nil
}

// head returns the status of a HEAD request for a key.
func (b *Buckets) head(ctx context.Context, o object, key string) (int, error) {
	ctx, w := newWatch(ctx)
	defer w.stop()
	_, err := o.client.HeadObject(ctx, &s3.HeadObjectInput{Bucket: &o.bucket, Key: &key})
	if err == nil {
		return http.StatusOK, nil
	}
	switch a := answerOf(err); {
	case a.is(http.StatusNotFound), a.is(http.StatusForbidden), a.is(http.StatusUnauthorized):
		return a.status, nil
	}
	return 0, failure(ctx, o.address, err)
}
