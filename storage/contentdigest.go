package storage

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"

	"crossfeed/engine/store"
)

// digestOf is a hash of all that is kept of an item.
func digestOf(i store.ContentItem) []byte {
	h := digest{sha256.New()}
	h.texts(i.Title, i.Text, i.Link, i.Mark, instant(i.Published).String(), instant(i.Built).String())
	h.flags(i.Hidden)
	for _, l := range i.Links {
		h.texts(l.Address, l.Name)
		h.flags(l.Nested, l.OnDemand)
	}
	return h.Sum(nil)
}

// digest hashes values so that no two lists of them are alike.
type digest struct{ hash.Hash }

func (d digest) texts(all ...string) {
	for _, text := range all {
		_, _ = d.Write(binary.AppendUvarint(nil, uint64(len(text)))) // a hash never fails
		_, _ = d.Write([]byte(text))
	}
}

func (d digest) flags(all ...bool) {
	for _, flag := range all {
		if flag {
			d.texts("1")
		} else {
			d.texts("")
		}
	}
}
