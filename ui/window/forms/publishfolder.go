package forms

import (
	"cmp"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"crossfeed/engine/library/folder"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// PublishingFolder is the input of the form.
type PublishingFolder struct {
	folder.Options
	// Password is stored for Access.User unless it is "".
	Password string
	// Agreed is the number of files of which the form said that they become readable.
	Agreed int
}

// PublishFolderEvents are the person's actions on the form.
type PublishFolderEvents struct {
	// Choose lets a person choose a folder, File a file.
	Choose, File func(chosen func(string))
	// Ask requests who could read the published files; the answer goes to ShowReaders.
	Ask   func(PublishingFolder)
	Done  func(PublishingFolder)
	Leave func()
}

// PublishFolder asks which folder to publish and where, and says who can read it there before
// it is published.
type PublishFolder struct {
	*Form
	events PublishFolderEvents

	folder, location, name    *widget.Entry
	onDemand, hidden, ignored *widget.Entry
	group                     *widget.Choice
	more                      *More
	// over is set if existing files at the location may be overwritten. The button says so.
	over bool
	who  *widget.Notice
	// shownFor is the input for which the readers were shown, asking the input of the last
	// request.
	shownFor, asking placed
	// files is the number of files that was shown.
	files int
	// answered is set if who has a text.
	answered bool
}

// groups are the rules that group files into items, in the order of the menu.
var groups = []string{folder.ByStem, folder.ByFile, folder.ByFolder}

// NewPublishFolderForm returns an empty form.
func NewPublishFolderForm(keys *widget.Keys, events PublishFolderEvents) *PublishFolder {
	p := &PublishFolder{events: events}
	p.Form = newForm(keys, wording.L("publish-a-folder", "Publish a folder"),
		wording.L("crossfeed-creates-a-feed-for-each", "Crossfeed creates a feed for each folder and publishes the files next to the feeds. Others add the address to their library, and receive changes when you publish again. Your own files are only read."),
		wording.L("publish", "Publish"), p.submitNow, events.Leave)
	p.folder = p.located(wording.L("folder-on-this-computer", "Folder on this computer"), wording.L("home-me-pictures-holidays", "/home/me/Pictures/Holidays"), events.Choose)
	p.location = p.located(wording.L("publish-to", "Publish to"), wording.L("a-shared-folder-https-or-s3", "a shared folder, https://… or s3://…"), events.Choose)
	p.access = NewAccess(keys, p.Save, events.File, p.changed)
	p.folder.OnChanged = func(string) { p.Over(false) }
	p.folder.OnLeft = p.left
	p.location.OnChanged = func(text string) {
		p.over = false
		p.access.At(text)
		p.changed()
	}
	p.location.OnLeft = p.left
	p.body.Add(p.access.SignIn())
	p.name = p.field(wording.L("the-folders-name", "the folder's name"))
	p.onDemand, p.hidden, p.ignored = p.field("**/*.mov  raw/**"), p.field("*.xmp"), p.field("*.tmp  drafts/**")
	p.ignored.OnChanged = func(string) { p.changed() }
	p.group = widget.NewChoice(keys, []string{
		wording.L("files-with-the-same-name-are", "one item per file name"), wording.L("every-file-is-an-item", "one item per file"), wording.L("all-files-of-a-folder-are", "one item per folder"),
	}, nil)
	hint := widget.NewNotice(wording.L("patterns-of-names-or-paths-separated", "Patterns of names or paths, separated by spaces. Names that begin with a dot are never published."), widget.TextStyle{Color: theme.Quiet})
	p.more = NewMore(keys,
		Pair(Labelled(wording.L("title", "Title"), p.name), Labelled(wording.L("items", "Items"), p.group)),
		Labelled(wording.L("download-on-demand", "Download on demand"), p.onDemand),
		Pair(Labelled(wording.L("hidden", "Hidden"), p.hidden), Labelled(wording.L("excluded", "Excluded"), p.ignored)),
		hint, p.access.Rest())
	p.body.Add(p.more.Object())
	p.who = widget.NewNotice("", widget.TextStyle{Style: fyne.TextStyle{Bold: true}})
	p.body.Add(p.who)
	p.Fill(store.PublishedFolder{})
	return p
}

// Fill resets the form, or fills in the settings of a folder that is published already.
func (p *PublishFolder) Fill(f store.PublishedFolder) {
	p.reset()
	for e, text := range map[*widget.Entry]string{
		p.folder: f.Folder, p.location: f.Address, p.name: f.Title,
		p.onDemand: strings.Join(f.OnDemand, "  "), p.hidden: strings.Join(f.Hidden, "  "), p.ignored: strings.Join(f.Ignored, "  "),
	} {
		e.Put(text)
	}
	p.group.Put(max(slices.Index(groups, cmp.Or(f.Group, folder.ByStem)), 0))
	p.access.Put(f.Access)
	p.access.At(f.Address)
	p.more.Show(f.Key != 0)
	p.files, p.answered = 0, false
	if p.shownFor, p.asking = (placed{}), (placed{}); f.Key != 0 {
		p.shownFor = p.place() // it is published there already
	}
	p.over = false
	p.changed()
	p.first = p.folder
	layOut(p.object)
}

// Over sets whether the button overwrites existing files at the location.
func (p *PublishFolder) Over(may bool) {
	p.over = may
	p.changed()
}

func (p *PublishFolder) submitNow() {
	from, to := strings.TrimSpace(p.folder.Text()), strings.TrimSpace(p.location.Text())
	switch {
	case from == "":
		p.Problem(wording.L("choose-a-folder-to-publish", "Choose a folder to publish."))
	case to == "":
		p.Problem(wording.L("choose-where-to-publish-it", "Choose where to publish it."))
	case !p.known():
		p.ask()
	default:
		p.Problem("")
		p.events.Done(p.asked())
	}
}

// asked returns the values of the fields.
func (p *PublishFolder) asked() PublishingFolder {
	from, to := strings.TrimSpace(p.folder.Text()), strings.TrimSpace(p.location.Text())
	patterns := func(e *widget.Entry) []string { return append([]string{}, strings.Fields(e.Text())...) }
	group := groups[max(p.group.SelectedIndex(), 0)]
	return PublishingFolder{Password: p.access.Password(), Agreed: p.files, Options: folder.Options{
		Folder: from, Address: to, Whole: true, TakeOver: p.over, Access: p.access.Access(), Title: strings.TrimSpace(p.name.Text()), Group: &group,
		OnDemand: patterns(p.onDemand), Hidden: patterns(p.hidden), Ignored: patterns(p.ignored),
	}}
}

// Patterns types patterns, as a person would.
func (p *PublishFolder) Patterns(onDemand, hidden, ignored string) {
	p.onDemand.SetText(onDemand)
	p.hidden.SetText(hidden)
	p.ignored.SetText(ignored)
}

// placed is the part of the input that determines what becomes readable, and to whom.
type placed struct {
	at, folder, ignored string
	access              transport.Access
}

// placeOf returns that part.
func placeOf(o PublishingFolder) placed {
	return placed{o.Address, o.Folder, strings.Join(o.Ignored, " "), o.Access}
}

// place returns that part of the present values.
func (p *PublishFolder) place() placed { return placeOf(p.asked()) }

// known reports whether the readers were shown for the present values.
func (p *PublishFolder) known() bool { return p.shownFor.at != "" && p.shownFor == p.place() }

// changed updates the form for the present values.
func (p *PublishFolder) changed() {
	p.who.Hidden = !p.known() || !p.answered
	switch {
	case p.over:
		p.do.SetText(wording.L("overwrite", "Overwrite"))
	case p.known():
		p.do.SetText(wording.L("publish", "Publish"))
	default:
		p.do.SetText(wording.L("continue", "Continue"))
	}
	layOut(p.object)
}

// left requests the readers when the person has left an entry, once for each location.
func (p *PublishFolder) left() {
	if p.asking != p.place() {
		p.ask()
	}
}

// ask requests the readers, unless they are known.
func (p *PublishFolder) ask() {
	if at := p.place(); at.at != "" && at.folder != "" && !p.known() {
		p.asking = at
		p.events.Ask(p.asked())
	}
}

// ShowReaders shows what becomes readable and to whom, and enables publishing, provided that the
// fields have not changed since the request.
func (p *PublishFolder) ShowReaders(asked PublishingFolder, files int, what string) {
	if at := placeOf(asked); at == p.place() {
		p.shownFor, p.files, p.answered = at, files, true
		p.asks()
		p.who.SetText(what)
		p.changed()
	}
}

// Waiting reports whether the focus is still on a widget that started the request, and not on
// another field that the person went to in the meantime.
func (p *PublishFolder) Waiting(focused fyne.Focusable) bool {
	return focused == p.location || focused == p.do
}
