package conflict

import (
	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/ui/say"
)

// newsText says what a sync changed about the item.
func newsText(n conflicts.News, s *conflicts.Session, speaker say.Speaker) string {
	by := speaker.By(s.Item().Winner.Top().By)
	switch {
	case n.Settled:
		return lang.L("Resolved by {{.Who}} in the meantime.", say.Data{"Who": by})
	case len(n.Arrived) > 0:
		return lang.L("A version by {{.Who}} arrived in the meantime. Your choices are kept.", say.Data{"Who": people(n.Arrived, speaker)})
	case n.Winner:
		return lang.L("The version by {{.Who}} is the current version now. Your choices are kept.", say.Data{"Who": by})
	case len(n.Gone) > 0:
		return lang.L("The version by {{.Who}} was resolved in the meantime. Your choices are kept.", say.Data{"Who": people(n.Gone, speaker)})
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
