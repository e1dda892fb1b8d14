package window

import (
	"bufio"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"crossfeed/engine"
	"crossfeed/engine/contentsync/cache"
	"crossfeed/engine/item"
	"crossfeed/engine/location"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/engine/store/memory"
	"crossfeed/ui/widget"
	"crossfeed/ui/widget/textedit"
	"crossfeed/ui/window/place"
)

var keySequences = flag.Int("key-sequences", 0, "how many random sequences of keys are pressed on the conflict page")

// keySeeds holds the seeds that failed once: they are tried first.
const keySeeds = "testdata/keys/seeds"

// Whatever keys are pressed on the page of a conflict, it shows what a simple model of
// it says, what is saved is what it showed, and no other item changes.
func TestRandomKeysSaveWhatThePageShows(t *testing.T) {
	n := 1000
	switch {
	case *keySequences > 0:
		n = *keySequences
	case testing.Short():
		n = 100
	}
	seeds := failedSeeds(t)
	for seed := range n {
		seeds = append(seeds, uint64(seed))
	}
	var p *keyPresser
	for i, seed := range seeds {
		if i%50 == 0 { // a window grows messages and an archive
			p = newKeyPresser(t)
		}
		if why := p.play(seed); why != "" {
			keepSeed(t, seed)
			t.Fatalf("seed %d: %s\nafter %s", seed, why, strings.Join(p.log, " "))
		}
	}
}

func failedSeeds(t *testing.T) (seeds []uint64) {
	f, err := os.Open(keySeeds)
	if os.IsNotExist(err) {
		return nil
	}
	must(t, err)
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		seed, err := strconv.ParseUint(s.Text(), 10, 64)
		must(t, err)
		seeds = append(seeds, seed)
	}
	return seeds
}

