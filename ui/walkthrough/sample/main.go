// Command sample resolves the conflicts of the sample in the real window, on a virtual
// display, and takes a screenshot of each step. "make run" uses it if there is no display.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"

	"crossfeed/ui/walkthrough"
)

func main() {
	binary := flag.String("binary", "crossfeed", "the built program")
	pictures := flag.String("pictures", "pictures", "the folder for the pictures")
	theme := flag.String("theme", "light", "light or dark")
	width := flag.Int("width", 1280, "width of the window, in pixels")
	height := flag.Int("height", 800, "height of the window, in pixels")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	t := tour{binary: *binary, theme: *theme, width: *width, height: *height, album: &walkthrough.Album{Folder: *pictures}}
	if err := t.run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "walking through the sample:", err)
		os.Exit(1)
	}
	folder, err := filepath.Abs(*pictures)
	if err != nil {
		folder = *pictures
	}
	fmt.Println("The pictures are in", folder)
}
