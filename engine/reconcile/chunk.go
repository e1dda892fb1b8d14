package reconcile

// Chunk is a stretch of lines of a text as the base and every version have it.
// The chunks' Base joined give the base, the chunks' Texts of one version joined
// give its text, to the byte.
type Chunk struct {
	// Base is the stretch in the text that they started from; "" where that is
	// not known.
	Base string
	// Texts are those of the versions, in their order.
	Texts []string
	// Alike tells that all versions say the same here.
	Alike bool
	// Proposal is that for this stretch.
	Proposal
}

// Chunks cuts a text that was changed in several places into stretches: those
// that all versions share, and those where at least two differ. base is nil
// where it is not known; then nothing is proposed where they differ.
func Chunks(base *string, values []string) []Chunk { return nil }
