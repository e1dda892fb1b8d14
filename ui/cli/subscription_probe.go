package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"crossfeed/engine"
	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
)

type subscriptionProbe struct {
	accessFlags
	Location string `arg:"" help:"Feed, folder of feeds, or web page that links to feeds."`
	List     string `arg:"" optional:"" help:"List to check it against."`
}

// foundShape describes what was found at a location, in machine-readable output.
type foundShape struct {
	Location  string           `json:"location"`
	Page      bool             `json:"page"`
	Folder    bool             `json:"folder"`
	Own       bool             `json:"own"`
	Already   string           `json:"already"`
	AlreadyAt string           `json:"already_at"`
	Feeds     []foundFeedShape `json:"feeds"`
	Lists     []fitShape       `json:"lists"`
}

type foundFeedShape struct {
	Address  string          `json:"address"`
	Title    string          `json:"title"`
	Author   string          `json:"author"`
	ID       string          `json:"id"`
	Format   item.Format     `json:"format"`
	Dialect  item.Dialect    `json:"dialect"`
	Kind     string          `json:"kind"`
	Items    int             `json:"items"`
	Shared   int             `json:"shared"`
	Valid    int             `json:"valid"`
	More     bool            `json:"more"`
	Complete string          `json:"complete"`
	Offers   []store.Offered `json:"offers"`
	Moved    string          `json:"moved"`
	Problems []string        `json:"problems"`
	Error    string          `json:"error"`
}

// fitShape is a list, or a new one if its name is "", with the reason if it cannot subscribe
// to the feed.
type fitShape struct {
	List string `json:"list"`
	Why  string `json:"why"`
	Best bool   `json:"best"`
}

func (c subscriptionProbe) Run(r *run) error {
	access, err := c.access(r, c.Location)
	if err != nil {
		return err
	}
	return r.with(func(e *engine.Engine) error {
		found, err := e.Subscriptions.Probe(r.ctx, c.List, c.Location, access)
		if err != nil {
			return err
		}
		r.attention = amiss(found)
		if r.flags.JSON {
			return r.json(describeFound(found))
		}
		return r.found(found, c.List)
	})
}

// amiss reports whether a person should check the result before subscribing.
func amiss(found subscribe.Found) bool {
	for _, f := range found.Feeds {
		if f.Err != nil || len(f.Problems) > 0 || f.Ordinary() {
			return true
		}
	}
	return found.Own || len(found.Feeds) == 0
}

func describeFound(found subscribe.Found) foundShape {
	return foundShape{
		Location: found.Location, Page: found.Page, Folder: found.Folder, Own: found.Own, Already: found.Already, AlreadyAt: found.AlreadyAt,
		Feeds: each(found.Feeds, describeFoundFeed),
		Lists: each(found.Lists, func(l subscribe.Fit) fitShape { return fitShape{l.List, textOf(l.Why), l.Best} }),
	}
}

func describeFoundFeed(f subscribe.FoundFeed) foundFeedShape {
	return foundFeedShape{
		Address: f.Address, Title: f.Title, Author: f.Author, ID: f.ID, Format: f.Format, Dialect: f.Dialect, Kind: f.Kind,
		Items: f.Items, Shared: f.Shared, Valid: f.Valid, More: f.More, Complete: f.Complete,
		Offers: append([]store.Offered{}, f.Offers...), Moved: f.Moved, Problems: each(f.Problems, feed.Problem.String), Error: textOf(f.Err),
	}
}

