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

// asked returns the invitation with the address that the person entered, and how to accept it.
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

// follow updates the location of the person's own changes while it is the same as the
// invitation's shared folder: if the folder has another path on this computer, they go there,
// too.
func (f *Invitation) follow(at string) {
	if f.shown != nil && f.shown.Folder && f.share.Text() == f.before {
		f.share.Put(at)
	}
	f.before = at
	f.showElsewhere()
}

// showElsewhere asks for a user and a password for the location of the person's own changes,
// if that differs from the location of the list.
func (f *Invitation) showElsewhere() {
	at := strings.TrimSpace(f.share.Text())
	if at == strings.TrimSpace(f.address.Text()) {
		at = ""
	}
	f.elsewhere.At(at)
	f.device.Show(strings.TrimSpace(f.share.Text()) != "")
	f.onward.SetText(wording.L("items-shared-with-you-will-be", "Items shared with you will be readable by everyone who can open {{.At}}.", wording.Data{"At": at}))
	f.onward.Hidden = at == ""
	f.showInto()
	layOut(f.object)
}

// Device returns the question for the name of this device, which is asked if the person's own
// changes are published.
func (f *Invitation) Device() *DeviceName { return f.device }

// named returns the answer about the name of this device; nil if nothing is published.
func (f *Invitation) named(o sharing.AcceptOptions) *safekeeping.DeviceName {
	if o.Share.Location == "" {
		return nil
	}
	return f.device.Answer()
}

// showSignIn asks for a user and a password, for the location of the list first.
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

// Address returns the entry for the location of the list.
func (f *Invitation) Address() fyne.Focusable { return f.address }

// Own returns the entry for the location of the person's own changes.
func (f *Invitation) Own() fyne.Focusable { return f.share }

// into is the choice of the list that receives the invitation's items: a new list, unless the
// person chooses an existing one after being told what becomes readable by that.
type into struct {
	name *widget.Entry
	// named contains the entry for the name. taken says that the invitation's own name is
	// taken, earlier that the invitation was accepted into a list before.
	named          *fyne.Container
	taken, earlier *widget.Notice
	// chosen is the choice of an existing list, exposes says what becomes readable, use is the
	// button that accepts into the list.
	chosen  *widget.Choice
	mine    *fyne.Container
	exposes *widget.Notice
	use     *widget.Button

	lists []store.Set
	fit   []store.Set
	// before is the list into which the invitation was accepted before, or "".
	before string
	// shownFor is the state for which exposes was shown.
	shownFor Exposing
}

// Exposing determines what becomes readable, and to whom.
type Exposing struct {
	List  string
	Share sharing.Options
}

// makeInto creates the part of the page about the list.
func (f *Invitation) makeInto(keys *widget.Keys) {
	n := &f.into
	n.name = f.field("")
	n.taken = widget.NewNotice("", widget.TextStyle{Color: theme.Quiet})
	n.named = container.NewVBox(Labelled(wording.L("new-list", "New list"), n.name), n.taken)
	n.earlier = widget.NewNotice("", widget.TextStyle{})
	n.chosen = widget.NewChoice(keys, []string{""}, func(int) { f.showInto(); f.ask() })
	n.exposes = widget.NewNotice("", widget.TextStyle{Style: fyne.TextStyle{Bold: true}})
	n.mine = container.NewVBox(Labelled(wording.L("your-list", "Your list"), n.chosen), n.exposes)
	n.use = widget.NewButton(keys, wording.L("use-an-existing-list", "Use an existing list…"), f.useOne)
	f.buttons.Objects = slices.Insert(f.buttons.Objects, 1, fyne.CanvasObject(n.use))
}

// fillInto fills in the lists into which the invitation can be accepted.
func (f *Invitation) fillInto() {
	n := &f.into
	var names, fit []string
	n.fit, n.before, n.shownFor = nil, "", Exposing{}
	for _, l := range n.lists {
		names = append(names, l.Name)
		if l.Kind == f.shown.Kind {
			n.fit, fit = append(n.fit, l), append(fit, l.Name)
		}
	}
	free := lists.FreeName(f.shown.Title, names)
	n.name.Put(free)
	n.taken.SetText(wording.L("you-have-a-list-list-already", "You have a list “{{.List}}” already. It stays as it is.", wording.Data{"List": f.shown.Title}))
	n.chosen.SetWords(fit)
	n.chosen.Put(max(slices.Index(fit, f.shown.Title), 0))
	n.mine.Hide()
	f.showInto()
}

