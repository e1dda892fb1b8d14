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
	ctx, w := newWatch(ctx, b.options.Silence)
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
