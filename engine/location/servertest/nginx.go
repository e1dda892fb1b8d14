package servertest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Nginx starts nginx with its module for PUT, DELETE and MKCOL, and the one for PROPFIND
// that Debian packages.
func Nginx(t testing.TB, o Options) *Server {
	t.Helper()
	const packages = "nginx libnginx-mod-http-dav-ext"
	binary := find(t, "nginx", packages)
	const module = "/usr/lib/nginx/modules/ngx_http_dav_ext_module.so"
	if !exists(module) {
		t.Fatalf("there is no %s here: apt-get install --no-install-recommends %s", module, packages)
	}
	dir, port := Folder(t), freePort(t)
	root := filepath.Join(dir, "root")
	folders(t, dir, "root", "run")
	folders(t, root, Open, Basic, Gzip, ReadOnly, Forbidden)
	write(t, filepath.Join(root, ReadOnly, "there.xml"), "<there/>")
	if o.Small != "" {
		if err := os.Symlink(o.Small, filepath.Join(root, Small)); err != nil {
			t.Fatal(err)
		}
	}
	users := write(t, filepath.Join(dir, "users"), hashed())
	conf := write(t, filepath.Join(dir, "nginx.conf"), nginxConfig(dir, port, module, users, o))
	s := &Server{Name: "nginx", Folder: filepath.Join(root, Open), Places: map[string]string{}}
	s.Program = start(t, o.scheme(), port, binary, "-p", dir, "-e", "stderr", "-c", conf)
	for _, name := range []string{Open, Basic, Gzip, ReadOnly, Forbidden, Round} {
		s.Places[name] = s.Program.URL + "/" + name + "/"
	}
	if o.Small != "" {
		s.Places[Small] = s.Program.URL + "/" + Small + "/"
	}
	return s
}

func nginxConfig(dir, port, module, users string, o Options) string {
	var b strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	say("load_module %s;\ndaemon off;\nmaster_process off;\npid %s/run/pid;\nerror_log stderr;\nevents {}\nhttp {", module, dir)
	for _, kind := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		say("%s_temp_path %s/run/%s;", kind, dir, kind)
	}
	say("access_log off;\ntypes { application/xml xml; }\nclient_max_body_size 100m;\nserver {\nroot %s/root;", dir)
	if o.TLS != nil {
		say("listen 127.0.0.1:%s ssl;\nssl_certificate %s;\nssl_certificate_key %s;", port, o.TLS.File, o.TLS.Key)
	} else {
		say("listen 127.0.0.1:%s;", port)
	}
	const dav = "dav_methods PUT DELETE MKCOL; dav_ext_methods PROPFIND OPTIONS;"
	// A document is written where it will lie, so that a full disk is that of the folder.
	say("location /%s/ { %s }", Open, dav)
	if o.Small != "" {
		say("location /%s/ { %s client_body_temp_path %s/root/%s/.tmp; }", Small, dav, dir, Small)
	}
	say("location /%s/ { %s auth_basic %s; auth_basic_user_file %s; }", Basic, dav, Basic, users)
	say("location /%s/ { %s gzip on; gzip_types *; gzip_min_length 1; }", Gzip, dav)
	say("location /%s/ { %s limit_except GET PROPFIND OPTIONS { deny all; } }", Forbidden, dav)
	say("location = /%[1]s/a.xml { return 302 /%[1]s/b.xml; }\nlocation = /%[1]s/b.xml { return 302 /%[1]s/a.xml; }", Round)
	say("}\n}")
	return b.String()
}
