package theme

// Limits of the size that Ctrl+plus and Ctrl+minus choose, and one step of it.
const (
	LeastScale    = 0.7
	GreatestScale = 2.0
	scaleStep     = 0.1
)

// Scaled is the next scale, steps up (or down, where steps is negative), inside
// the limits.
func Scaled(scale float32, steps int) float32 {
	return min(max(scale+float32(steps)*scaleStep, LeastScale), GreatestScale)
}
