//go:build race

package mesh_test

// scale divides the number of seeds: with the race detector all takes ten times as long.
const scale = 10
