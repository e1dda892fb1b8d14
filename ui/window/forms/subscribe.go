package forms

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	lib "crossfeed/engine/library"
	"crossfeed/engine/lists"
	"crossfeed/engine/sharing"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// Subscription is the input of the form.
type Subscription struct {
	// Set is the list. If New has a name, the list is created first.
	Set string
	New lists.New
	At  string
	subscribe.Options
}

// Exposed returns the location where others could read the items of a subscription in a mode,
// because the list republishes them. It returns "" if they stay private.
type Exposed func(list, at string, mode store.Mode) string

// SubscribeEvents are the person's actions on the form.
type SubscribeEvents struct {
	// Choose lets a person choose a folder, File a file.
	Choose, File func(chosen func(string))
	// Probe probes a location; the answer goes to Found or Unfound.
	Probe func(at string, o subscribe.Options)
	// Invitation opens an invitation that was pasted instead of an address.
	Invitation func(sharing.Invitation)
	Exposed    Exposed
	// Import imports a feed or outline that is not shared, instead of subscribing to it.
	Import func(at string, access transport.Access)
	// Follow adds an ordinary feed to the library, FollowAll the feeds that an outline names.
	// Followed returns the key of the library that
	// reads it already, or 0; Show shows that library.
	Follow    func(at string, o lib.Options)
	FollowAll func([]store.Offered)
	Followed  func(at string) (library int64)
	Show      func(library int64)
	// Done subscribes.
	Done  func(Subscription)
	Leave func()
}

// Subscribe asks for the address of a feed, shows what was found there, and asks which list to
// subscribe.
type Subscribe struct {
	probeForm
	events  SubscribeEvents
	more    *More
	mode    *widget.Choice
	every   *widget.Choice
	unnamed *widget.Check
	found   *found
	// imports imports an ordinary feed instead of following it.
	imports *widget.Button
}

// NewSubscribeForm returns an empty form.
func NewSubscribeForm(keys *widget.Keys, events SubscribeEvents) *Subscribe {
	s := &Subscribe{events: events}
	s.Form = newForm(keys, wording.L("subscribe-to-a-feed", "Subscribe to a feed"),
		wording.L("enter-a-web-address-a-file", "Enter a web address, a file, or a folder where others publish the same list. Nothing is changed there."),
		"", s.submitNow, events.Leave)
	s.probe, s.clear = s.startProbe, s.forget
	s.addLocation(wording.L("https-or-home-me-shared-or", "https://… or /home/me/Shared, or an invitation"), events.Choose, events.File, s.typed)
	s.found = newFound(keys, func(list, at string) string { return events.Exposed(list, at, s.options().Mode) })
	s.found.followed, s.found.changed = events.Followed, s.showStep
	s.body.Add(s.found.object)
	s.mode = widget.NewChoice(keys, modeWords(), func(int) { s.found.showExposes() })
	s.every = widget.NewChoice(keys, wording.Intervals(), nil)
	s.unnamed = widget.NewCheck(keys, wording.L("hide-this-subscription-from-others", "Hide this subscription from others"), nil)
	s.more = NewMore(keys, Pair(Labelled(wording.L("new-items", "New items"), s.mode), Labelled(wording.L("refresh-interval", "Refresh interval"), s.every)), s.unnamed, s.access.Rest())
	s.body.Add(s.more.Object())
	s.imports = widget.NewButton(keys, wording.L("import-dialog", "Import…"), s.importNow)
	s.buttons.Objects = []fyne.CanvasObject{s.do, s.imports, s.safe}
	s.Fill("", "")
	return s
}

// Fill resets the form, with a location or "", and the list that the person came from.
func (s *Subscribe) Fill(near, at string) {
	s.reset()
	s.found.near = near
	s.access.Put(transport.Access{})
	s.mode.Put(0)
	s.every.Put(0)
	s.unnamed.Put(false)
	s.more.Show(false)
	s.location.Put(at)
	s.forget()
	s.first = s.location
}

