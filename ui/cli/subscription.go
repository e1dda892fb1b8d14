package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/fetch"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
	"crossfeed/ui/display"
	"crossfeed/ui/wording"
)

type subscriptionCommands struct {
	Add      subscriptionAdd      `cmd:"" help:"Subscribe a list to a feed or a folder of feeds."`
	List     subscriptionList     `cmd:"" help:"List subscriptions and their state."`
	Probe    subscriptionProbe    `cmd:"" help:"Show which feeds are at a location, without subscribing."`
	Change   subscriptionChange   `cmd:"" help:"Change the settings of a subscription."`
	Relocate subscriptionRelocate `cmd:"" help:"Change the address of a subscription, for example after the feed moved."`
	Forget   subscriptionForget   `cmd:"" help:"Make the next sync read a subscription as if for the first time. Merged items stay."`
	Pause    subscriptionPause    `cmd:"" help:"Pause a subscription."`
	Resume   subscriptionResume   `cmd:"" help:"Resume a subscription."`
	Remove   subscriptionRemove   `cmd:"" help:"Unsubscribe. Received items stay."`
}

// oneSubscription names a subscription.
type oneSubscription struct {
	List     string `arg:"" help:"Name of the list."`
	Location string `arg:"" help:"Feed or folder of feeds."`
}

// subscribed returns the subscription, or a zero one if the list has none at that location.
func (o oneSubscription) subscribed(r *run, e *engine.Engine) (store.Subscription, error) {
	at, err := transport.Entered(r.env.Files, o.Location)
	if err != nil {
		return store.Subscription{}, err
	}
	s, err := e.Subscriptions.Subscription(r.ctx, o.List, at)
	if errors.Is(err, store.ErrNoSubscription) {
		return s, nil
	}
	return s, err
}

// modes maps the words of the flag to modes of a subscription.
var modes = map[string]store.Mode{"both": store.BothWays, string(store.TakeOnly): store.TakeOnly, string(store.GiveOnly): store.GiveOnly}

type subscriptionAdd struct {
	oneSubscription
	accessFlags
	Mode    string        `enum:"both,read-only,one-way" default:"both" help:"both: merge and republish; read-only: merge, but do not republish; one-way: merge nothing, only check which of your changes it has received."`
	Every   time.Duration `placeholder:"DURATION" help:"How often scheduled syncs refresh it, such as 1h. Default: 15m, or longer if the server or the feed asks for it."`
	Unnamed bool          `help:"Do not name this feed in your published feed."`
}

func (c subscriptionAdd) Run(r *run) error {
	access, err := c.access(r, c.Location)
	if err != nil {
		return err
	}
	return r.with(func(e *engine.Engine) error {
		if c.Mode == "both" {
			if err := r.republishes(e, c.oneSubscription); err != nil {
				return err
			}
		}
		found, err := e.Subscriptions.Probe(r.ctx, c.List, c.Location, access)
		if err != nil && r.ctx.Err() != nil {
			return r.ctx.Err()
		}
		o := subscribe.Options{Mode: modes[c.Mode], Every: c.Every, Access: access, Unnamed: c.Unnamed, Shown: subscribe.Shown(found.Feeds), Unread: subscribe.Unread(found.Feeds, err)}
		at := c.Location
		if err == nil && transport.LacksScheme(at) {
			at = found.Location // over http, if the server does not answer over https
		}
		s, err := e.Subscriptions.SubscribeAs(r.ctx, c.List, at, o)
		if err != nil {
			return leadOn(err)
		}
		if r.flags.JSON {
			return r.json(describeSubscription(c.List, s))
		}
		r.message("Subscribed %q to %s. To refresh it: crossfeed sync%s", c.List, s.Location, strings.Replace(wording.Open(s.Location), " ", "\n", 1))
		if transport.KindOf(s.Location) == transport.Local {
			if _, err := r.env.Files.Stat(s.Location); errors.Is(err, fs.ErrNotExist) {
				r.message("Nothing is there yet. If you mean a server, put https:// before its name.")
			}
		}
		switch {
		case fetch.TroubleOf(o.Unread) == transport.NoHost:
			r.message("It cannot be read now: %v\nIf the address is wrong: crossfeed subscription remove %s %s. Otherwise the next sync tries again.", o.Unread, quotedName(c.List), quoted(s.Location))
		case o.Unread != nil:
			r.message("It cannot be read now, and the next sync tries again: %v", o.Unread)
		}
		r.reportPreview(found, o.Shown)
		return nil
	})
}

// reportPreview reports how much the first refresh merges without a review. Permanent errors
// are left to the sync.
func (r *run) reportPreview(found subscribe.Found, shown *store.Preview) {
	ordinary := 0
	for _, f := range found.Feeds {
		if f.Ordinary() {
			r.ordinary(f)
			ordinary++
		}
	}
	if shown == nil || ordinary == len(found.Feeds) {
		return
	}
	more := ""
	if slices.ContainsFunc(found.Feeds, func(f subscribe.FoundFeed) bool { return f.More }) {
		more = "more than "
	}
	r.message("Found %s%s and %s%s.", more, count(shown.Items, "item"), more, count(shown.Deleted, "deletion"))
}

