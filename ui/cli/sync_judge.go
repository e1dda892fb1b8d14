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
func (r *run) judge(e *engine.Engine, all []engine.Report) error {
	read, failed := 0, 0
	for _, p := range all {
		for _, text := range p.Problems {
			r.say("%s", named(p.Subscription, text))
		}
		if !p.Publishing {
			read++
		}
		if p.Error != "" && !p.Publishing {
			failed++
		}
		if p.Error != "" {
			r.attend("%s%s%s", r.whose(e, p), named(p.Subscription, p.Error), remedyFor(p.Error))
		}
		if p.Offline {
			r.say("%s: it is left for later, for this computer is offline", p.Subscription)
		}
		if p.Missed || p.FilesMissing > 0 {
			r.attention = true // the problems say why
		}
		if p.Conflicts > 0 {
			r.attend("%s: %d to settle: crossfeed conflict list", p.Subscription, p.Conflicts)
		}
		if p.Held > 0 {
			r.attention = true // the problems say why
		}
		if p.Invalid > 0 {
			r.attend("%s: %d set aside: crossfeed feed check", p.Subscription, p.Invalid)
		}
	}
	if failed > 0 && failed == read {
		return errNothingRead
	}
	return nil
}

// whose is what comes before a failure of a feed: "laptop · Groceries: ", or "" where
// nobody knows. A failure is told all the same where the names cannot be read.
func (r *run) whose(e *engine.Engine, p engine.Report) string {
	devices, err := r.devicesOf(e, p.Set)
	if err != nil {
		return ""
	}
	if name := devices.name(p.Set, p.Subscription); name != "" {
		return name + ": "
	}
	return ""
}

// areOf is the verb for so many.
func areOf(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}