// Near sets the list that the person came from.
func (s *Subscribe) Near(set string) { s.found.near = set }

// forget clears the result of probing.
func (s *Subscribe) forget() {
	s.found.hide()
	s.probeForm.forget()
	s.showStep()
}

// typed opens an invitation if one was pasted. Otherwise it clears the result of probing
// another address.
func (s *Subscribe) typed(text string) {
	if strings.Contains(strings.ToLower(text), "crossfeed://") {
		if i, err := sharing.FromText(text); err == nil {
			s.events.Invitation(i)
		}
		return
	}
	s.probeForm.typed(text)
}

// options returns the values of the fields.
func (s *Subscribe) options() subscribe.Options {
	return subscribe.Options{
		Mode: modes[max(s.mode.SelectedIndex(), 0)], Every: wording.Interval(s.every.SelectedIndex()), Unnamed: s.unnamed.Checked,
		Access: s.access.Access(), Password: s.access.Password(),
	}
}

func (s *Subscribe) submitNow() {
	at := strings.TrimSpace(s.location.Text())
	switch {
	case at == "":
		s.Problem(wording.L("enter-the-feeds-address", "Enter the feed's address."))
	case strings.Contains(strings.ToLower(at), "crossfeed://"):
		if _, err := sharing.FromText(at); err != nil {
			s.Problem(wording.Error(err))
		}
	case at != s.probed:
		s.startProbe()
	default:
		s.take()
	}
}

// take takes the next step with the selected feed.
func (s *Subscribe) take() {
	switch step := s.found.step(); {
	case step == follow:
		s.events.Follow(s.found.address(), lib.Options{Access: s.access.Access(), Password: s.access.Password()})
	case step == showLibrary:
		s.events.Show(s.events.Followed(s.found.address()))
	case step == followNamed:
		s.events.FollowAll(s.found.ticked())
	case step == importFeed:
		s.importNow()
	case step != merge:
		s.startProbe()
	case s.found.name() == "":
		s.Problem(wording.L("choose-the-list-to-merge-the", "Choose the list to merge the feed into."))
	default:
		s.Problem("")
		s.events.Done(s.asked())
	}
}

// asked returns the person's input.
func (s *Subscribe) asked() Subscription {
	set, made := s.found.list()
	o := s.options()
	feeds := s.found.feedsOf(set)
	o.Shown, o.Unread = subscribe.Shown(feeds), subscribe.Unread(feeds, nil)
	return Subscription{Set: set, New: made, At: s.found.address(), Options: o}
}

func (s *Subscribe) importNow() { s.events.Import(s.found.address(), s.access.Access()) }

// startProbe starts probing the address.
func (s *Subscribe) startProbe() {
	s.Problem("")
	s.found.hide()
	s.probed = strings.TrimSpace(s.location.Text())
	s.events.Probe(s.probed, s.options())
}

// Checking shows that the location is being probed.
func (s *Subscribe) Checking() {
	s.found.hide()
	s.Busy(wording.L("checking", "Checking…"))
}

// Found shows what was found, and the button that subscribes.
func (s *Subscribe) Found(f subscribe.Found) {
	s.Busy("")
	s.found.show(f)
	layOut(s.object)
}

// showStep shows the buttons for the next step with the selected feed. Only a subscription has
// settings.
func (s *Subscribe) showStep() {
	step := s.found.step()
	s.do.SetText(s.found.doing(step))
	s.imports.Hidden = !s.found.imports()
	s.more.object.Hidden = step != merge && step != probeAgain
	layOut(s.object)
}

// Button returns the button for the next step.
func (s *Subscribe) Button() fyne.Focusable { return s.do }

// Into selects a list, as a person would.
func (s *Subscribe) Into(list string) { s.found.set.SetSelected(list) }

// Take selects a mode, as a person would.
func (s *Subscribe) Take(mode store.Mode) { s.mode.SetSelectedIndex(slices.Index(modes, mode)) }

