package frame

import (
	"bytes"
	"image"
	"image/png"
	"sync"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/assets"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// WelcomeEvents are the ways to get started.
type WelcomeEvents struct{ NewList, Subscribe, Invitation, Library, Sample func() }

// Welcome is the page for a window without lists and libraries.
type Welcome struct {
	object fyne.CanvasObject
	first  *widget.Button
}

// iconSide is the width and height of the icon, in Fyne's units.
const iconSide = 72

// NewWelcome returns the page.
func NewWelcome(keys *widget.Keys, e WelcomeEvents) *Welcome {
	icon := canvas.NewImageFromImage(appIcon())
	icon.FillMode = canvas.ImageFillContain
	title := widget.NewWholeLine(wording.L("welcome-to-crossfeed", "Welcome to Crossfeed"), widget.TextStyle{Size: fynetheme.SizeNameHeadingText, Style: fyne.TextStyle{Bold: true}})
	p := &Welcome{first: widget.NewMainButton(keys, wording.L("new-list-dialog", "New list…"), e.NewList)}
	ways := container.NewVBox(
		way(p.first, wording.L("create-your-own-list-and-share", "Create your own list and share it later.")),
		way(widget.NewButton(keys, wording.L("subscribe-to-a-feed-dialog", "Subscribe to a feed…"), e.Subscribe), wording.L("follow-a-list-that-someone-publishes", "Follow a list that someone publishes.")),
		way(widget.NewButton(keys, wording.L("open-an-invitation-dialog", "Open an invitation…"), e.Invitation), wording.L("join-a-list-that-someone-shares", "Join a list that someone shares with you.")),
		way(widget.NewButton(keys, wording.L("add-to-library-dialog", "Add to library…"), e.Library), wording.L("download-photos-and-files-that-someone", "Download photos and files that someone publishes.")),
		way(widget.NewButton(keys, wording.L("try-the-sample", "Try the sample"), e.Sample), wording.L("practice-with-three-lists-and-three", "Practice with a sample list and three conflicts. Nothing leaves your computer.")))
	p.object = container.NewCenter(container.NewVBox(
		container.NewCenter(container.NewGridWrap(fyne.NewSquareSize(iconSide), icon)),
		container.NewCenter(title), ways))
	return p
}

// appIcon decodes the icon once: Fyne decodes a resource at every layout.
var appIcon = sync.OnceValue(func() image.Image {
	icon, err := png.Decode(bytes.NewReader(assets.AppIcon))
	if err != nil {
		panic("app icon: " + err.Error())
	}
	return icon
})

func way(button *widget.Button, text string) fyne.CanvasObject {
	return container.NewVBox(button, container.NewCenter(widget.NewWholeLine(text, widget.TextStyle{Color: theme.Quiet})))
}

func (p *Welcome) Object() fyne.CanvasObject { return p.object }

func (p *Welcome) Focus() fyne.Focusable { return p.first }

// Leave does nothing.
func (p *Welcome) Leave() {}
