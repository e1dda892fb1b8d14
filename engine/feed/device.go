package feed

import (
	"fmt"

	"github.com/beevik/etree"

	"crossfeed/engine/internal/xmlstream"
)

// Device is a device that a feed names: <cf:device id="…" name="…"/> at the level of the feed,
// in our namespace. The feed's own publisher is among them if it wants to be known by a name:
// its ID is then the feed's Author. The others are devices that the publisher knows of.
type Device struct {
	// ID is the identifier in updates (by). Name is the device's name as written: readers
	// clean it.
	ID, Name string
}

const deviceName = "device"

// mostDevices limits how many names of a feed are read.
const mostDevices = 500

func isDevice(t *xmlstream.Token) bool {
	return t.Space == namespaceOwn && t.Name.Local == deviceName
}

// device reads the name of a device. The first name of each device counts.
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

// foreign republishes foreign feed-level markup (SSE 0.93 §2.1.8), except for attributes,
// which header writes, and the names of devices: older versions of Crossfeed stored the names
// in a feed that they read as foreign markup, where they would never be updated.
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