// Earlier says into which list the invitation was accepted before.
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
	n.earlier.SetText(wording.L("you-already-accepted-this-invitation", "You already accepted this invitation into your list “{{.List}}”.", wording.Data{"List": e.List}))
	f.showInto()
}

// Choose offers the list that accepting would share more widely than before, so that the
// person decides.
func (f *Invitation) Choose(err error) {
	if why := (*sharing.ChoiceError)(nil); errors.As(err, &why) {
		f.into.before = ""
		f.choose(why.List)
	}
}

// choose suggests a list, and says what becomes readable.
func (f *Invitation) choose(list string) {
	n := &f.into
	if at := slices.IndexFunc(n.fit, func(l store.Set) bool { return l.Name == list }); at >= 0 {
		n.chosen.Put(at)
		n.mine.Show()
		f.showInto()
		f.ask()
	}
}

// useOne shows the lists to choose from, or accepts into the chosen one.
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

// list returns the chosen list.
func (n *into) list() (l store.Set) {
	if at := n.chosen.SelectedIndex(); at >= 0 && at < len(n.fit) {
		l = n.fit[at]
	}
	return l
}

// exposing returns what the fields determine about readability.
func (f *Invitation) exposing() Exposing {
	_, o := f.asked()
	o.Share.Password = ""
	return Exposing{f.into.list().Name, o.Share}
}

// known reports whether the person was told what becomes readable with the present values.
func (f *Invitation) known() bool {
	n := &f.into
	return n.list().Location != "" || f.exposing().Share.Location == "" || n.shownFor != Exposing{} && n.shownFor == f.exposing()
}

// ask requests who could read the list, unless that is known.
func (f *Invitation) ask() {
	if !f.known() {
		f.events.Ask(f.exposing())
	}
}

// ShowReaders shows what becomes readable and to whom, provided that the fields have not changed
// since the request.
func (f *Invitation) ShowReaders(asked Exposing, what string) {
	if f.shown == nil || asked != f.exposing() {
		return
	}
	n := &f.into
	n.shownFor = asked
	f.asks()
	n.exposes.SetText(what)
	f.showInto()
}

// showInto updates the page for the present values of the fields.
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
		f.do.SetText(wording.L("accept", "Accept"))
	default:
		f.do.SetText(wording.L("new-list", "New list"))
	}
	f.showExposes()
	layOut(f.object)
}

// showExposes shows what becomes readable in those cases that need no request.
func (f *Invitation) showExposes() {
	n := &f.into
	list := n.list()
	n.exposes.Hidden = !f.known()
	text := wording.L("use-an-existing-list", "Use an existing list…")
	if n.mine.Visible() && f.known() {
		text = wording.L("merge-with-list", "Merge with “{{.List}}”", wording.Data{"List": list.Name})
	}
	n.use.SetText(text)
	switch {
	case list.Location != "":
		n.exposes.SetText(wording.L("list-stays-shared-at-its-present", "“{{.List}}” stays shared at its present location. Items shared with you will be readable by everyone who can open {{.At}}.",
			wording.Data{"List": list.Name, "At": list.Location}))
	case f.exposing().Share.Location == "":
		n.exposes.SetText(wording.L("nothing-becomes-readable-to-others-your", "Nothing becomes readable to others: your changes are not published. Shared items are merged into your list."))
	}
}

// clashes reports whether an existing list has a name.
func (n *into) clashes(name string) bool {
	return slices.ContainsFunc(n.lists, func(l store.Set) bool { return transport.SameName(l.Name, name) })
}

// Name returns the entry for the name of the new list.
func (f *Invitation) Name() fyne.Focusable { return f.into.name }

// Use returns the button that accepts into an existing list.
func (f *Invitation) Use() fyne.Focusable { return f.into.use }
