package incorporate

import (
	"context"
	"errors"

	"crossfeed/engine/family"
	"crossfeed/engine/feed"
	"crossfeed/engine/location"
	"crossfeed/engine/store"
)

// checked is how many items Check looks at for one that tells the family.
const checked = 20

// Check tells why a set cannot read the feed at a path, by its beginning:
// *family.Error or *family.OrderError. A feed that is not there, or that is broken,
// is for its reading to tell of: the error is nil then.
func Check(ctx context.Context, files location.Files, set store.Set, path string) error {
	f, err := files.Open(path)
	if err != nil {
		return ctx.Err()
	}
	defer f.Close()
	stop := context.AfterFunc(ctx, func() { f.Close() })
	defer stop()
	in := feed.NewReader(f, path)
	for range checked {
		e, err := in.Next()
		if err != nil || e.Item != nil || e.SetAside {
			break
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return family.Check(path, in.Document(), set.Name, feed.Dialect(set.Dialect), feed.Format(set.Format))
}

// Refused tells whether an error refuses a feed because of its family or its order.
func Refused(err error) bool {
	var other *family.Error
	var order *family.OrderError
	return errors.As(err, &other) || errors.As(err, &order)
}
