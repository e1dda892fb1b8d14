package forms

import (
	"cmp"
	"strings"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine"
	"crossfeed/engine/item"
	"crossfeed/ui/say"
)

// fillLists offers the lists that fit, the best one chosen, and a new one.
func (f *found) fillLists() {
	f.fits = nil
	var words, unfit []string
	best, near := -1, -1
	for _, fit := range f.shown.Lists {
		switch {
		case fit.Why != nil && fit.List != "":
			unfit = append(unfit, lang.L("“{{.List}}” does not fit: {{.Why}}", say.Data{"List": fit.List, "Why": f.words(fit.Why)}))
			continue
		case fit.Why != nil:
			continue
		case fit.Best && best < 0:
			best = len(f.fits)
		case fit.List != "" && fit.List == f.near:
			near = len(f.fits)
		}
		f.fits = append(f.fits, fit)
		words = append(words, cmp.Or(fit.List, lang.L("a new list")))
	}
	if len(f.fits) == 0 {
		f.fits, words = []engine.Fit{{}}, []string{lang.L("a new list")}
	}
	f.set.SetWords(words)
	f.set.Put(max(cmp.Or(best+1, near+1)-1, 0))
	f.unfit.SetText(strings.Join(unfit, "\n"))
	f.unfit.Hidden = len(unfit) == 0
	f.named.Put(f.proposed())
}

// fit is the list that is chosen.
func (f *found) fit() engine.Fit {
	if at := f.set.SelectedIndex(); at >= 0 && at < len(f.fits) {
		return f.fits[at]
	}
	return engine.Fit{}
}

// showName asks for a name where the list is a new one.
func (f *found) showName() {
	f.named.Hidden = f.fit().List != ""
	layOut(f.object)
}

// name is that of the list.
func (f *found) name() string { return cmp.Or(f.fit().List, strings.TrimSpace(f.named.Text())) }

// list is the list, and how it is made where it is a new one.
func (f *found) list() (name string, made engine.NewSet) {
	name = f.name()
	if f.fit().List != "" || len(f.chosen()) == 0 {
		return name, made
	}
	made = engine.NewSet{Name: name}
	for _, feed := range f.chosen() {
		if feed.Err == nil {
			made.Kind, made.Dialect = feed.Kind, oldOnly(feed.Dialect)
			if feed.Format != "rss" && feed.Format != "atom" {
				made.Format = feed.Format
			}
			break
		}
	}
	return name, made
}

// oldOnly is the dialect that a list has to have for feeds of one: those of FeedSync go
// with each other.
func oldOnly(dialect string) string {
	if dialect == "sse-0.91" {
		return dialect
	}
	return ""
}

// remarksOn says of the whole of what was found what a person should know first.
func remarksOn(f engine.Found) (remarks []string) {
	data := say.Data{"List": f.Already, "At": f.AlreadyAt}
	switch {
	case f.Own && !f.Folder:
		remarks = append(remarks, lang.L("That is the feed that you publish yourself."))
	case f.Already != "" && f.AlreadyAt == f.Location:
		remarks = append(remarks, lang.L("“{{.List}}” reads it already.", data))
	case f.Already != "":
		remarks = append(remarks, lang.L("“{{.List}}” reads the same feed already, from {{.At}}", data))
	}
	if f.Folder && len(f.Feeds) == 0 {
		remarks = append(remarks, lang.L("The folder has no feed yet. What others put there will be read."))
	}
	if f.Page && len(f.Feeds) == 0 {
		remarks = append(remarks, lang.L("That is a page, and it names no feed. Look on it for a sign that says RSS, Atom or feed."))
	}
	return remarks
}

// aboutFeed says what is known of a feed that could be read.
func aboutFeed(feed engine.FoundFeed) (facts []string) {
	who := feed.AuthorName
	if who == "" && !item.IsGeneratedID(feed.Author) {
		who = item.CleanName(feed.Author)
	}
	data := say.Data{"N": say.Number(feed.Items), "Kind": say.Kind(feed.Kind), "How": say.Dialect(feed.Dialect), "Who": who}
	if feed.More {
		facts = append(facts, lang.L("more than {{.N}} items ({{.Kind}}), {{.How}}", data))
	} else {
		facts = append(facts, lang.N("{{.N}} items ({{.Kind}}), {{.How}}", feed.Items, data))
	}
	if who != "" {
		facts = append(facts, lang.L("from {{.Who}}", data))
	}
	if feed.Complete != "" {
		facts = append(facts, lang.L("It holds recent changes. The complete feed that belongs to it is read, too."))
	}
	if n := len(feed.Offers); n > 0 {
		var titles []string
		for _, o := range feed.Offers {
			titles = append(titles, cmp.Or(o.Title, o.Link))
		}
		facts = append(facts, lang.N("It passes on {{.N}} other feeds: {{.Names}}", n, say.Data{"N": n, "Names": say.And(titles)}))
	}
	return facts
}

// wrongWith says what is wrong with a feed that can be read all the same.
func wrongWith(feed engine.FoundFeed) (remarks []string) {
	if feed.Items > 0 && feed.Shared == 0 {
		remarks = append(remarks, lang.L("Nothing in it is shared, so the list would stay empty. Add it to the library to follow it, or import it if it is an OPML file."))
	}
	if n := feed.Shared - feed.Valid; n > 0 {
		remarks = append(remarks, lang.N("{{.N}} items in it are not valid, and are left out.", n, say.Data{"N": say.Number(n)}))
	}
	if len(feed.Problems) > 0 {
		remarks = append(remarks, lang.L("It does not keep to all rules of its format. What can be read is read all the same."))
	}
	return remarks
}

// mostDetails is how many of the breaches of a specification are shown.
const mostDetails = 3

// detailsOf are the first breaches of a specification, for whoever writes the feed.
func detailsOf(feed engine.FoundFeed) string {
	return strings.Join(feed.Problems[:min(len(feed.Problems), mostDetails)], "\n")
}
