package bucket

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"crossfeed/engine/location"
)

// Readers implements location.Places: it asks without signing in. Where nothing lies
// there yet, a refusal says nothing about what will: S3 refuses to tell strangers that
// something is not there.
func (b *Buckets) Readers(ctx context.Context, t location.Target) (location.Readers, error) {
	o, err := b.anonymous(t)
	if err != nil {
		return location.Readers{}, err
	}
	key, err := b.sample(ctx, t, o.key)
	if err != nil {
		return location.Readers{}, err
	}
	status, err := b.head(ctx, o, key)
	switch {
	case err != nil:
		return location.Readers{}, err
	case status == http.StatusOK || status == http.StatusNotFound:
		return location.Readers{Who: location.Everyone, Detail: "the server asks for no key"}, nil
	}
	return b.refused(ctx, t, key)
}

// refused is who reads a place that strangers were refused.
func (b *Buckets) refused(ctx context.Context, t location.Target, key string) (location.Readers, error) {
	unknown := location.Readers{Who: location.Unknown, Detail: "nothing lies there yet: the bucket's policy decides who can read it"}
	if t.Access.User == "" {
		return unknown, nil
	}
	o, err := b.open(ctx, t)
	if err != nil {
		return location.Readers{}, err
	}
	if status, err := b.head(ctx, o, key); err != nil || status != http.StatusOK {
		return unknown, err
	}
	return location.Readers{Who: location.SignedIn, Detail: "the bucket's policy decides who else"}, nil
}

// sample is the key to ask about: that of a document in the folder, where it is one.
func (b *Buckets) sample(ctx context.Context, t location.Target, key string) (string, error) {
	if key != "" && !strings.HasSuffix(key, "/") {
		return key, nil
	}
	names, err := b.Names(ctx, t)
	var refused *location.Error
	switch {
	case errors.As(err, &refused) && (refused.Trouble == location.Forbidden || refused.Trouble == location.TooLarge):
	case err != nil:
		return "", err
	case len(names) > 0:
		return key + names[0], nil
	}
	return key + "crossfeed", nil
}

// Head implements location.Places.
func (b *Buckets) Head(ctx context.Context, t location.Target) (location.Head, error) {
	o, err := b.open(ctx, t)
	if err != nil {
		return location.Head{}, err
	}
	ctx, w := newWatch(ctx, b.options.Silence)
	defer w.stop()
	got, err := o.client.HeadObject(ctx, &s3.HeadObjectInput{Bucket: &o.bucket, Key: &o.key})
	if err != nil {
		return location.Head{}, failure(ctx, o.address, err)
	}
	head := location.Head{ETag: aws.ToString(got.ETag), Size: -1}
	if got.ContentLength != nil {
		head.Size = *got.ContentLength
	}
	return head, nil
}

// head is the status that a HEAD for a key is answered with.
func (b *Buckets) head(ctx context.Context, o object, key string) (int, error) {
	ctx, w := newWatch(ctx, b.options.Silence)
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
