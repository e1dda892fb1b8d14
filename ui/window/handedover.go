package window

import "crossfeed/engine/invite"

// OpenInvitationText opens the invitation in a text, or says what is wrong with it.
func (w *Window) OpenInvitationText(text string) {
	i, err := invite.FromText(text)
	if err != nil {
		w.showInvite()
		w.pages.invitation().Problem(sentence(err))
		return
	}
	w.openInvitation(i)
}
