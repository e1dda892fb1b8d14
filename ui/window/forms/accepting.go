package forms

import (
	"errors"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"crossfeed/engine/lists"
	"crossfeed/engine/safekeeping"
	"crossfeed/engine/sharing"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// asked is the invitation with the address that a person made of it, and what to do with
// it.
func (f *Invitation) asked() (sharing.Invitation, sharing.AcceptOptions) {
	i := *f.shown
	i.Address, i.User = strings.TrimSpace(f.address.Text()), strings.TrimSpace(f.user.Text())
	o := sharing.AcceptOptions{Password: f.secret.Text()}
	if i.Answer == "" {
		o.Share.Location = strings.TrimSpace(f.share.Text())
	}
	if i.Folder && o.Share.Location == i.Address {
		o.Share.Access = transport.Access{User: i.User, Fingerprint: i.Fingerprint}
		o.Share.Password = o.Password
	} else if Far(o.Share.Location) {
		o.Share.Access, o.Share.Password = f.elsewhere.Access(), f.elsewhere.Password()
	}
	return i, o
}

// follow keeps the own changes in the folder of the others: where that has another path
// here, they go there, too.
func (f *Invitation) follow(at string) {
	if f.shown != nil && f.shown.Folder && f.share.Text() == f.before {
		f.share.Put(at)
	}
	f.before = at
	f.showElsewhere()
}

// showElsewhere asks who signs in where the own changes go, where that is another server's
// than the list's.
func (f *Invitation) showElsewhere() {
	at := strings.TrimSpace(f.share.Text())
	if at == strings.TrimSpace(f.address.Text()) {
		at = ""
	}
	f.elsewhere.At(at)
	f.device.Show(strings.TrimSpace(f.share.Text()) != "")
	f.onward.SetText(wording.L("What is shared with you will become readable to everyone who can open {{.At}}.", wording.Data{"At": at}))
	f.onward.Hidden = at == ""
	f.showInto()
	layOut(f.object)
}

// Device asks for the name of this device, where the own changes are published.
func (f *Invitation) Device() *DeviceName { return f.device }

// named is the answer about the name of this device; nil where nothing is published.
func (f *Invitation) named(o sharing.AcceptOptions) *safekeeping.DeviceName {
	if o.Share.Location == "" {
		return nil
	}
	return f.device.Answer()
}

// showSignIn asks for a user and a password, where the list lies first.
func (f *Invitation) showSignIn() fyne.Focusable {
	if f.elsewhere.SignIn().Visible() && (f.secret.Text() != "" || !Far(f.address.Text())) {
		return f.elsewhere.First()
	}
	f.enter.Show()
	layOut(f.object)
	if strings.TrimSpace(f.user.Text()) == "" {
		return f.user
	}
	return f.secret
}

// Address is where the list lies.
func (f *Invitation) Address() fyne.Focusable { return f.address }

// Own is where the own changes go.
func (f *Invitation) Own() fyne.Focusable { return f.share }

// into is where an invitation goes: a new list, unless a person chooses one of theirs after
// it was said what becomes readable by that.
type into struct {
	name *widget.Entry
	// named is the field of the name, taken says that the invitation's own is taken, earlier
	// that the invitation went into a list before.
	named          *fyne.Container
	taken, earlier *widget.Notice
	// chosen is one of the lists, exposes what becomes readable, use the button that goes into
	// the list.
	chosen  *widget.Choice
	mine    *fyne.Container
	exposes *widget.Notice
	use     *widget.Button

	lists []store.Set
	fit   []store.Set
	// before is the list that the invitation went into before, or "".
	before string
	// told is what it was said of.
	told Exposing
}

// Exposing is on what it depends what becomes readable to whom.
type Exposing struct {
	List  string
	Share sharing.Options
}

// makeInto makes the part of the page about the list.
func (f *Invitation) makeInto(keys *widget.Keys, entry func(string) *widget.Entry) {
	n := &f.into
	n.name = entry("")
	n.taken = widget.NewNotice("", widget.Look{Color: theme.Quiet})
	n.named = container.NewVBox(Labelled(wording.L("New list"), n.name), n.taken)
	n.earlier = widget.NewNotice("", widget.Look{})
	n.chosen = widget.NewChoice(keys, []string{""}, func(int) { f.showInto(); f.ask() })
	n.exposes = widget.NewNotice("", widget.Look{Style: fyne.TextStyle{Bold: true}})
	n.mine = container.NewVBox(Labelled(wording.L("List of yours"), n.chosen), n.exposes)
	n.use = widget.NewButton(keys, wording.L("Use a list of yours…"), f.useOne)
	f.buttons.Objects = slices.Insert(f.buttons.Objects, 1, fyne.CanvasObject(n.use))
}

// fillInto begins with the lists that the invitation may go into.
func (f *Invitation) fillInto() {
	n := &f.into
	var names, fit []string
	n.fit, n.before, n.told = nil, "", Exposing{}
	for _, l := range n.lists {
		names = append(names, l.Name)
		if l.Kind == f.shown.Kind {
			n.fit, fit = append(n.fit, l), append(fit, l.Name)
		}
	}
	free := lists.FreeName(f.shown.Title, names)
	n.name.Put(free)
	n.taken.SetText(wording.L("You have a list “{{.List}}” already. It stays as it is.", wording.Data{"List": f.shown.Title}))
	n.chosen.SetWords(fit)
	n.chosen.Put(max(slices.Index(fit, f.shown.Title), 0))
	n.mine.Hide()
	f.showInto()
}

// Earlier says which list the invitation went into before.
func (f *Invitation) Earlier(e sharing.Earlier) {
	n := &f.into
	if e.List == "" || f.shown == nil {
		return
	}
	if e.Why != nil {
		f.choose(e.List)
		return
	}
	n.before = e.List
	n.earlier.SetText(wording.L("This invitation went into your list “{{.List}}” before.", wording.Data{"List": e.List}))
	f.showInto()
}

// Choose lets a person choose a list that accepting would share further than it is.
func (f *Invitation) Choose(err error) {
	if why := (*sharing.ChoiceError)(nil); errors.As(err, &why) {
		f.into.before = ""
		f.choose(why.List)
	}
}

// choose proposes a list, and says what becomes readable.
func (f *Invitation) choose(list string) {
	n := &f.into
	if at := slices.IndexFunc(n.fit, func(l store.Set) bool { return l.Name == list }); at >= 0 {
		n.chosen.Put(at)
		n.mine.Show()
		f.showInto()
		f.ask()
	}
}

// useOne shows the lists to choose from, or goes into the one that is chosen.
func (f *Invitation) useOne() {
	switch {
	case f.do.Disabled():
	case !f.into.mine.Visible():
		f.asks()
		f.into.mine.Show()
		f.showInto()
		f.ask()
	case !f.known():
		f.ask()
	case f.seen(widget.ChoiceKey):
		f.submitted = f.useOne
		f.acceptInto(sharing.AcceptOptions{Into: f.exposing().List})
	}
}

// list is the one that is chosen.
func (n *into) list() (l store.Set) {
	if at := n.chosen.SelectedIndex(); at >= 0 && at < len(n.fit) {
		l = n.fit[at]
	}
	return l
}

// exposing is what the fields say.
func (f *Invitation) exposing() Exposing {
	_, o := f.asked()
	o.Share.Password = ""
	return Exposing{f.into.list().Name, o.Share}
}

// known tells whether it was said what becomes readable by what the fields say.
func (f *Invitation) known() bool {
	n := &f.into
	return n.list().Location != "" || f.exposing().Share.Location == "" || n.told != Exposing{} && n.told == f.exposing()
}

// ask asks who could read the list, where that is not known yet.
func (f *Invitation) ask() {
	if !f.known() {
		f.events.Ask(f.exposing())
	}
}

// Tell says what becomes readable to whom, where the fields still say what was asked for.
func (f *Invitation) Tell(asked Exposing, what string) {
	if f.shown == nil || asked != f.exposing() {
		return
	}
	n := &f.into
	n.told = asked
	f.asks()
	n.exposes.SetText(what)
	f.showInto()
}

// showInto shows what belongs to what the fields say now.
func (f *Invitation) showInto() {
	n := &f.into
	if f.shown == nil {
		n.use.Hide()
		return
	}
	answers, before := f.shown.Answer != "", n.before != ""
	n.named.Hidden = answers || before
	n.earlier.Hidden = !before
	n.use.Hidden = answers || before || len(n.fit) == 0
	n.mine.Hidden = n.mine.Hidden || n.use.Hidden
	n.taken.Hidden = !n.clashes(f.shown.Title) || n.mine.Visible()
	switch {
	case answers || before:
		f.do.SetText(wording.L("Accept"))
	default:
		f.do.SetText(wording.L("New list"))
	}
	f.showExposes()
	layOut(f.object)
}

// showExposes says what becomes readable where nobody has to be asked.
func (f *Invitation) showExposes() {
	n := &f.into
	list := n.list()
	n.exposes.Hidden = !f.known()
	text := wording.L("Use a list of yours…")
	if n.mine.Visible() && f.known() {
		text = wording.L("Merge with “{{.List}}”", wording.Data{"List": list.Name})
	}
	n.use.SetText(text)
	switch {
	case list.Location != "":
		n.exposes.SetText(wording.L("“{{.List}}” stays shared where it is. What is shared with you will become readable to everyone who can open {{.At}}.",
			wording.Data{"List": list.Name, "At": list.Location}))
	case f.exposing().Share.Location == "":
		n.exposes.SetText(wording.L("None of it becomes readable to others: your changes are not published. What is shared is merged with it."))
	}
}

// clashes tells whether a list that is there has a name.
func (n *into) clashes(name string) bool {
	return slices.ContainsFunc(n.lists, func(l store.Set) bool { return transport.SameName(l.Name, name) })
}

// Name is where the new list is named.
func (f *Invitation) Name() fyne.Focusable { return f.into.name }

// Use is the button that goes into a list of one's own.
func (f *Invitation) Use() fyne.Focusable { return f.into.use }
