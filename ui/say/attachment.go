package say

import "crossfeed/engine/record"

// FileSize is the size of an attachment, "" where it is not known.
func FileSize(a record.Attachment) string {
	if a.Size == 0 {
		return ""
	}
	return Bytes(a.Size)
}

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
