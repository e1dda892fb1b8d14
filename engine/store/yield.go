package store

import (
	"context"
	"errors"
)

// Others are those who want to write while something long is being written: a person, whose
// edit must not wait for a hundred thousand items.
type Others interface {
	// Waiting tells whether there are any.
	Waiting() bool
	// Wait returns when there are none, or when ctx ends.
	Wait(ctx context.Context)
}

// Nobody is Others that are not there.
type Nobody struct{}

// Waiting implements Others.
func (Nobody) Waiting() bool { return false }

// Wait implements Others.
func (Nobody) Wait(context.Context) {}

// errYield takes a transaction back to let others go first.
var errYield = errors.New("others wait")

// UpdateYielding is Update for what has to be one transaction and may take long: write calls
// yield now and then, and ends where that is an error. When others wait, the transaction is
// taken back and begun again after them, but no more often than turns says, so that it is done
// in the end however busy they are.
func UpdateYielding(ctx context.Context, s Store, others Others, turns int, write func(w Writer, yield func() error) error) error {
	for turn := 0; ; turn++ {
		err := s.Update(ctx, func(w Writer) error {
			return write(w, func() error {
				if turn < turns && others.Waiting() {
					return errYield
				}
				return nil
			})
		})
		if !errors.Is(err, errYield) {
			return err
		}
		others.Wait(ctx)
	}
}
