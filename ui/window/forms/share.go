package forms

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"crossfeed/engine"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
)

// Sharing is what the form asks for.
type Sharing struct {
	Set string
	engine.ShareOptions
	// Device is the answer about the name of this device; nil where nobody was asked.
	Device *engine.DeviceName
}

// ShareEvents are what a person does on the form.
type ShareEvents struct {
	// Choose lets a person choose a folder, File a file.
	Choose, File func(chosen func(string))
	// Ask asks who could read the list; the answer goes to Tell.
	Ask func(Sharing)
	// Done publishes.
	Done  func(Sharing)
	Leave func()
}

// Share asks where a list is published, and says who can read it there before it is.
type Share struct {
	*Form
	events   ShareEvents
	sets     []string
	set      *widget.Choice
	location *widget.Entry
	also     *widget.Check
	device   *DeviceName
	who      *widget.Notice
	more     *More
	window   *widget.Choice
	public   *widget.Entry
	told     Sharing
	// asked is what it was asked about last, whatever came of it.
	asked Sharing
}

// windows are what a feed may hold, in the order of the choice.
var windows = []string{"none", "7d", "30d", "90d", "365d"}

// NewShareForm is the form for sharing a list.
func NewShareForm(keys *widget.Keys, events ShareEvents) *Share {
	s := &Share{events: events}
	s.Form = newForm(keys, lang.L("Share this list"),
		lang.L("Crossfeed puts a file there and keeps it up to date. Others read it, and answer with files of their own."),
		lang.L("Continue"), s.submitNow, events.Leave)
	s.set = widget.NewChoice(keys, []string{""}, func(int) { s.changed() })
	s.add(lang.L("List"), s.set, s.set)
	s.access = NewAccess(keys, s.Save, events.File, s.changed)
	s.location = s.located(lang.L("Where"), lang.L("a folder that others have too, or https://… or s3://…"), events.Choose)
	s.location.OnChanged = func(string) { s.changed() }
	s.location.OnLeft = s.left
	s.body.Add(s.access.SignIn())
	s.also = widget.NewCheck(keys, lang.L("Also read what others put there"), nil)
	s.body.Add(s.also)
	s.device = newDeviceName(s.Form)
	s.body.Add(s.device.object)
	s.more = NewMore(keys, s.rare(keys)...)
	s.body.Add(s.more.Object())
	s.who = widget.NewNotice("", widget.Look{Style: fyne.TextStyle{Bold: true}})
	s.who.Hide()
	s.body.Add(s.who)
	s.first = s.location
	return s
}

// rare are the fields that few people need.
func (s *Share) rare(keys *widget.Keys) []fyne.CanvasObject {
	s.window = widget.NewChoice(keys, []string{
		lang.L("everything"), lang.L("the changes of 7 days"), lang.L("the changes of 30 days"),
		lang.L("the changes of 90 days"), lang.L("the changes of a year"),
	}, nil)
	s.public = widget.NewEntry(keys, lang.L("where others read it, if elsewhere"))
	s.public.OnSubmitted = func(string) { s.Save() }
	s.public.OnChanged = func(string) { s.changed() }
	hint := widget.NewNotice(lang.L("A feed of recent changes is short and quick to read. A complete one lies beside it for who was away."), widget.Look{Color: theme.Quiet})
	return []fyne.CanvasObject{
		Pair(Labelled(lang.L("The feed holds"), s.window), Labelled(lang.L("Other address"), s.public)), hint, s.access.Rest(),
	}
}

// Fill begins to share a list, one of those that there are.
func (s *Share) Fill(sets []string, chosen string, o engine.ShareOptions) {
	s.Problem("")
	s.Busy("")
	s.sets = sets
	s.set.SetWords(sets)
	s.set.Put(max(slices.Index(sets, chosen), 0))
	s.location.Put(o.Location)
	s.public.Put(o.Public)
	s.access.Put(o.Access)
	s.window.Put(max(slices.Index(windows, o.Window), 0))
	s.also.Put(true)
	s.more.Show(false)
	s.told, s.asked = Sharing{}, Sharing{}
	s.changed()
}

// Device asks for the name of this device.
func (s *Share) Device() *DeviceName { return s.device }

// Asked is what the fields say.
func (s *Share) Asked() Sharing {
	asked := Sharing{ShareOptions: engine.ShareOptions{
		Location: strings.TrimSpace(s.location.Text()), Public: strings.TrimSpace(s.public.Text()), Access: s.access.Access(),
		Password: s.access.Password(), Window: windows[max(s.window.SelectedIndex(), 0)], ReadOthers: s.also.Checked,
	}}
	asked.Device = s.device.Answer()
	if at := s.set.SelectedIndex(); at >= 0 && at < len(s.sets) {
		asked.Set = s.sets[at]
	}
	return asked
}

// place is the part of what is asked for on which it depends what becomes readable to whom.
func place(s Sharing) Sharing {
	return Sharing{Set: s.Set, ShareOptions: engine.ShareOptions{Location: s.Location, Public: s.Public, Access: s.Access}}
}

// changed shows what belongs to what the fields say now.
func (s *Share) changed() {
	s.access.At(s.location.Text())
	s.who.Hidden = !s.known()
	s.do.SetText(lang.L("Continue"))
	if s.known() {
		s.do.SetText(lang.L("Publish"))
	}
	layOut(s.object)
}

func (s *Share) submitNow() {
	asked := s.Asked()
	switch {
	case asked.Location == "":
		s.Problem(lang.L("Say where the list is to be published."))
	case asked.Set == "":
		s.Problem(lang.L("There is no list yet to be shared."))
	case !s.known():
		s.ask()
	default:
		s.Problem("")
		s.events.Done(asked)
	}
}
