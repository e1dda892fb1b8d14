package conflict

import (
	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/conflicts/session"
	"crossfeed/engine/item"
	"crossfeed/ui/say"
)

// newsText says what a sync changed about the item.
func newsText(n session.News, s *session.Session, speaker say.Speaker) string {
	by := speaker.By(s.Item().Winner.Top().By)
	switch {
	case n.Settled:
		return lang.L("Settled meanwhile by {{.Who}}: see it, or reopen with what you decided here.", say.Data{"Who": by})
	case len(n.Arrived) > 0:
		return lang.L("Arrived meanwhile: a version by {{.Who}}. What you decided stays.", say.Data{"Who": people(n.Arrived, speaker)})
	case n.Winner:
		return lang.L("The version by {{.Who}} wins now. What you decided stays.", say.Data{"Who": by})
	case len(n.Gone) > 0:
		return lang.L("The version by {{.Who}} is settled. What you decided stays.", say.Data{"Who": people(n.Gone, speaker)})
	}
	if n.BaseLost {
		return lang.L("The original is no longer known. Your choices are kept.")
	}
	return ""
}

// people are those who made versions, each once.
func people(versions []*item.Version, speaker say.Speaker) string {
	all := make([]string, len(versions))
	for i, v := range versions {
		all[i] = v.Top().By
	}
	return speaker.ByAll(all)
}
