package say

import "crossfeed/engine/record"

// FileSize is the size of an attachment, "" where it is not known.
func FileSize(a record.Attachment) string {
	if a.Size == 0 {
		return ""
	}
	return Bytes(a.Size)
}

// exactFile is that and the beginning of the hash of what is in it, which tells it from
// another file of that name and size; a link of others is told by the whole of it.
func exactFile(line string) string {
	a, err := record.ParseAttachment(line)
	switch {
	case err != nil:
		return line
	case a.Hash() == "":
		return attachment(line) + " …" + a.Link
	}
	return attachment(line) + " …" + a.Hash()[:shortHash]
}

// shortHash is how much of a hash tells one file from another.
const shortHash = 8

// attachment is the name of a file of an item, and its size behind it.
func attachment(line string) string {
	a, err := record.ParseAttachment(line)
	if err != nil {
		return line
	}
	if size := FileSize(a); size != "" {
		return a.Called() + " (" + size + ")"
	}
	return a.Called()
}
