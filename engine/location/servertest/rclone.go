package servertest

import (
	"path/filepath"
	"testing"
)

// Rclone starts rclone's WebDAV server once for each of its folders: it serves one folder
// in one way.
func Rclone(t testing.TB, o Options) *Server {
	t.Helper()
	binary := find(t, "rclone", "rclone")
	dir := Folder(t)
	folders(t, dir, Open, Basic, ReadOnly)
	write(t, filepath.Join(dir, ReadOnly, "there.xml"), "<there/>")
	s := &Server{Name: "rclone", Folder: filepath.Join(dir, Open), Places: map[string]string{}}
	serve := func(name, folder string, more ...string) *Program {
		port := freePort(t)
		args := []string{
			binary, "--config", filepath.Join(dir, "no-config"), "--cache-dir", filepath.Join(dir, "cache"),
			"serve", "webdav", folder, "--addr", "127.0.0.1:" + port,
		}
		if o.TLS != nil {
			args = append(args, "--cert", o.TLS.File, "--key", o.TLS.Key)
		}
		p := start(t, o.scheme(), port, append(args, more...)...)
		s.Places[name] = p.URL + "/"
		return p
	}
	s.Program = serve(Open, filepath.Join(dir, Open))
	serve(Basic, filepath.Join(dir, Basic), "--user", User, "--pass", Password)
	serve(ReadOnly, filepath.Join(dir, ReadOnly), "--read-only")
	if o.Small != "" {
		// A document that it could not write stays in its list for five minutes otherwise.
		serve(Small, o.Small, "--dir-cache-time", "1ms")
	}
	return s
}
