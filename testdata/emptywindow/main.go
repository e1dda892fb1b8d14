// Command emptywindow shows a window with one word: what Fyne itself takes.
package main

import (
	"fyne.io/fyne/v2/app"
	"fyne.io/fyne/v2/widget"
)

func main() {
	w := app.New().NewWindow("Empty")
	w.SetContent(widget.NewLabel("Empty"))
	w.ShowAndRun()
}
