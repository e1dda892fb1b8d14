// Package invite makes and reads invitations to a shared list: a link, or a small file
// (.crossfeed), that says where a feed lies, what it is, and whether an answer with an
// own address is wanted. It holds no secrets.
package invite

// Invitation is what is handed to others.
type Invitation struct {
	// Address is where the feed, or the shared folder of feeds, is read: absolute.
	Address string `json:"address"`
	// Title is the list's name, From who invites (a name, or "").
	Title string `json:"title"`
	From  string `json:"from,omitempty"`
	// Kind, Format and Dialect are those of the list.
	Kind    string `json:"kind"`
	Format  string `json:"format"`
	Dialect string `json:"dialect"`
	// Folder tells that others can put their feeds there, too: then no answer is needed.
	Folder bool `json:"folder,omitempty"`
	// User is the name to sign in with, where one is needed; the password is told
	// otherwise.
	User string `json:"user,omitempty"`
	// Fingerprint is that of the server's own certificate, where it is trusted by that.
	Fingerprint string `json:"fingerprint,omitempty"`
	// Answer tells that this is the answer to an invitation to the list of that FeedID:
	// it goes into that list.
	Answer string `json:"answer,omitempty"`
	// FeedID is the identifier of the feed of who invites.
	FeedID string `json:"feed,omitempty"`
}

// Ending is what the names of files with invitations end in.
const Ending = ".crossfeed"
