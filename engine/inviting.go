package engine

import (
	"context"

	"crossfeed/engine/invite"
)

// AcceptOptions say what to do with an invitation.
type AcceptOptions struct {
	// Set is the list that it goes into: made where there is none of that name.
	Set string
	// Share is where the own feed is put; a Location of "" only reads. For a folder that is
	// shared by all it is that folder.
	Share ShareOptions
	// Password is that for the invitation's User.
	Password string
}

// AcceptedInvitation is what came of accepting.
type AcceptedInvitation struct {
	Set string
	// Answer is what is to be handed back so that the other reads the own feed; nil where
	// no answer is needed.
	Answer *invite.Invitation
	// Report is what the first reading brought.
	Report Report
}

// Accept subscribes to what an invitation is to, reads it, publishes the own feed where that
// is wanted, and makes the answer. An answer to an own invitation is subscribed to by the
// list that it answers for, and makes none. Nothing is kept where the feed cannot be
// read or the list does not fit.
func (e *Engine) Accept(ctx context.Context, i invite.Invitation, o AcceptOptions) (AcceptedInvitation, error) {
	panic("to be written")
}
