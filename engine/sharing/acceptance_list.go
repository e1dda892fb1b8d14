package sharing

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"crossfeed/engine/lists"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// ErrOtherName: a list already takes part in a folder under another name than the
// invitation's, and cannot have two there.
var ErrOtherName = errors.New("the list is already shared in this folder under another name: choose another list, or a new one")

// ChoiceError: a list already reads the invited feed, but accepting would make its items
// readable to more people. A person has to choose that list (AcceptOptions.Into) or a new one.
type ChoiceError struct {
	// List is its name, Items the number of its items.
	List  string
	Items int
	// At is where its items would become readable; "" if it reads the feed at another address
	// than the invitation's.
	At string
}

// Error implements error.
func (e *ChoiceError) Error() string {
	if e.At == "" {
		return fmt.Sprintf("the list %q is already subscribed to this feed, at another address", e.List)
	}
	return fmt.Sprintf("the list %q is already subscribed to it but not shared: its items (%d) would become readable at %s", e.List, e.Items, e.At)
}

// Earlier is the list of an earlier acceptance.
type Earlier struct {
	// List is its name, or "".
	List string
	// Why is the *ChoiceError that requires asking again, or nil.
	Why error
}

// AcceptedAs finds the list of an earlier acceptance, given where the own feed would go. It is
// subscribed to the invitation's address or published in its folder. A list that only has a feed
// with the invitation's feed identifier is left to a person: whoever writes an invitation can
// name any. The same holds for its name, which counts only in a folder, where it tells the feeds
// of several lists apart.
func (sh *Service) AcceptedAs(ctx context.Context, i Invitation, share string) (earlier Earlier, err error) {
	err = sh.Store.View(ctx, func(r store.Reader) error {
		sets, err := r.Sets()
		if err != nil {
			return err
		}
		for _, set := range sets {
			found, err := wentInto(r, set, i, share)
			if err != nil {
				return err
			}
			if found.List != "" && (earlier.List == "" || earlier.Why != nil && found.Why == nil) {
				earlier = found
			}
		}
		return nil
	})
	return earlier, err
}

// wentInto reports whether a list takes part in the invitation's feed or folder.
func wentInto(r store.Reader, set store.Set, i Invitation, share string) (Earlier, error) {
	named := func(list string) bool { return !i.Folder || transport.SameName(list, i.Title) }
	reads := set.Location != "" && i.Folder && asSubscribed(set.Location) == i.Address && named(set.SharedName())
	knows := false
	all, err := r.Subscriptions(set.Key)
	for _, s := range all {
		reads = reads || s.Location == i.Address && named(cmp.Or(s.List, set.Name))
		for address, f := range s.Feeds {
			reads = reads || address == i.Address
			knows = knows || i.FeedID != "" && f.ID == i.FeedID
		}
	}
	switch {
	case err != nil || !reads && !knows:
		return Earlier{}, err
	case reads && (set.Location != "" || share == ""):
		return Earlier{List: set.Name}, nil
	}
	why := &ChoiceError{List: set.Name}
	if set.Location == "" {
		counts, err := r.Count(set.Key)
		if err != nil {
			return Earlier{}, err
		}
		why.Items, why.At = counts.Items, share
	}
	return Earlier{set.Name, why}, nil
}

// chooseSet finds the list that receives the items. It never uses a list that nobody chose and
// that does not take part yet.
func (a *acceptance) chooseSet(ctx context.Context) error {
	all, err := a.Lists.All(ctx)
	if err != nil {
		return err
	}
	var names []string
	for _, l := range all {
		switch names = append(names, l.Name); {
		case a.to.FeedID != "" && l.FeedID == a.to.FeedID:
			return ErrOwnInvitation
		case a.to.Answer != "" && l.FeedID == a.to.Answer:
			a.set = l.Name
			return nil
		}
	}
	switch {
	case a.to.Answer != "":
		return ErrNoSuchInvitation
	case a.o.New != "":
		a.set, a.made = a.o.New, true
		return nil
	case a.o.Into != "":
		a.set = a.o.Into
		_, err := store.ReadSet(ctx, a.Store, a.set)
		return err
	}
	earlier, err := a.AcceptedAs(ctx, a.to, a.o.Share.Location)
	if err != nil || earlier.Why != nil {
		return cmp.Or(err, earlier.Why)
	}
	if a.set = earlier.List; a.set == "" {
		a.set, a.made = lists.FreeName(a.to.Title, names), true
	}
	return nil
}

// theirs returns the name of the list in the shared folder if it differs from the name here, or
// "".
func (a *acceptance) theirs() string {
	if !a.to.Folder || transport.SameName(a.to.Title, a.set) {
		return ""
	}
	return a.to.Title
}

// alike returns an error if a name differs from the list's name in the shared folder.
func (a *acceptance) alike(list string) error {
	if a.to.Folder && !transport.SameName(list, a.to.Title) {
		return ErrOtherName
	}
	return nil
}
