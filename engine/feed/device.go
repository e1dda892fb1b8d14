package feed

import (
	"fmt"

	"github.com/beevik/etree"

	"crossfeed/engine/internal/xmlstream"
)

// Device is a device that a feed names: <cf:device id="…" name="…"/> at the level of the
// feed, in our namespace. The feed's own publisher is among them where it wants to be
// known by a name: its ID is then the feed's Author. The others are devices of which it
// has heard.
type Device struct {
	// ID is the identifier that updates carry (by), Name what the device is called, as it
	// was written: readers clean it.
	ID, Name string
}

// deviceName is the name of the element.
const deviceName = "device"

// mostDevices bounds how many names of a feed are read.
const mostDevices = 500

// isDevice reports whether a start tag names a device.
func isDevice(t *xmlstream.Token) bool {
	return t.Space == namespaceOwn && t.Name.Local == deviceName
}

// device reads the name of a device. The first for each device counts.
func (h *header) device(e *etree.Element, _ int) {
	d := Device{ID: attrText(e, "id"), Name: attrText(e, "name")}
	if d.ID == "" || len(h.doc.Devices) == mostDevices {
		return
	}
	for _, known := range h.doc.Devices {
		if known.ID == d.ID {
			return
		}
	}
	h.doc.Devices = append(h.doc.Devices, d)
}

// devices writes the names of devices.
func (w *Writer) devices() {
	e := &w.enc
	for _, d := range w.doc.Devices {
		outside := e.surroundings
		e.line()
		e.text("<cf:", deviceName)
		e.ensure("cf", namespaceOwn)
		e.attr("id", d.ID)
		e.attr("name", d.Name)
		e.text("/>")
		e.surroundings = outside
	}
}

// foreign publishes on what others said about the feed (SSE 0.93 §2.1.8), but for
// attributes, which header writes, and the names of devices: an older Crossfeed took those of a feed that it read for foreign
// markup, and nobody would ever change them.
func (w *Writer) foreign() error {
	if w.doc.Foreign == "" {
		return nil
	}
	src := xmlstream.NewText(w.doc.Foreign)
	if _, err := src.Next(); err != nil {
		return fmt.Errorf("foreign markup of the feed: %w", err)
	}
	return each(src, func(t *xmlstream.Token) error {
		if isDevice(t) || isCarrier(t) {
			return past(src)
		}
		return w.enc.carry(src, t)
	}, w.enc.raw)
}
