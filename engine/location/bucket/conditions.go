package bucket

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

// probeName begins the names of the objects that a bucket is probed with. No feed is
// looked for under such a name.
const probeName = ".crossfeed-probe-"

// heedsConditions tells whether a bucket heeds If-None-Match and If-Match; it is probed
// the first time. Some servers that speak like S3 answer 501 to them, others write over
// what they should keep. One that may not be probed is taken for one that heeds none.
func (b *Buckets) heedsConditions(ctx context.Context, o object) (bool, error) {
	b.mu.Lock()
	heeds, known := b.heeds[o.place]
	b.mu.Unlock()
	if known {
		return heeds, nil
	}
	heeds, err := b.probe(ctx, o)
	if err != nil {
		return false, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.heeds[o.place] = heeds
	return heeds, nil
}

// probe writes a small object beside the one at hand under conditions that hold and
// under such that do not, and takes it away. The name is of the object at hand alone,
// so that two endpoints do not meet there.
func (b *Buckets) probe(ctx context.Context, o object) (heeds bool, err error) {
	sum := sha256.Sum256([]byte(o.address))
	folder := o.key[:strings.LastIndexByte(o.key, '/')+1]
	key := folder + probeName + hex.EncodeToString(sum[:8])
	defer b.removeProbe(ctx, o, key)
	etag, status, err := b.try(ctx, o, key, "", "*")
	if status == http.StatusPreconditionFailed { // left by a probe that was interrupted
		b.removeProbe(ctx, o, key)
		etag, status, err = b.try(ctx, o, key, "", "*")
	}
	if status != http.StatusOK || err != nil {
		return false, err
	}
	for _, step := range []struct {
		match, noneMatch string
		want             int
	}{
		{"", "*", http.StatusPreconditionFailed},
		{`"00000000000000000000000000000000"`, "", http.StatusPreconditionFailed},
		{etag, "", http.StatusOK},
	} {
		_, status, err := b.try(ctx, o, key, step.match, step.noneMatch)
		if status != step.want || err != nil {
			return false, err
		}
	}
	return true, nil
}

// try writes a probe, and tells the status of the answer. What tells nothing about
// conditions is an error, but for what the server does not allow.
func (b *Buckets) try(ctx context.Context, o object, key, match, noneMatch string) (etag string, status int, err error) {
	ctx, w := newWatch(ctx, b.options.Silence)
	defer w.stop()
	ask := &s3.PutObjectInput{Bucket: &o.bucket, Key: &key, Body: strings.NewReader("Crossfeed tries what this bucket can do; this may be deleted.\n")}
	if match != "" {
		ask.IfMatch = &match
	}
	if noneMatch != "" {
		ask.IfNoneMatch = &noneMatch
	}
	got, err := o.client.PutObject(ctx, ask)
	if err == nil {
		return aws.ToString(got.ETag), http.StatusOK, nil
	}
	switch a := answerOf(err); {
	case a.is(http.StatusPreconditionFailed), a.is(http.StatusNotImplemented), a.is(http.StatusBadRequest), a != nil && a.code == "AccessDenied":
		return "", a.status, nil
	}
	return "", 0, failure(ctx, o.address, err)
}

// removeProbe takes the probe away, also where ctx has ended. A bucket that forbids it
// keeps the small object, which says of itself that it may be deleted.
func (b *Buckets) removeProbe(ctx context.Context, o object, key string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	_, _ = o.client.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: &o.bucket, Key: &key})
}
