package cli

import (
	"strings"

	"crossfeed/engine"
)

// named is what is said of a subscription: most of it names the place already.
func named(subscription, text string) string {
	if strings.HasPrefix(text, subscription) {
		return text
	}
	return subscription + ": " + text
}

// judge tells about what needs attention in reports.
func (r *run) judge(all []engine.Report) error {
	failed := 0
	for _, p := range all {
		for _, text := range p.Problems {
			r.say("%s", named(p.Subscription, text))
		}
		if p.Error != "" {
			failed++
			r.attend("%s", named(p.Subscription, p.Error))
		}
		if p.Offline {
			r.say("%s: it is left for later, for this computer is offline", p.Subscription)
		}
		if p.FilesMissing > 0 {
			r.attention = true // the problems say why
		}
		if p.Conflicts > 0 {
			r.attend("%s: %d to settle: crossfeed conflict list", p.Subscription, p.Conflicts)
		}
		if p.Waiting > 0 {
			r.attention = true // the problems say why
		}
		if invalid := p.SetAside - p.Waiting - p.Refused; invalid > 0 {
			r.attend("%s: %d set aside: crossfeed feed check", p.Subscription, invalid)
		}
	}
	if failed > 0 && failed == len(all) {
		return errNothingRead
	}
	return nil
}

// areOf is the verb for so many.
func areOf(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}
