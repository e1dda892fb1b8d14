package fetch

import (
	"errors"
	"slices"
	"strings"

	"crossfeed/engine/transport"
)

// Reason returns the text of an error in one line, or "" for nil.
func Reason(err error) string {
	if err == nil {
		return ""
	}
	return strings.ReplaceAll(err.Error(), "\n", "; ")
}

// Offline reports whether everything failed only because this computer has no network.
func Offline(err error) bool { return Only(err, transport.Offline) }

// Only reports whether all failures in an error concern places, and have one of these
// troubles.
func Only(err error, troubles ...transport.Trouble) bool {
	all := Failures(err)
	if len(all) == 0 || len(all) < leaves(err) {
		return false
	}
	return !slices.ContainsFunc(all, func(e *transport.Error) bool { return !slices.Contains(troubles, e.Trouble) })
}

// leaves counts the failures that an error joins.
func leaves(err error) (n int) {
	joined, is := err.(interface{ Unwrap() []error })
	if !is {
		return 1
	}
	for _, e := range joined.Unwrap() {
		n += leaves(e)
	}
	return n
}

// TroubleOf returns the trouble of the first failure that is not Other.
func TroubleOf(err error) transport.Trouble {
	for _, e := range Failures(err) {
		if e.Trouble != transport.Other {
			return e.Trouble
		}
	}
	return transport.Other
}

// Failures returns the failures of places among those that an error joins.
func Failures(err error) (all []*transport.Error) {
	if joined, is := err.(interface{ Unwrap() []error }); is {
		for _, e := range joined.Unwrap() {
			all = append(all, Failures(e)...)
		}
		return all
	}
	if e, is := err.(*transport.Error); is {
		return []*transport.Error{e}
	}
	if inner := errors.Unwrap(err); inner != nil {
		return Failures(inner)
	}
	return nil
}
