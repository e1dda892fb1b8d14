package storage

// signature tells which bytes, and which pairs of neighbouring bytes, stand in a
// text: a bit for each, shared by some. A text that lacks a bit of another one's
// signature does not contain it, so that most of those that a search does not
// find need not be looked through.
type signature [4]int64

func signatureOf(text string) (s signature) {
	for i := range len(text) {
		s.mark(uint32(text[i]))
		if i > 0 {
			s.mark(1<<16 | uint32(text[i-1])<<8 | uint32(text[i]))
		}
	}
	return s
}

// mark sets the bit that a multiplicative hash gives: its upper eight bits.
func (s *signature) mark(gram uint32) {
	const golden = 2654435761 // 2^32 divided by the golden ratio
	bit := gram * golden >> 24
	s[bit>>6] |= 1 << (bit & 63)
}

// signatureColumns are those of searchable, in the order of the numbers.
var signatureColumns = [4]string{"s.sign0", "s.sign1", "s.sign2", "s.sign3"}

// askSigned asks for texts that may contain the one that is searched for.
func (a *question) askSigned(search string) {
	for i, bits := range signatureOf(search) {
		if bits != 0 {
			a.and(signatureColumns[i]+" & ? = ?", bits, bits)
		}
	}
}
