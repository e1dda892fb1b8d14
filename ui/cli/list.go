package cli

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"crossfeed/engine"
	"crossfeed/engine/item"
	"crossfeed/engine/lists"
	"crossfeed/engine/sharing"
	"crossfeed/engine/store"
	"crossfeed/ui/wording"
)

type listCommands struct {
	Create   listCreate   `cmd:"" help:"Create a list."`
	Ls       listList     `cmd:"" help:"Show all lists with the number of their items."`
	Rename   listRename   `cmd:"" help:"Rename a list."`
	Delete   listDelete   `cmd:"" help:"Delete a list. Can be undone."`
	Undelete listUndelete `cmd:"" help:"Restore a deleted list with all its items."`
	Upgrade  listUpgrade  `cmd:"" help:"Convert an RSS list from SSE 0.91 to FeedSync 1.0, permanently."`
}

// Help implements kong.HelpProvider.
func (listCommands) Help() string {
	return "Example:\n\n  crossfeed list create Groceries --kind todo"
}

type listCreate struct {
	Name    string       `arg:"" help:"Name of the list."`
	Kind    string       `enum:"todo,contact,note,outline" default:"note" help:"Kind of the items: todo, contact, note or outline."`
	Format  item.Format  `enum:",rss,atom,opml" default:"" help:"Format of the published feed: rss or atom; opml for outlines. Default: rss; opml for outlines."`
	Dialect item.Dialect `enum:",feedsync-1.0,sse-0.93,sse-0.91" default:"" help:"Dialect of the published feed: feedsync-1.0, sse-0.93 or sse-0.91. Default: feedsync-1.0; sse-0.91 for outlines."`
}

// Run creates a list.
func (c listCreate) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		list, err := e.Lists.Create(r.ctx, lists.New(c))
		if err != nil {
			return err
		}
		if r.flags.JSON {
			return r.json(describeList(list))
		}
		r.say("Created list %q.", list.Name)
		return nil
	})
}

type listList struct {
	Deleted bool `help:"Show deleted lists instead."`
}

// Run lists the lists.
func (c listList) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		read, none := e.Lists.All, "there is no list yet: crossfeed list create NAME"
		if c.Deleted {
			read, none = e.Lists.Deleted, "no list is deleted"
		}
		all, err := read(r.ctx)
		if err != nil {
			return err
		}
		if r.flags.JSON {
			return r.json(each(all, describeList))
		}
		return r.table(none,
			[]string{"LIST", "KIND", "ITEMS", "CONFLICTS", "DELETED", "PUBLISHED AT"},
			each(all, func(l lists.List) []string {
				return []string{inOneLine(l.Name), l.Kind, strconv.Itoa(l.Counts.Items),
					strconv.Itoa(l.Conflicted), strconv.Itoa(l.Counts.Deleted), l.Location}
			}))
	})
}

type listRename struct {
	Name string `arg:"" help:"Name of the list."`
	To   string `arg:"" help:"The new name."`
}

// Help implements kong.HelpProvider.
func (listRename) Help() string {
	return "The name is for this device. A list keeps the name that it has in a shared folder: others go on seeing that one, and go on finding its feed."
}

// Run renames a list.
func (c listRename) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		set, err := e.Edit.RenameList(r.ctx, c.Name, c.To)
		if err != nil {
			return err
		}
		if seen := set.SeenAs(); seen != "" {
			r.say("%s is its name on this device. Others still see the list as %s in %s", set.Name, seen, set.Location)
		}
		return nil
	})
}

type listDelete struct {
	Name       string `arg:"" help:"Name of the list."`
	RemoveFeed bool   `xor:"feed" help:"Also remove its published feed."`
	KeepFeed   bool   `xor:"feed" help:"Leave its published feed as it is, without further updates. publish --stop --remove removes it later."`
}

// Help implements kong.HelpProvider.
func (listDelete) Help() string {
	return "crossfeed undo and crossfeed list undelete bring the list back. What others have read of a published list stays with them, whatever becomes of its feed."
}

// Run deletes a list.
func (c listDelete) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		copies, err := e.Sharing.Copies(r.ctx, c.Name)
		if err != nil {
			return err
		}
		person, err := r.people(e) // the names are unknown once the list is gone
		if err != nil {
			return err
		}
		if c.RemoveFeed || c.KeepFeed {
			return c.shared(r, e, copies, person)
		}
		err = e.Sharing.DeleteSet(r.ctx, c.Name)
		shared := (*sharing.SharedError)(nil)
		if err != nil && !errors.As(err, &shared) {
			return err
		}
		r.tellCopies(copies, person)
		if shared == nil {
			return nil
		}
		return fmt.Errorf("%w: say --remove-feed or --keep-feed; what others have read stays with them either way", shared)
	})
}

