package walkthrough

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
)

// Close asks the window to close, as the button in the frame that a window manager draws does
// (Inter-Client Communication Conventions, WM_DELETE_WINDOW). xdotool can only destroy it.
func (w *Window) Close() error {
	id, err := strconv.ParseUint(w.id, 10, 32)
	if err != nil {
		return fmt.Errorf("closing the window: %w", err)
	}
	conn, err := net.Dial("unix", "/tmp/.X11-unix/X"+strings.TrimPrefix(w.display.name, ":"))
	if err != nil {
		return fmt.Errorf("closing the window: %w", err)
	}
	defer conn.Close()
	if err := sendClose(conn, uint32(id)); err != nil {
		return fmt.Errorf("closing the window: %w", err)
	}
	return nil
}

// sendClose speaks the X protocol.
func sendClose(x io.ReadWriter, window uint32) error {
	order := binary.LittleEndian
	if _, err := x.Write([]byte{'l', 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0}); err != nil {
		return err
	}
	head := make([]byte, 8)
	if _, err := io.ReadFull(x, head); err != nil {
		return err
	}
	if _, err := io.CopyN(io.Discard, x, 4*int64(order.Uint16(head[6:]))); err != nil {
		return err
	}
	if head[0] != 1 {
		return fmt.Errorf("the display refused the connection")
	}
	protocols, err := atom(x, "WM_PROTOCOLS")
	if err != nil {
		return err
	}
	deletes, err := atom(x, "WM_DELETE_WINDOW")
	if err != nil {
		return err
	}
	send := []byte{25, 0, 11, 0}               // SendEvent, its length in words
	send = order.AppendUint32(send, window)    // to
	send = order.AppendUint32(send, 0)         // no event mask: to the client of the window
	send = append(send, 33, 32, 0, 0)          // ClientMessage of 32-bit values
	send = order.AppendUint32(send, window)    // about
	send = order.AppendUint32(send, protocols) // type
	send = order.AppendUint32(send, deletes)
	send = append(send, make([]byte, 16)...)
	if _, err := x.Write(send); err != nil {
		return err
	}
	_, err = atom(x, "WM_PROTOCOLS") // its answer shows that the event was sent
	return err
}

// atom returns the number of a name.
func atom(x io.ReadWriter, name string) (uint32, error) {
	order := binary.LittleEndian
	padded := (len(name) + 3) / 4 * 4
	ask := order.AppendUint16([]byte{16, 0}, uint16(2+padded/4)) // InternAtom
	ask = order.AppendUint16(ask, uint16(len(name)))
	ask = append(ask, 0, 0)
	ask = append(ask, name...)
	ask = append(ask, make([]byte, padded-len(name))...)
	if _, err := x.Write(ask); err != nil {
		return 0, err
	}
	answer := make([]byte, 32)
	if _, err := io.ReadFull(x, answer); err != nil {
		return 0, err
	}
	if answer[0] != 1 {
		return 0, fmt.Errorf("the display does not know %s", name)
	}
	return order.Uint32(answer[8:]), nil
}

// Visible reports whether the window is on the display.
func (w *Window) Visible(ctx context.Context) (bool, error) {
	out, err := w.display.Command(ctx, "xdotool", "search", "--onlyvisible", "--pid", fmt.Sprint(w.program.Process.Pid)).Output()
	if err != nil && len(out) > 0 {
		return false, fmt.Errorf("looking for the window: %w", err)
	}
	return strings.Contains(string(out), w.id), nil // xdotool fails if it finds none
}
