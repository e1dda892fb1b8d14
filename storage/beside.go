package storage

import (
	"fmt"
	"strings"

	"crossfeed/engine/item"
)

// absent marks a version of which it is not known what it said.
const absent = "m"

// encodeBeside is the text of what a version has beside what makes it one: parent,
// key and cycle of its place, whether it is missing and its digest, and the entries that
// it settled. It is ” for a version that has nothing of these.
func encodeBeside(v *item.Version) (string, error) {
	if v.Place == (item.Place{}) && !v.Missing && v.Digest == "" && len(v.Settled) == 0 {
		return "", nil
	}
	settled := ""
	if len(v.Settled) > 0 {
		var err error
		if settled, err = encodeHistory(v.Settled); err != nil {
			return "", err
		}
	}
	return strings.Join([]string{v.Place.Parent, v.Place.Key, v.Place.Cycle, letter(absent, v.Missing) + v.Digest, settled}, between), nil
}

// decodeBeside gives a version what it has beside what makes it one.
func decodeBeside(text string, v *item.Version) (err error) {
	if text == "" {
		return nil
	}
	p, err := besideParts(text)
	if err != nil {
		return err
	}
	v.Place = item.Place{Parent: p[0], Key: p[1], Cycle: p[2]}
	v.Digest, v.Missing = strings.CutPrefix(p[3], absent)
	if p[4] != "" {
		v.Settled, err = decodeHistory(p[4])
	}
	return err
}

// placeBeside is the place alone, which lists read.
func placeBeside(text string) (item.Place, error) {
	if text == "" {
		return item.Place{}, nil
	}
	p, err := besideParts(text)
	if err != nil {
		return item.Place{}, err
	}
	return item.Place{Parent: p[0], Key: p[1], Cycle: p[2]}, nil
}

func besideParts(text string) ([]string, error) {
	const parts = 5
	p := strings.SplitN(text, between, parts)
	if len(p) != parts {
		return nil, fmt.Errorf("reading a place: %d parts", len(p))
	}
	return p, nil
}
