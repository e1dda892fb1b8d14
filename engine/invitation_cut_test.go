package engine_test

import (
	"context"
	"errors"
	"testing"

	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/sharing"
	"crossfeed/engine/store"
)

// cutOff is the store of a program that is killed: after some updates, no more are written.
type cutOff struct {
	store.Store
	left int
}

var errCutOff = errors.New("the program has ended")

func (c *cutOff) Update(ctx context.Context, write func(store.Writer) error) error {
	if c.left == 0 {
		return errCutOff
	}
	c.left--
	return c.Store.Update(ctx, write)
}

// If the program is killed while it accepts an invitation, accepting it again completes the
// rest: there is one list, published in the folder, with the items of the others.
func TestAnInvitationIsAcceptedAfterTheProgramEndedOnTheWay(t *testing.T) {
	cut := 0
	for n := 0; ; n++ {
		disk := &transporttest.Memory{}
		desk := newMemoryDesk(t, "desk", disk)
		desk.add("milk", "Milk")
		desk.sync()
		i, err := desk.Sharing.Invitation(t.Context(), "Groceries")
		desk.check(err)
		o := sharing.AcceptOptions{Share: sharing.Options{Location: i.Address}}

		kept := memory.New()
		laptop := newDesk(t, t, "laptop", kept, disk, newClock())
		st := &cutOff{kept, n}
		_, err = newDesk(t, t, "laptop", st, disk, newClock()).Sharing.Accept(t.Context(), i, o)
		if err != nil {
			cut++
			if !errors.Is(err, errCutOff) {
				t.Errorf("cut off after %d updates: %v", n, err)
			}
			_, err = laptop.Sharing.Accept(t.Context(), i, o)
		}
		if err != nil {
			t.Errorf("cut off after %d updates, the next try: %v", n, err)
			continue
		}
		lists, err := laptop.Lists.All(t.Context())
		laptop.check(err)
		if len(lists) != 1 || lists[0].Name != "Groceries" || lists[0].Location != "/shared/" || laptop.item("milk").Winner.Title() != "Milk" {
			t.Errorf("cut off after %d updates: there are %+v", n, lists)
		}
		if _, there := disk.All()["/shared/Groceries.laptop.xml"]; !there {
			t.Errorf("cut off after %d updates: nothing was published", n)
		}
		if st.left > 0 {
			break
		}
	}
	if cut < 4 {
		t.Errorf("only %d were cut off", cut)
	}
}