// shared deletes a list that may be published.
func (c listDelete) shared(r *run, e *engine.Engine, copies sharing.Copies, person func(by string) string) error {
	address, err := e.Sharing.DeleteShared(r.ctx, c.Name, c.RemoveFeed)
	switch {
	case err != nil:
		return err
	case address == "":
	case c.RemoveFeed:
		copies.Feeds = slices.DeleteFunc(copies.Feeds, func(at string) bool { return at == address })
		r.say("deleted %s and its feed at %s. Others keep what they have read", c.Name, address)
	default:
		r.say("deleted %s. Its feed stays at %s and is no longer updated. %s. Others keep what they have read", c.Name, address, removedBy(c.Name, address))
	}
	r.tellCopies(copies, person)
	return nil
}

// tellCopies reports known copies of a list that is being deleted.
func (r *run) tellCopies(copies sharing.Copies, person func(by string) string) {
	if text := wording.Copies(copies, person); text != "" {
		r.say("%s", text)
	}
}

type listUndelete struct {
	Name string `arg:"" help:"Name of the deleted list."`
	As   string `placeholder:"NAME" help:"New name, if another list has the old one."`
}

// Help implements kong.HelpProvider.
func (listUndelete) Help() string {
	return "list ls --deleted lists the deleted lists. If several have that name, the newest is restored."
}

// Run restores a deleted list.
func (c listUndelete) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		set, err := e.Edit.RestoreList(r.ctx, c.Name, c.As)
		switch {
		case errors.Is(err, store.ErrNameTaken) && c.As == "":
			return fmt.Errorf("%w: give the other one with --as NAME", err)
		case errors.Is(err, store.ErrNoSet):
			return fmt.Errorf("no deleted list is called %s: crossfeed list ls --deleted", inOneLine(c.Name))
		case err != nil:
			return err
		case set.Location != "":
			r.say("%s is back. It is published at %s again", set.Name, set.Location)
		default:
			r.say("%s is back", set.Name)
		}
		return nil
	})
}

type listUpgrade struct {
	Name string `arg:"" help:"Name of the list."`
}

// Help implements kong.HelpProvider.
func (listUpgrade) Help() string {
	return "This cannot be undone. Every endpoint that has the list must do the same: until its publisher has, a feed of SSE 0.91 is no longer read."
}

// Run upgrades a list, and reports which publishers must upgrade next.
func (c listUpgrade) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		if err := e.Lists.Upgrade(r.ctx, c.Name); err != nil {
			return pointed(err, "crossfeed conflict list")
		}
		feeds, err := e.Subscriptions.All(r.ctx, c.Name)
		if err != nil {
			return err
		}
		locations := each(feeds, func(s store.Subscription) string { return s.Location })
		if r.flags.JSON {
			return r.json(upgradeShape{c.Name, item.FeedSync10, locations})
		}
		r.say("%s is FeedSync 1.0 now; what was done before is past undoing, and stays in the history", c.Name)
		for _, location := range locations {
			r.say("%s: a feed there is read again once its publisher has upgraded the list, too", location)
		}
		return nil
	})
}

// upgradeShape is an upgraded list in machine-readable output.
type upgradeShape struct {
	Name    string       `json:"name"`
	Dialect item.Dialect `json:"dialect"`
	// Awaits are the subscriptions whose publishers have to upgrade, too.
	Awaits []string `json:"awaits"`
}

// listShape is a list in machine-readable output.
type listShape struct {
	Name       string       `json:"name"`
	Kind       string       `json:"kind"`
	Format     item.Format  `json:"format"`
	Dialect    item.Dialect `json:"dialect"`
	Location   string       `json:"location"`
	Items      int          `json:"items"`
	Conflicted int          `json:"conflicts"`
	Deleted    int          `json:"deleted"`
}

func describeList(l lists.List) listShape {
	return listShape{l.Name, l.Kind, l.Format, l.Dialect, l.Location, l.Counts.Items, l.Conflicted, l.Counts.Deleted}
}

// each applies f to every element. The result is never nil, so that JSON has a list.
func each[A, B any](all []A, f func(A) B) []B {
	made := make([]B, 0, len(all))
	for _, a := range all {
		made = append(made, f(a))
	}
	return made
}
