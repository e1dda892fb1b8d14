package field

import (
	"image"

	"crossfeed/engine/record"
)

// StandIn shows the first picture among attached files where there is no picture.
func (c *Picture) StandIn(files string) {
	file := firstPicture(files)
	if file == c.file {
		return
	}
	c.file, c.small = file, nil
	c.draw()
	if file == "" || c.desk.Preview == nil {
		return
	}
	c.desk.Preview(file, func(small image.Image) {
		if c.file == file {
			c.small = small
			c.draw()
			c.desk.Resized()
		}
	})
}

// firstPicture is the line of the first file that is a picture, or "".
func firstPicture(files string) string {
	all, _ := record.ParseAttachments(files) // of none none is shown
	for _, a := range all {
		if record.NamedAsPicture(a.Called()) {
			return a.String()
		}
	}
	return ""
}
