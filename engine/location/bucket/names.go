package bucket

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"crossfeed/engine/location"
)

// most bounds the names in one folder: a bucket of a million objects is no folder of
// feeds.
const most = 10_000

// Names implements location.Places: the objects whose keys begin with the folder's and
// hold no slash behind it (ListObjectsV2).
func (b *Buckets) Names(ctx context.Context, folder location.Target) ([]string, error) {
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
			// Some servers list what stands for a folder among its objects.
			if name != "" && !strings.Contains(name, "/") && !strings.HasPrefix(name, probeName) {
				names = append(names, name)
			}
		}
		if len(names) > most {
			return nil, &location.Error{Trouble: location.TooLarge, Address: o.address, Err: errors.New("there are more than 10,000 objects in it")}
		}
	}
	slices.Sort(names)
	return names, nil
}

func (b *Buckets) page(ctx context.Context, o object, pages *s3.ListObjectsV2Paginator) (*s3.ListObjectsV2Output, error) {
	ctx, w := newWatch(ctx, b.options.Silence)
	defer w.stop()
	page, err := pages.NextPage(ctx)
	return page, failure(ctx, o.address, err)
}