// republishes warns that items of a feed become readable where its list is published, unless
// that is the location of the feed itself.
func (r *run) republishes(e *engine.Engine, to oneSubscription) error {
	set, err := e.Lists.Named(r.ctx, to.List)
	if err != nil {
		return err
	}
	from, err := transport.Entered(r.env.Files, to.Location)
	if err != nil || transport.SameFolder(from, set.Location) {
		return nil // subscribing reports what is wrong with the address
	}
	return r.exposesIn(e, to.List, "Unless --mode is read-only, the items from "+from)
}

// leadOn adds a hint how to find a feed to the error that a location is not a feed.
func leadOn(err error) error {
	var e *transport.Error
	if errors.As(err, &e) && e.Trouble == transport.NotFeed {
		return fmt.Errorf("%w; to find the feeds that a page links to: crossfeed subscription probe %s", err, quoted(e.Address))
	}
	return err
}

type subscriptionChange struct {
	oneSubscription
	accessFlags
	Mode    string         `enum:",both,read-only,one-way" default:"" help:"both: merge and republish; read-only: merge, but do not republish; one-way: merge nothing, only check which of your changes it has received."`
	Every   *time.Duration `placeholder:"DURATION" help:"How often scheduled syncs refresh it; 0 for the default."`
	Unnamed *bool          `negatable:"" help:"Do not name this feed in your published feed."`
	Open    bool           `help:"Remove the user name, certificates and proxy: access it anonymously, and trust the certificates that the system trusts."`
}

// Run changes the options of a subscription. Those that are not given stay unchanged.
func (c subscriptionChange) Run(r *run) error {
	access, err := c.access(r, c.Location)
	if err != nil {
		return err
	}
	return r.with(func(e *engine.Engine) error {
		if err := c.exposes(r, e); err != nil {
			return err
		}
		return e.Subscriptions.Configure(r.ctx, c.List, c.Location, func(o *subscribe.Options) {
			if c.Open {
				o.Access = transport.Access{}
			}
			if access != (transport.Access{}) {
				o.Access = access
			}
			if c.Mode != "" {
				o.Mode = modes[c.Mode]
			}
			if c.Every != nil {
				o.Every = *c.Every
			}
			if c.Unnamed != nil {
				o.Unnamed = *c.Unnamed
			}
		})
	})
}

// exposes reports what becomes readable when the feed is republished from now on.
func (c subscriptionChange) exposes(r *run, e *engine.Engine) error {
	s, err := c.subscribed(r, e)
	if err != nil || c.Mode != "both" || s.Mode == store.BothWays {
		return err
	}
	return r.republishes(e, c.oneSubscription)
}

type subscriptionRelocate struct {
	oneSubscription
	To string `arg:"" optional:"" help:"New address. Default: the one to which the server permanently redirects."`
}

// errNotMoved is returned if the server gives no new address.
var errNotMoved = errors.New("the server announces no new address; give one")

func (c subscriptionRelocate) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		to := c.To
		if to == "" {
			var err error
			if to, err = c.moved(r, e); err != nil {
				return err
			}
		}
		differs, err := e.Subscriptions.Relocating(r.ctx, c.List, c.Location, to)
		if err != nil {
			return err
		}
		if err := e.Subscriptions.Relocate(r.ctx, c.List, c.Location, to); err != nil {
			return err
		}
		if r.flags.JSON {
			return r.json(differs)
		}
		r.message("Moved the subscription of %q to %s.", c.List, differs.Subscription)
		r.message("%s", differsText(differs))
		return nil
	})
}

// differsText describes how the content at a new address differs from the list.
func differsText(p subscribe.Report) string {
	switch {
	case p.Offline:
		return "This computer is offline. The next sync shows how the feed differs, and merges it."
	case p.Error != "":
		return "The feed cannot be read now, and the next sync tries again: " + p.Error
	case !p.Differs():
		return "The feed there is the same as the list."
	}
	return fmt.Sprintf("The next sync merges: %s. %s unchanged.", changesText(p), itemsAre(p.Unchanged))
}

// changesText lists the changes to a list, or "" if there are none.
func changesText(p subscribe.Report) string {
	var all []string
	for _, one := range []struct {
		n    int
		what string
	}{
		{p.New, "new"}, {p.Updated, "changed"}, {p.Conflicts, "in conflict"}, {p.Deleted, "deleted"},
		{p.Discarded, "no longer in the list"}, {p.Held, "held for review"},
	} {
		if one.n > 0 {
			all = append(all, fmt.Sprintf("%d %s", one.n, one.what))
		}
	}
	return strings.Join(all, ", ")
}

