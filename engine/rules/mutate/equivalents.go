package main

// equivalents are mutants that no test can tell from the program, with the reason. The
// command tries them, too: a mutant that is caught no longer belongs here.
var equivalents = map[string]string{
	"feedsync.compact compare 1":      copied,
	"feedsync.compact remove 1":       copied,
	"feedsync.greatest number 1":      "an endpoint's next sequence is 2 or more anyway: nothing is updated before it was created",
	"feedsync.lost number 1":          followed,
	"feedsync.lost remove 2":          followed,
	"feedsync.pool.item remove 1":     capacity,
	"feedsync.pool.item remove 2":     capacity,
	"feedsync.pool.item negate 1":     capacity,
	"feedsync.pool.item compare 1":    capacity,
	"feedsync.pool.item number 2":     capacity,
	"feedsync.pool.item number 4":     capacity,
	"feedsync.pool.item arithmetic 1": capacity,
	"feedsync.sequence number 3":      "nobody reads the number next to the error",
}

const (
	capacity = "it only changes how much room the list has, or makes an empty list of none"
	copied   = "a history that is short enough is copied and stays as it is"
	followed = "a version that is kept follows itself, so it is not lost either way"
)
