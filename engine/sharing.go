package engine

import (
	"context"

	"crossfeed/engine/invite"
	"crossfeed/engine/location"
)

// ShareOptions say where and how a list is shared.
type ShareOptions struct {
	// Location is where the feed is put: a file, a folder, a WebDAV or S3 address. An
	// address that ends in a slash is a folder, in which the endpoint has a file of its own.
	Location string
	// Public is the address under which others read it, where that is another one.
	Public string
	// Window is what the partial feed holds (partial.ParseWindow); "" leaves it as it is.
	Window string
	Access location.Access
	// Password is kept for Access.User, where it is not "".
	Password string
	// ReadOthers subscribes the list to the folder as well: what others put there is
	// taken in.
	ReadOthers bool
}

// Shared is a list that is shared.
type Shared struct {
	// Address is that of the feed, Complete that of the complete one beside it, or "".
	Address, Complete string
	Invitation        invite.Invitation
}

// WhoCanRead tells who could read a list that is shared at a location, before it is.
func (e *Engine) WhoCanRead(ctx context.Context, o ShareOptions) (location.Readers, error) {
	panic("to be written")
}

// Share publishes a list from now on, and makes an invitation to it. What cannot be
// published is not set.
func (e *Engine) Share(ctx context.Context, set string, o ShareOptions) (Shared, error) {
	panic("to be written")
}

// Invitation is that to a list that is shared; an error says that it is not.
func (e *Engine) Invitation(ctx context.Context, set string) (invite.Invitation, error) {
	panic("to be written")
}

// StopSharing publishes a list no more. The feed is taken away from its place where remove
// says so; what others have read of it stays with them. The address that it had is
// returned.
func (e *Engine) StopSharing(ctx context.Context, set string, remove bool) (address string, err error) {
	panic("to be written")
}