func keepSeed(t *testing.T, seed uint64) {
	if slices.Contains(failedSeeds(t), seed) {
		return
	}
	must(t, os.MkdirAll(filepath.Dir(keySeeds), 0o755))
	f, err := os.OpenFile(keySeeds, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	must(t, err)
	defer f.Close()
	must(t, two(fmt.Fprintln(f, seed)))
}

// keyPresser presses keys on a desk with a list of two conflicts and one other item.
type keyPresser struct {
	*desk
	t      *testing.T
	store  *memory.Store
	list   int64
	random *rand.Rand
	models map[place.Item]*keyModel
	log    []string
	saved  map[string]bool
}

func newKeyPresser(t *testing.T) *keyPresser {
	c := &clock{noon}
	p := &keyPresser{t: t, store: memory.New()}
	e, err := engine.Open(t.Context(), engine.Parts{
		Store: p.store, Clock: c, Random: random('d'), Files: location.Disk{}, Endpoint: "desk", Content: cache.Disk{Folder: contentFolder(t)},
	})
	must(t, err)
	p.desk = &desk{t: t, clock: c, engine: e, kept: kept{}}
	must(t, two(e.NewSet(t.Context(), engine.NewSet{Name: "Todos", Kind: string(record.Todo)})))
	must(t, p.store.View(t.Context(), func(r store.Reader) error {
		set, err := r.SetNamed("Todos")
		p.list = set.Key
		return err
	}))
	p.desk.open()
	p.fyne.Resize(fyne.NewSize(800, 480))
	return p
}

// play presses the keys of a seed, and says what went wrong.
func (p *keyPresser) play(seed uint64) string {
	p.random, p.models, p.log = rand.New(rand.NewPCG(seed, 1)), map[place.Item]*keyModel{}, nil
	p.saved = map[string]bool{}
	p.begin()
	for range 4 + p.random.IntN(16) {
		if why := p.step(); why != "" {
			return why
		}
	}
	for range 60 { // and then everything is resolved
		switch it := p.win.pages.settle.Item(); {
		case p.saved["one"] && p.saved["two"]:
			return ""
		case !p.win.settling() || it.ID == "spare" || p.saved[it.ID]:
			p.key(fyne.KeyF8)
			p.openedAgain()
		case len(p.win.pages.settle.Shown().Session.Open()) > 0 && p.random.IntN(2) == 0:
			p.number(p.random.IntN(2))
		default:
			if why := p.save(); why != "" {
				return why
			}
		}
		if why := p.differs(); why != "" {
			return why
		}
	}
	return "not everything could be resolved"
}

// begin puts the items of a sequence into the list.
func (p *keyPresser) begin() {
	must(p.t, p.store.Update(p.t.Context(), func(w store.Writer) error {
		for _, id := range keyItems {
			p.win.pages.settle.Forget(place.Item{Set: "Todos", ID: id})
			base, it := p.item(id)
			if p.random.IntN(5) > 0 {
				if err := w.PutArchive(p.list, base, store.Seen{At: noon}); err != nil {
					return err
				}
			}
			if err := w.PutItem(p.list, it, store.Seen{At: noon}); err != nil {
				return err
			}
		}
		return nil
	}))
	p.win.Reload()
	p.rest()
	p.win.openSettle(place.Item{Set: "Todos", ID: "one"})
	p.rest()
}

// keyItems are the items of the list: two that are resolved, a conflict that is left,
// so that the page stays in sight, and one without a conflict.
var keyItems = []string{"one", "two", "spare", "calm"}

// item makes versions of an item: of the calm one there is one.
func (p *keyPresser) item(id string) (base *item.Version, it *item.Item) {
	values := record.Values{"title": p.pick("Eggs", "Milk", "Bread"), "text": p.text(p.random.IntN(6)), "tags": p.pick("", "food", "food\nshop"), "priority": p.pick("", "1")}
	base = p.version(id, 1, "phone", values, nil)
	all := []*item.Version{}
	by := []string{"desk", "laptop", "tablet"}
	for n := range 2 + p.random.IntN(2) {
		all = append(all, p.version(id, 5-n, by[n], p.edited(values), base))
	}
	if id == "calm" {
		return base, &item.Item{Winner: all[0]}
	}
	return base, &item.Item{Winner: all[0], Conflicts: all[1:]}
}

func (p *keyPresser) version(id string, updates int, by string, v record.Values, base *item.Version) *item.Version {
	c, err := record.New(record.Todo, v)
	must(p.t, err)
	// the seed is in the time, so that no version is known from another sequence
	when := item.At(noon.Add(-time.Duration(updates)*time.Hour - time.Duration(p.random.IntN(1<<20))*time.Second))
	made := &item.Version{ID: id, Updates: updates, Content: c, History: []item.History{{Sequence: updates, By: by, When: when}}}
	if base != nil {
		made.History = append(made.History, base.History...)
	}
	return made
}

func (p *keyPresser) pick(all ...string) string { return all[p.random.IntN(len(all))] }

func (p *keyPresser) text(n int) string {
	all := make([]string, n)
	for i := range all {
		all[i] = p.pick("milk", "bread", "salt", "tea", "rice", "flour", "sugar")
	}
	text := strings.Join(all, "\n")
	if n > 0 && p.random.IntN(3) > 0 {
		text += "\n"
	}
	return text
}

// edited are values that somebody changed.
func (p *keyPresser) edited(v record.Values) record.Values {
	e := record.Values{}
	for name, value := range v {
		e[name] = value
	}
	if p.random.IntN(2) == 0 {
		e["title"] = p.pick("Eggs", "Six eggs", "Ten eggs")
	}
	if p.random.IntN(2) == 0 {
		e["tags"] = p.pick("", "food", "veg\nfood", "shop\nfood")
	}
	if p.random.IntN(3) == 0 {
		e["priority"] = p.pick("", "1", "5", "9")
	}
	all := strings.SplitAfter(v["text"], "\n")
	for i := range all {
		switch p.random.IntN(5) {
		case 0:
			all[i] = p.pick("oats", "rye", "wine") + all[i]
		case 1:
			all[i] += p.text(1)
		case 2:
			all[i] = ""
		}
	}
	e["text"] = strings.Join(all, "")
	return e
}

// step presses a key, or types something, and compares the page with the model.
func (p *keyPresser) step() string {
	if !p.win.settling() {
		p.key(fyne.KeyF8)
		p.openedAgain()
		return p.differs()
	}
	switch r := p.random.IntN(100); {
	case r < 34:
		p.key([]fyne.KeyName{fyne.KeyDown, fyne.KeyDown, fyne.KeyDown, fyne.KeyUp, fyne.KeyLeft, fyne.KeyRight, fyne.KeyRight, fyne.KeyHome, fyne.KeyEnd}[p.random.IntN(9)])
		p.moved()
	case r < 40:
		p.key([]fyne.KeyName{fyne.KeyDown, fyne.KeyUp}[p.random.IntN(2)], fyne.KeyModifierAlt)
		p.moved()
	case r < 56:
		p.number(p.random.IntN(4))
	case r < 61:
		p.number(original)
	case r < 70:
		p.enter(false)
	case r < 75:
		p.enter(true)
	case r < 79:
		p.backspace()
	case r < 82:
		p.space()
	case r < 88:
		p.key(fyne.KeyZ, fyne.KeyModifierControl)
		p.model().undo()
	case r < 92:
		p.key(fyne.KeyY, fyne.KeyModifierControl)
		p.model().redo()
	case r < 96:
		return p.typesInto()
	case r < 98:
		return p.save()
	default:
		p.key([]fyne.KeyName{fyne.KeyEscape, fyne.KeyF8}[p.random.IntN(2)])
		p.openedAgain()
	}
	return p.differs()
}

func (p *keyPresser) key(name fyne.KeyName, held ...fyne.KeyModifier) {
	text := string(name)
	for _, h := range held {
		text += fmt.Sprintf("+%d", h)
	}
	p.log = append(p.log, text)
	p.press(name, held...)
	p.rest()
}

func (p *keyPresser) letter(text string) {
	p.log = append(p.log, strconv.Quote(text))
	p.types(text)
	p.rest()
}

// model is that of the item on the page.
func (p *keyPresser) model() *keyModel {
	it := p.win.pages.settle.Item()
	if m, there := p.models[it]; there {
		return m
	}
	first, err := p.engine.Session(p.t.Context(), it.Set, it.ID)
	must(p.t, err)
	m := &keyModel{based: first.Base().Known()}
	m.fields = map[string]chosen{}
	for _, c := range first.Candidates() {
		m.included, m.locked = append(m.included, c.Taken), append(m.locked, c.Locked)
	}
	known := map[string]map[string]told{}
	m.tell = func(included []bool) map[string]told {
		key := fmt.Sprint(included)
		if known[key] == nil {
			known[key] = p.told(it, included)
		}
		return known[key]
	}
	p.models[it] = m
	return m
}

// told reads what the versions say, in a session of its own.
func (p *keyPresser) told(it place.Item, included []bool) map[string]told {
	s, err := p.engine.Session(p.t.Context(), it.Set, it.ID)
	must(p.t, err)
	for n, in := range included {
		must(p.t, s.Tick(n, in))
	}
	all := map[string]told{}
	for _, c := range s.Cells() {
		all[c.Field] = told{
			values: c.Values, base: c.Base, set: c.Merge == record.MergeSet, alike: c.Alike, suggested: c.Result, open: c.Open,
			stretches: s.Hunks(c.Field)[:s.Stretches(c.Field):s.Stretches(c.Field)],
		}
	}
	return all
}

// moved ends what is being typed.
func (p *keyPresser) moved() {
	if p.win.settling() {
		p.model().typing = ""
	}
}

// openedAgain is called after the page may have been left or opened.
func (p *keyPresser) openedAgain() {
	if p.win.settling() {
		p.model().opened()
	}
}

// number presses the key of a version, or 0.
func (p *keyPresser) number(n int) {
	m := p.model()
	field, hunk, marked := p.win.pages.settle.Marked()
	p.letter(strconv.Itoa(n + 1))
	p.choose(m, field, hunk, marked, n)
}

func (p *keyPresser) choose(m *keyModel, field string, hunk int, marked bool, n int) {
	switch {
	case !marked || n >= len(m.included):
	case field == "":
		m.takeWhole(n)
	default:
		m.take(field, hunk, n)
	}
}

// column is the version of the marked column; it is not there in that of the result.
func (p *keyPresser) column() (n int, there bool) {
	return p.win.pages.settle.MarkedVersion()
}

// enter presses Enter, with Shift held or not. Where it opens the editor, nothing is
// typed there.
func (p *keyPresser) enter(shift bool) {
	m := p.model()
	field, hunk, marked := p.win.pages.settle.Marked()
	n, there := p.column()
	if shift {
		p.key(fyne.KeyReturn, fyne.KeyModifierShift)
	} else {
		p.key(fyne.KeyReturn)
	}
	switch {
	case !there:
		m.typing = ""
		p.toGrid()
	case shift && marked && field != "" && n != original:
		m.add(field, hunk, n)
	case shift && n != original:
	default:
		p.choose(m, field, hunk, marked, n)
	}
}

// toGrid leaves the editor as a click on the mark does.
func (p *keyPresser) toGrid() { p.win.focus(p.win.pages.settle.Focus()) }

func (p *keyPresser) backspace() {
	m := p.model()
	field, hunk, marked := p.win.pages.settle.Marked()
	_, version := p.column()
	p.key(fyne.KeyBackspace)
	if marked && !version {
		m.back(field, hunk)
	}
}

func (p *keyPresser) space() {
	m := p.model()
	n, version := p.column()
	p.letter(" ")
	if version && n != original {
		m.include(n)
	}
}

// typesInto types into the result of the title, where that is marked, and looks
// what the entry says.
func (p *keyPresser) typesInto() string {
	field, _, marked := p.win.pages.settle.Marked()
	if !marked || field != "title" {
		return ""
	}
	m := p.model()
	p.letter("e")
	m.typing = ""
	for range 1 + p.random.IntN(4) {
		switch p.random.IntN(4) {
		case 0, 1:
			p.letter(p.pick("x", "y"))
		case 2:
			p.key(fyne.KeyBackspace)
		default:
			p.key(fyne.KeyZ, fyne.KeyModifierControl)
		}
		switch e := p.fyne.Canvas().Focused().(type) {
		case *widget.Entry:
			m.typed(field, e.Text)
		case *textedit.Editor:
			m.typed(field, e.Text())
		default:
			return fmt.Sprintf("E on %s leads to %T", field, e)
		}
		if why := p.differs(); why != "" {
			return why
		}
	}
	p.toGrid()
	return ""
}

// save presses Ctrl+Enter. What is stored then is what the page showed.
func (p *keyPresser) save() string {
	m, it, others := p.model(), p.win.pages.settle.Item(), p.others(p.win.pages.settle.Item())
	open := false
	want := record.Values{}
	for _, c := range p.win.pages.settle.Shown().Session.Cells() {
		open = open || m.open(c.Field)
		want[c.Field] = c.Result
	}
	included, before := slices.Clone(m.included), p.desk.item(it).Winner.Updates
	p.key(fyne.KeyReturn, fyne.KeyModifierControl)
	now := p.desk.item(it)
	if now.Winner.Updates == before { // nothing was saved
		if !open {
			return "nothing was saved"
		}
		m.typing = ""
		return p.differs()
	}
	if open {
		return "saved, though something is open"
	}
	got := record.Read(now.Winner.Content)
	for field, value := range want {
		saved := got.Get(field)
		if m.tell(m.included)[field].set { // members have no order
			saved, value = sortedLines(saved), sortedLines(value)
		}
		if saved != value {
			return fmt.Sprintf("saved %s %q, but the page showed %q", field, saved, value)
		}
	}
	if left := count(included, false); len(now.Conflicts) != left {
		return fmt.Sprintf("%d versions stay open, and %d were not included", len(now.Conflicts), left)
	}
	p.saved[it.ID] = true
	if p.others(it) != others {
		return "another item changed"
	}
	delete(p.models, it)
	p.openedAgain()
	return p.differs()
}

func count(all []bool, value bool) (n int) {
	for _, v := range all {
		if v == value {
			n++
		}
	}
	return n
}

func sortedLines(text string) string {
	all := lines(text)
	slices.Sort(all)
	return strings.Join(all, "\n")
}

// others are the versions of all other items.
func (p *keyPresser) others(than place.Item) string {
	text := ""
	for _, id := range keyItems {
		if id == than.ID {
			continue
		}
		for _, v := range p.desk.item(place.Item{Set: "Todos", ID: id}).Versions() {
			text += v.Top().String() + v.Content.Hash().String()
		}
	}
	return text
}

// unended is a text without its last line break: whether a text has one is merged for
// itself, which the model leaves to the page.
func unended(text string) string { return strings.TrimSuffix(text, "\n") }

// differs says in what the page differs from the model.
func (p *keyPresser) differs() string {
	if !p.win.settling() {
		return ""
	}
	m := p.model()
	shown := p.win.pages.settle.Shown().Session
	for _, c := range shown.Cells() {
		if unended(c.Result) != unended(m.value(c.Field)) || c.Open != m.open(c.Field) {
			return fmt.Sprintf("%s: the page shows %q (open: %v), and not %q (open: %v)", c.Field, c.Result, c.Open, m.value(c.Field), m.open(c.Field))
		}
	}
	for _, c := range shown.Candidates() {
		if c.Taken != m.included[c.Number] {
			return fmt.Sprintf("whether %s is included: %v", c.Letter, c.Taken)
		}
	}
	return ""
}
