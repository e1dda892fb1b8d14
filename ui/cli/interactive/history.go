package interactive

// history shows how the item came about.
func (d *desk) history(en *entry, _ string) step {
	l, err := d.engine.Lineage(d.ctx, en.Set, en.ID, 0)
	if err != nil {
		d.say("%v", err)
		return here
	}
	d.write(d.view().History(en.session, l.Graph))
	return here
}
