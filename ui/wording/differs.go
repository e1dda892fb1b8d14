package wording

import (
	"strings"

	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
	"crossfeed/engine/trust"
)

// Differs describes how the feed at a new address differs from the list.
func Differs(r subscribe.Report) string {
	switch {
	case r.Offline:
		return TroubleText(transport.Offline, "")
	case r.Err != nil:
		return L("the-feed-there-cannot-be-read", "The feed there cannot be read right now: {{.Why}}", Data{"Why": Error(r.Err)})
	}
	return L("the-feed-there-differs-from-your", "The feed there differs from your list:") + "\n" + Changes(r)
}

// Changes counts the items of a list that would change, one line per kind of change.
func Changes(r subscribe.Report) string {
	var all []string
	add := func(n int, text string) {
		if n > 0 {
			all = append(all, text)
		}
	}
	add(r.New, Flooded(trust.Added, r.New))
	add(r.Updated, N("n-items-would-be-changed", "{{.N}} items would be changed", r.Updated, Data{"N": Number(r.Updated)}))
	add(r.Conflicts, Flooded(trust.Disputed, r.Conflicts))
	add(r.Deleted, Flooded(trust.Deleted, r.Deleted))
	add(r.Discarded, Flooded(trust.Missing, r.Discarded))
	add(r.Held, N("n-items-would-be-held-for", "{{.N}} items would be held for review", r.Held, Data{"N": Number(r.Held)}))
	return strings.Join(all, "\n")
}
