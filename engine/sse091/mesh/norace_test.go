//go:build !race

package mesh_test

// scale divides the number of seeds.
const scale = 1