func textOf(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// found shows a person what is at a location. meant is the list that the person has in mind,
// or "".
func (r *run) found(found subscribe.Found, meant string) error {
	heading := []string{"FEED", "TITLE", "FORMAT", "DIALECT", "KIND", "ITEMS", "SHARED", ""}
	if err := r.table("No feeds.", heading, each(found.Feeds, foundCells)); err != nil {
		return err
	}
	for _, f := range found.Feeds {
		r.foundFeed(f)
	}
	if found.Own {
		r.message("%s is published by this device.", found.Location)
	}
	if found.Already != "" {
		r.message("%q is already subscribed to it, at %s.", found.Already, found.AlreadyAt)
	}
	if !slices.ContainsFunc(found.Feeds, func(f subscribe.FoundFeed) bool { return !f.Ordinary() }) {
		return nil
	}
	for _, l := range found.Lists {
		if l.List == meant && l.Why != nil {
			r.message("%v", l.Why)
		}
	}
	if text := fitText(found); text != "" {
		r.message("%s", text)
	}
	return nil
}

func foundCells(f subscribe.FoundFeed) []string {
	state := "ok"
	if f.Err != nil {
		state = "unreadable"
	}
	items, dialect := strconv.Itoa(f.Items), "-"
	if f.More {
		items = "more than " + items
	}
	switch {
	case f.Ordinary():
		dialect = "none (ordinary feed)"
	case f.Dialect != "":
		dialect = f.Dialect.Name()
	}
	return []string{f.Address, inOneLine(f.Title), dash(string(f.Format)), dialect, dash(f.Kind), items, strconv.Itoa(f.Shared), state}
}

// foundFeed reports the links of a feed and what is wrong with it.
func (r *run) foundFeed(f subscribe.FoundFeed) {
	if f.Complete != "" {
		r.message("%s has a complete feed, %s.", f.Address, f.Complete)
	}
	for _, o := range f.Offers {
		r.message("%s also contains %s.", f.Address, strings.TrimSpace(o.Link+" "+inOneLine(o.Title)))
	}
	if f.Moved != "" {
		r.message("%s moved to %s.", f.Address, f.Moved)
	}
	if f.Err != nil {
		r.message("%v", f.Err)
	}
	if f.Ordinary() {
		r.ordinary(f)
	}
	if invalid := f.Shared - f.Valid; invalid > 0 {
		r.message("%s: %s invalid and skipped.", f.Address, itemsAre(invalid))
	}
	for _, p := range f.Problems {
		r.message("%s: %s", f.Address, p)
	}
}

// ordinary explains why nothing of an ordinary feed is merged, and what to do instead.
func (r *run) ordinary(f subscribe.FoundFeed) {
	why := "its items have no sync information (sx:sync), so they are not merged"
	if f.Items == 0 {
		why = "it has no items yet, and declares no sync information (sx:sync), so they will not be merged"
	}
	r.message("%s is an ordinary feed: %s, and a list that subscribes to it stays empty.", f.Address, why)
	switch {
	case f.Items == 0:
	case transport.KindOf(f.Address) == transport.Local:
		r.message("To copy its items into a list: crossfeed import LIST %s", quoted(f.Address))
	default:
		r.message("To copy its items into a list, download the file, then: crossfeed import LIST FILE")
	}
	if f.Format != item.OPML {
		r.message("To follow it, add it to the library: crossfeed content add %s", quoted(f.Address))
	}
	r.message("To share it, its publisher must add sync information, as Crossfeed does.")
}

// fitText returns one line that names the lists that fit, the suggested one first, and how to
// subscribe it; "" if it is already subscribed.
func fitText(found subscribe.Found) string {
	var best subscribe.Fit
	var fits []string
	for _, l := range found.Lists {
		switch {
		case l.Best:
			best = l
		case l.Why == nil && l.List != "" && !subscribed(found, l):
			fits = append(fits, quotedName(l.List))
		}
	}
	if subscribed(found, best) {
		return ""
	}
	if best.List == "" {
		n, matches := found.New, "none of your lists"
		if len(fits) > 0 {
			matches = anyOf(append(fits, "a new list"))
		}
		return fmt.Sprintf("Matches %s. To create one: crossfeed list create %s --kind %s", matches, quotedName(n.Name), n.Kind+dialectFlag(n.Dialect))
	}
	add := func(address string) string { return commandFor("subscription add", best.List, address) }
	fits = append([]string{quotedName(best.List)}, fits...)
	return fmt.Sprintf("Matches %s. To subscribe: %s", anyOf(fits), strings.Join(each(subscribable(found), add), "\n"))
}

// anyOf joins alternatives: "a, b or c".
func anyOf(all []string) string {
	last := len(all) - 1
	if last == 0 {
		return all[0]
	}
	return strings.Join(all[:last], ", ") + " or " + all[last]
}

// subscribed reports whether a list is subscribed to exactly this location.
func subscribed(found subscribe.Found, l subscribe.Fit) bool {
	return l.List != "" && l.List == found.Already && found.AlreadyAt == found.Location
}

// subscribable returns the addresses to subscribe to. For a web page, these are the feeds that
// it names, without complete feeds that others link to.
func subscribable(found subscribe.Found) (addresses []string) {
	if !found.Page {
		return []string{found.Location}
	}
	for _, f := range found.Feeds {
		if !slices.ContainsFunc(found.Feeds, func(other subscribe.FoundFeed) bool { return other.Complete == f.Address }) {
			addresses = append(addresses, f.Address)
		}
	}
	return addresses
}

func dialectFlag(dialect item.Dialect) string {
	if dialect == "" {
		return ""
	}
	return " --dialect " + string(dialect)
}
