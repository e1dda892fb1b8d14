package feed

import (
	"time"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/store"
	"crossfeed/ui/say"
	"crossfeed/ui/window/snapshot"
)

// labelled is a fact and what it is about.
type labelled struct{ label, text string }

// factsOf keeps the last try and the last success apart: they are two things.
func (p *Pane) factsOf(f snapshot.Feed) []labelled {
	h, facts := f.Health, []labelled{{lang.L("List"), f.Set}}
	if !h.LastTry.IsZero() {
		facts = append(facts, labelled{lang.L("Last try"), p.speaker.Ago(h.LastTry)})
	}
	if !h.LastSuccess.IsZero() {
		facts = append(facts, labelled{lang.L("Last success"), p.speaker.Ago(h.LastSuccess) + "\n" + p.received(h)})
	}
	if next := p.next(f); next != "" {
		facts = append(facts, labelled{lang.L("Next try"), next})
	}
	return append(facts, labelled{lang.L("How"), howOf(f)})
}

// received says what the last success brought.
func (p *Pane) received(h store.Health) string {
	text := lang.N("{{.N}} items received", h.Came, say.Data{"N": say.Number(h.Came)})
	if h.Deleted > 0 {
		text += ", " + lang.N("{{.N}} items deleted", h.Deleted, say.Data{"N": say.Number(h.Deleted)})
	}
	if h.Bytes > 0 {
		text += ", " + lang.L("{{.Size}} downloaded", say.Data{"Size": say.Bytes(h.Bytes)})
	}
	if h.SetAside > 0 {
		text += "\n" + lang.N("{{.N}} items were skipped because they are not valid", h.SetAside, say.Data{"N": say.Number(h.SetAside)})
	}
	return text
}

// next says when it is read next.
func (p *Pane) next(f snapshot.Feed) string {
	next := f.Next()
	switch {
	case f.Paused:
		return ""
	case f.Stopped:
		return lang.L("only when you ask for it")
	case next.IsZero():
		return ""
	case !next.After(p.speaker.Now().Add(time.Second)):
		return lang.L("now")
	}
	return say.Ahead(next.Sub(p.speaker.Now()))
}

// howOf says what is merged, and how often it is refreshed.
func howOf(f snapshot.Feed) string {
	text := lang.L("New items are merged and republished.")
	switch f.Mode {
	case store.TakeOnly:
		text = lang.L("New items are merged and never republished, nor are your changes to them.")
	case store.GiveOnly:
		text = lang.L("Nothing is merged. It is read only to see which of your changes arrived there.")
	}
	if f.Every > 0 {
		text += "\n" + lang.L("It is refreshed every {{.Time}}.", say.Data{"Time": say.Span(f.Every)})
	}
	return text
}