// Which selects one of the feeds that a page refers to, as a person would.
func (s *Subscribe) Which(i int) { s.found.which.SetSelectedIndex(i) }

// Reading is the settings of a subscription: what the form shows and returns.
type Reading struct {
	Set, Location string
	subscribe.Options
}

// ReadingForm shows the settings of a subscription, including those for signing in.
type ReadingForm struct {
	*Form
	shown   Reading
	mode    *widget.Choice
	every   *widget.Choice
	unnamed *widget.Check
	// exposes says to whom the items become readable. exposed determines that.
	exposes *widget.Notice
	exposed Exposed
	done    func(Reading)
}

// NewReadingForm returns the form; file lets a person choose a file.
func NewReadingForm(keys *widget.Keys, file func(chosen func(string)), exposed Exposed, done func(Reading), cancel func()) *ReadingForm {
	r := &ReadingForm{exposed: exposed, done: done, exposes: widget.NewNotice("", widget.TextStyle{})}
	r.Form = newForm(keys, wording.L("feed-settings", "Feed settings"), "", wording.L("save-and-refresh", "Save and refresh"), r.submitNow, cancel)
	r.access = NewAccess(keys, r.Save, file, func() {})
	r.body.Add(r.access.SignIn())
	r.mode = widget.NewChoice(keys, modeWords(), func(int) { r.showExposes() })
	r.every = widget.NewChoice(keys, wording.Intervals(), nil)
	r.unnamed = widget.NewCheck(keys, wording.L("hide-this-subscription-from-others", "Hide this subscription from others"), nil)
	r.body.Add(Pair(Labelled(wording.L("new-items", "New items"), r.mode), Labelled(wording.L("refresh-interval", "Refresh interval"), r.every)))
	r.body.Add(r.exposes)
	r.body.Add(r.unnamed)
	r.body.Add(r.access.Rest())
	return r
}

// modes are the modes of a subscription, in the order of the menu.
var modes = []store.Mode{store.BothWays, store.TakeOnly, store.GiveOnly}

// modeWords returns the texts for the modes.
func modeWords() []string {
	return []string{wording.L("merge-and-republish", "merge and republish"), wording.L("merge-only", "merge only"), wording.L("do-not-merge-only-check-which", "do not merge, only check")}
}

// Fill shows the settings of a subscription.
func (r *ReadingForm) Fill(shown Reading) {
	r.reset()
	r.shown = shown
	r.explain.SetText(shown.Location)
	r.access.Put(shown.Access)
	r.access.At(shown.Location)
	r.mode.Put(max(slices.Index(modes, shown.Mode), 0))
	r.every.Put(wording.IntervalAt(shown.Every))
	r.unnamed.Put(shown.Unnamed)
	r.first = r.mode
	if Far(shown.Location) {
		r.first = r.access.First()
	}
	r.showExposes()
}

// Take selects a mode, as a person would.
func (r *ReadingForm) Take(mode store.Mode) { r.mode.SetSelectedIndex(slices.Index(modes, mode)) }

// chosenMode returns the selected mode.
func (r *ReadingForm) chosenMode() store.Mode { return modes[max(r.mode.SelectedIndex(), 0)] }

// showExposes says to whom the items become readable if they were not republished before.
func (r *ReadingForm) showExposes() {
	at := ""
	if r.shown.Mode != store.BothWays {
		at = r.exposed(r.shown.Set, r.shown.Location, r.chosenMode())
	}
	showShared(r.exposes, at)
	layOut(r.object)
}

func (r *ReadingForm) submitNow() {
	asked := r.shown
	asked.Mode, asked.Unnamed = r.chosenMode(), r.unnamed.Checked
	if at := r.every.SelectedIndex(); at != wording.IntervalAt(asked.Every) {
		asked.Every = wording.Interval(at)
	}
	asked.Access, asked.Password = r.access.Access(), r.access.Password()
	r.Problem("")
	r.done(asked)
}
