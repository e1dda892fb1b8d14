package item

// ValidNSS tells whether s is a Namespace Specific String of RFC 2141 §2.2,
// which SSE 0.93 asks of endpoint and item identifiers (§2.1.1, §2.4).
func ValidNSS(s string) bool {
	if s == "" {
		return false
	}
	for i := 0; i < len(s); i++ {
		if s[i] == '%' {
			if !escaped(s[i+1:]) {
				return false
			}
			i += 2
			continue
		}
		if !nssChar(s[i]) {
			return false
		}
	}
	return true
}

// escaped tells whether s begins with the two digits of a %-escape. %00 is
// the one octet that RFC 2141 forbids.
func escaped(s string) bool {
	return len(s) >= 2 && isHex(s[0]) && isHex(s[1]) && s[:2] != "00"
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

func nssChar(c byte) bool {
	if '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' {
		return true
	}
	switch c {
	case '(', ')', '+', ',', '-', '.', ':', '=', '@', ';', '$', '_', '!', '*', '\'':
		return true
	}
	return false
}
