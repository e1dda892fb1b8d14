package say

import (
	"slices"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/contentsync"
)

// rooms are how much the files of a library may take, in bytes.
var rooms = []int64{1_000_000_000, 5_000_000_000, contentsync.DefaultRoom, 50_000_000_000, 100_000_000_000, 500_000_000_000}

// Rooms are how much a library may take, in words, to choose from.
func Rooms() []string {
	words := make([]string, len(rooms))
	for i, r := range rooms {
		words[i] = lang.L("{{.N}} GB", Data{"N": r / 1_000_000_000})
	}
	return words
}

// Room is the one that was chosen; 0 for the usual one.
func Room(chosen int) int64 {
	if chosen < 0 || chosen >= len(rooms) || rooms[chosen] == contentsync.DefaultRoom {
		return 0
	}
	return rooms[chosen]
}

// RoomAt is the place of a room among those to choose from; the nearest larger one of a
// room that is not there.
func RoomAt(room int64) int {
	if room == 0 {
		room = contentsync.DefaultRoom
	}
	at := slices.IndexFunc(rooms, func(r int64) bool { return r >= room })
	if at < 0 {
		return len(rooms) - 1
	}
	return at
}
