package record

// Alike tells whether a person who settles two values sees no difference between
// them: they mean the same, or say of a todo that it is done, if only at another
// moment. Two people who tick one todo did the same.
func (f Field) Alike(a, b string) bool {
	if f.Equal(a, b) {
		return true
	}
	return f.Form == Completion && isDone(a) && isDone(b)
}

func isDone(text string) bool {
	d, err := ParseDone(text)
	return err == nil && d.Is()
}
