package csx

func newLenient(r *reading, b *builder) (source, error) { panic("to be written") }
