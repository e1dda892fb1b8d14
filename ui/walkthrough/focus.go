package walkthrough

import "context"

// ToFront raises the window above the others on the display and gives it the keyboard focus,
// as a window manager does when a person clicks on it.
func (w *Window) ToFront(ctx context.Context) error {
	if there, err := w.HasKeyboard(ctx); there || err != nil {
		return err
	}
	if err := w.xdotool(ctx, "windowraise", w.id, "windowfocus", "--sync", w.id); err != nil {
		return err
	}
	return w.Rest(ctx)
}
