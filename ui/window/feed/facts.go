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
		facts = append(facts, labelled{lang.L("Last success"), p.speaker.Ago(h.LastSuccess) + "\n" + p.came(h)})
	}
	if next := p.next(f); next != "" {
		facts = append(facts, labelled{lang.L("Next try"), next})
	}
	return append(facts, labelled{lang.L("How"), howOf(f)})
}

// came says what the last success brought.
func (p *Pane) came(h store.Health) string {
	text := lang.N("{{.N}} items came", h.Came, say.Data{"N": say.Number(h.Came)})
	if h.Deleted > 0 {
		text += ", " + lang.N("{{.N}} items deleted", h.Deleted, say.Data{"N": say.Number(h.Deleted)})
	}
	if h.Bytes > 0 {
		text += ", " + lang.L("{{.Size}} read", say.Data{"Size": say.Bytes(h.Bytes)})
	}
	if h.SetAside > 0 {
		text += "\n" + lang.N("{{.N}} items were set aside because they are not valid", h.SetAside, say.Data{"N": h.SetAside})
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

// howOf says what is taken in, and how often it is read.
func howOf(f snapshot.Feed) string {
	text := lang.L("What comes is taken in, and published on.")
	switch f.Mode {
	case store.TakeOnly:
		text = lang.L("What comes is taken in, and never published on. Your own changes of it are not either.")
	case store.GiveOnly:
		text = lang.L("Nothing is taken in. It is read to see what has arrived there.")
	}
	if f.Every > 0 {
		text += "\n" + lang.L("It is read every {{.Time}}.", say.Data{"Time": say.Span(f.Every)})
	}
	return text
}
