package bucket

import (
	"context"
	"errors"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"crossfeed/engine/location"
)

// saving is the size in bytes from which on an object is not read to be taken away, where
// its ETag is that of what this endpoint wrote last.
const saving = 1 << 20

// Remove implements location.Places. What lies there is looked at before: few servers
// heed a condition on deleting.
func (b *Buckets) Remove(ctx context.Context, t location.Target, last location.Written) error {
	o, err := b.open(ctx, t)
	if err != nil {
		return err
	}
	if there, err := b.mayRemove(ctx, o, last); err != nil || !there {
		return err
	}
	ctx, w := newWatch(ctx, b.options.Silence)
	defer w.stop()
	_, err = o.client.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: &o.bucket, Key: &o.key})
	return failure(ctx, o.address, err)
}

// mayRemove looks whether there is something, and that it is what this endpoint wrote last.
func (b *Buckets) mayRemove(ctx context.Context, o object, last location.Written) (there bool, err error) {
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
func (b *Buckets) isLast(ctx context.Context, o object, last location.Written) bool {
	if last.ETag == "" {
		return false
	}
	ctx, w := newWatch(ctx, b.options.Silence)
	defer w.stop()
	head, err := o.client.HeadObject(ctx, &s3.HeadObjectInput{Bucket: &o.bucket, Key: &o.key})
	return err == nil && aws.ToString(head.ETag) == last.ETag && aws.ToInt64(head.ContentLength) >= saving
}
