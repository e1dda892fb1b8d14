//go:build ci

package window

import (
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine/location"
	"crossfeed/ui/say/saytest"
)

// inGerman has the rest of a test speak German.
func inGerman(t *testing.T) {
	t.Helper()
	must(t, saytest.SpeakGerman())
	t.Cleanup(func() { must(t, saytest.SpeakEnglish()) })
}

func TestPictureOfSharingInGerman(t *testing.T) {
	inGerman(t)
	asking(t).matchesPicture("share-german")
}

func TestPictureOfAnInvitationThatIsOpenInGerman(t *testing.T) {
	inGerman(t)
	d := withList(t, "Milch")
	a := d.goAfar()
	i := a.shared.Invitation
	i.User, i.From = "member", "laptop"
	d.win.openInvitation(i)
	d.matches("accept-german")
}

func TestPictureOfACertificateInGerman(t *testing.T) {
	inGerman(t)
	d := withList(t, "Milch")
	a := d.goAfar()
	a.err = &location.Error{Trouble: location.Certificate, Address: feedAfar,
		Fingerprint: "3f1d0c7a5be2946881d4c0aa27f3509e6b1d84c25f7093ae41b6d8e7c2905a3b"}
	d.press(fyne.KeyO, fyne.KeyModifierControl)
	d.types(feedAfar)
	d.press(fyne.KeyReturn)
	d.matches("found-certificate-german")
}

func TestPictureOfAFeedThatAilsInGerman(t *testing.T) {
	inGerman(t)
	ailing(t).matchesPicture("feed-ailing-german")
}
