package serve

import (
	"html/template"
	"net/http"
	"strings"
)

// page names the feeds, also for programs that look for them (autodiscovery).
var page = template.Must(template.New("").Parse(`<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<title>Feeds</title>
{{range .}}<link rel="alternate" type="{{.MIME}}" title="{{.Name}}" href="{{.Path}}">
{{end}}</head>
<body>
<ul>
{{range .}}<li><a href="{{.Path}}">{{.Name}}</a></li>
{{end}}</ul>
</body>
</html>
`))

// MIME is the feed's media type without parameters.
func (f Feed) MIME() string {
	t, _, _ := strings.Cut(f.Type, ";")
	return t
}

// index writes the page.
func index(w http.ResponseWriter, r *http.Request, feeds []Feed) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'")
	if r.Method == http.MethodHead {
		return
	}
	_ = page.Execute(w, feeds) // it fails where the reader went away
}
