package store

import (
	"errors"
	"fmt"
	"strings"
)

// ErrDamagedItem: an item cannot be read, and all others can.
var ErrDamagedItem = errors.New("this item is damaged: crossfeed verify --repair fetches it again")

// DamagedItems are the items that EachItem could not visit. It returns them once it has
// visited the others.
type DamagedItems struct {
	IDs []string
}

// Err is the error, or nil where no item is damaged.
func (d DamagedItems) Err() error {
	if len(d.IDs) == 0 {
		return nil
	}
	return &d
}

func (d *DamagedItems) Error() string {
	return fmt.Sprintf("item %s: %v", strings.Join(d.IDs, ", "), ErrDamagedItem)
}

// Unwrap makes it ErrDamagedItem.
func (d *DamagedItems) Unwrap() error { return ErrDamagedItem }

// Spare is an error of EachItem for a caller that can do without the damaged items: it
// returns their identifiers, and any other error.
func Spare(err error) (damaged []string, other error) {
	if d, is := errors.AsType[*DamagedItems](err); is {
		return d.IDs, nil
	}
	return nil, err
}
