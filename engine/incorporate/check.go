package incorporate

import (
	"errors"

	"crossfeed/engine/feed"
	"crossfeed/engine/store"
)

// checked is how many items Check looks at for one that tells the family.
const checked = 20

// Check tells why a set cannot read a document, by its beginning:
// *feed.DialectError or *feed.OrderError. One that is broken is for its reading to tell
// of: the error is nil then.
func Check(set store.Set, d Document) error {
	in := feed.NewReader(d.Body, d.Address)
	for range checked {
		e, err := in.Next()
		if err != nil || e.Item != nil || e.SetAside {
			break
		}
	}
	return feed.CheckDialect(d.Address, in.Document(), set.Name, feed.Dialect(set.Dialect), feed.Format(set.Format))
}

// Refused tells whether an error refuses a feed because of its family or its order.
func Refused(err error) bool {
	var other *feed.DialectError
	var order *feed.OrderError
	return errors.As(err, &other) || errors.As(err, &order)
}
