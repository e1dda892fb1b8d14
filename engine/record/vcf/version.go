package vcf

// Version is that of a card.
type Version string

// Versions of cards. All are read; V3 and V4 are written.
const (
	V21 Version = "2.1"
	V3  Version = "3.0"
	V4  Version = "4.0"
)
