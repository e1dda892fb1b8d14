package bucket

import (
	"context"
	"errors"

	"github.com/aws/aws-sdk-go-v2/service/s3"

	"crossfeed/engine/location"
)

// Remove implements location.Places. What lies there is looked at before: few servers
// heed a condition on deleting.
func (b *Buckets) Remove(ctx context.Context, t location.Target, last location.Written) error {
	o, err := b.open(ctx, t)
	if err != nil {
		return err
	}
	there, body, err := b.lying(ctx, o)
	if err != nil || body == nil {
		return err
	}
	if err := body.Close(); err != nil {
		return err
	}
	if there.Hash != last.Hash {
		return secondWriter(o, errors.New("it was not taken away"))
	}
	ctx, w := newWatch(ctx, b.options.Silence)
	defer w.stop()
	_, err = o.client.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: &o.bucket, Key: &o.key})
	return failure(ctx, o.address, err)
}