// moved returns the new address given by a subscription's server. Because a person asks, it
// need not have been stable for days.
func (c subscriptionRelocate) moved(r *run, e *engine.Engine) (string, error) {
	s, err := c.subscribed(r, e)
	if err != nil {
		return "", err
	}
	if moved := s.Feeds[s.Location].Moved; moved != "" {
		return moved, nil
	}
	return "", errNotMoved
}

type subscriptionForget struct{ oneSubscription }

// Run deletes the stored state of a subscription's feeds.
func (c subscriptionForget) Run(r *run) error {
	return r.with(func(e *engine.Engine) error { return e.Subscriptions.Forget(r.ctx, c.List, c.Location) })
}

type subscriptionPause struct{ oneSubscription }

func (c subscriptionPause) Run(r *run) error {
	return r.with(func(e *engine.Engine) error { return e.Subscriptions.Pause(r.ctx, c.List, c.Location, true) })
}

type subscriptionResume struct{ oneSubscription }

func (c subscriptionResume) Run(r *run) error {
	return r.with(func(e *engine.Engine) error { return e.Subscriptions.Pause(r.ctx, c.List, c.Location, false) })
}

type subscriptionRemove struct{ oneSubscription }

func (c subscriptionRemove) Run(r *run) error {
	return r.with(func(e *engine.Engine) error { return e.Subscriptions.Unsubscribe(r.ctx, c.List, c.Location) })
}

type subscriptionList struct {
	List string `arg:"" optional:"" help:"Name of the list. Default: all."`
}

// Run lists subscriptions, with a row for each feed of a folder.
func (c subscriptionList) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		devices, err := r.devicesOf(e, c.List)
		if err != nil {
			return err
		}
		if r.flags.JSON {
			return r.json(subscriptionShapes(devices))
		}
		heading := []string{"LIST", "FEED", "LAST TRY", "LAST SUCCESS", "NEXT", "RECEIVED", "SEEN", "STATE"}
		heading, rows := deviceColumn(heading, each(devices.all, healthCells), 1, each(devices.all, devices.of))
		if err := r.table("No subscriptions.", heading, rows); err != nil {
			return err
		}
		for _, h := range devices.all {
			r.hints(h)
			if err := r.quarantinedFrom(e, h); err != nil {
				return err
			}
		}
		return nil
	})
}

// mostReasons limits how many reasons for holding items are shown for a feed.
const mostReasons = 3

// someReasons lists the distinct reasons why items are held, up to a limit.
func someReasons(reasons []string) string {
	slices.Sort(reasons)
	reasons = slices.Compact(reasons)
	if n := len(reasons) - mostReasons; n > 0 {
		reasons = append(reasons[:mostReasons], fmt.Sprintf("and %d more", n))
	}
	return strings.Join(reasons, "; ")
}

// quarantinedFrom explains why items of a feed are held for review, and what to do about them.
func (r *run) quarantinedFrom(e *engine.Engine, h subscribe.Health) error {
	if h.Held == 0 {
		return nil
	}
	held, err := r.quarantinedItems(e, []string{h.Set}, false)
	held = slices.DeleteFunc(held, func(s quarantinedItem) bool { return s.Subscription != h.Subscription.Key || s.Feed != h.Address })
	var reasons []string
	for _, s := range held {
		reasons = append(reasons, s.alarming()...)
	}
	r.attendDamaged(held)
	r.message("%s: %s held for review, and not merged until you decide. Reason: %s. For details: crossfeed review list %s",
		h.Address, itemsAre(h.Held), someReasons(reasons), quotedName(h.Set))
	accept := fmt.Sprintf("crossfeed review accept %s --feed %s", quotedName(h.Set), quoted(h.Address))
	r.message("%s: Before you accept or refuse, see what accepting would change: %s --dry-run", h.Address, accept)
	return err
}

// hints suggests what a person can do about a feed.
func (r *run) hints(h subscribe.Health) {
	at := h.Subscription.Location
	if h.Moved != "" {
		r.message("%s moved to %s. To follow it: %s", h.Address, h.Moved, commandFor("subscription relocate", h.Set, at))
	}
	if !h.Missing.IsZero() {
		r.message("%s: Refresh it before %s, or changes will be missed.", h.Address, instant(h.Missing))
	}
	if !h.Feed.Gap.IsZero() {
		r.message("%s: Changes were missed, and the feed names no complete feed that has them.", h.Address)
	}
	for _, o := range h.Feed.Offers {
		r.message("%s also contains %s.", h.Address, o.Link)
	}
	for _, s := range h.Feed.Sizes {
		of := ""
		if s.Item != "" {
			of = "item " + display.Label(s.Item) + ": "
		}
		r.message("%s: %s%s", h.Address, of, s)
	}
	if n := h.Feed.Skipped; n > 0 {
		r.message("%s: %s invalid and skipped. To find out why: %s", h.Address, itemsAre(n), checkText(h.Subscription, []string{h.Address}))
	}
}

// itemsAre returns a number of items with a verb.
func itemsAre(n int) string {
	if n == 1 {
		return "1 item is"
	}
	return fmt.Sprintf("%d items are", n)
}
