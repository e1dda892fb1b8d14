package servertest

import (
	"crypto/md5"
	"crypto/sha1"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Apache starts Apache with mod_dav, mod_deflate, and both ways to sign in.
func Apache(t testing.TB, o Options) *Server {
	t.Helper()
	binary := find(t, "apache2", "apache2-bin")
	dir, port := Folder(t), freePort(t)
	root := filepath.Join(dir, "root")
	folders(t, dir, "root", "run")
	folders(t, root, Open, Basic, Digest, Gzip, ReadOnly, Forbidden)
	write(t, filepath.Join(root, ReadOnly, "there.xml"), "<there/>")
	if o.Small != "" {
		if err := os.Symlink(o.Small, filepath.Join(root, Small)); err != nil {
			t.Fatal(err)
		}
	}
	conf := write(t, filepath.Join(dir, "apache.conf"), apacheConfig(t, dir, port, o))
	s := &Server{Name: "Apache", Folder: filepath.Join(root, Open), Places: map[string]string{}}
	s.Program = start(t, o.scheme(), port, binary, "-X", "-d", dir, "-f", conf)
	for _, name := range []string{Open, Basic, Digest, Gzip, ReadOnly, Forbidden, Round} {
		s.Places[name] = s.Program.URL + "/" + name + "/"
	}
	if o.Small != "" {
		s.Places[Small] = s.Program.URL + "/" + Small + "/"
	}
	return s
}

// hashed returns the password file for Apache and nginx.
func hashed() string {
	sum := sha1.Sum([]byte(Password))
	return User + ":{SHA}" + base64.StdEncoding.EncodeToString(sum[:]) + "\n"
}

// apacheModules are the modules to load, as in Debian's package.
var apacheModules = []string{
	"mpm_event", "authz_core", "authz_user", "authn_core", "authn_file", "auth_basic", "auth_digest",
	"alias", "dir", "filter", "deflate", "mime", "dav", "dav_fs", "ssl",
}

func apacheConfig(t testing.TB, dir, port string, o Options) string {
	t.Helper()
	var b strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	for _, m := range apacheModules {
		if path := "/usr/lib/apache2/modules/mod_" + m + ".so"; exists(path) {
			say("LoadModule %s_module %s", m, path)
		}
	}
	if os.Getuid() == 0 { // Apache refuses to serve as root
		say("User #65534\nGroup #65534")
	}
	say("ServerName 127.0.0.1\nListen 127.0.0.1:%s\nPidFile %s/run/pid\nErrorLog /dev/stderr\nDefaultRuntimeDir %s/run", port, dir, dir)
	say("DavLockDB %s/run/lock\nDocumentRoot %s/root\nTypesConfig /dev/null\nAddType application/xml .xml", dir, dir)
	say("<Directory %s/root>\nRequire all granted\nOptions FollowSymLinks\n</Directory>", dir)
	for _, name := range []string{Open, Basic, Digest, Gzip, Forbidden, Small} {
		say("<Location /%s>\nDav On\n</Location>", name)
	}
	say("<Location /%s>\n<LimitExcept GET HEAD OPTIONS PROPFIND>\nRequire all denied\n</LimitExcept>\n</Location>", Forbidden)
	say("<Location /%s>\nSetOutputFilter DEFLATE\n</Location>", Gzip)
	say("<Location /%s>\nAuthType Basic\nAuthName %s\nAuthUserFile %s\nRequire valid-user\n</Location>",
		Basic, Basic, write(t, filepath.Join(dir, "basic.users"), hashed()))
	sum := md5.Sum([]byte(User + ":" + Digest + ":" + Password))
	say("<Location /%s>\nAuthType Digest\nAuthName %s\nAuthUserFile %s\nRequire valid-user\n</Location>",
		Digest, Digest, write(t, filepath.Join(dir, "digest.users"), User+":"+Digest+":"+hex.EncodeToString(sum[:])+"\n"))
	say("RedirectMatch ^/%[1]s/a.xml$ /%[1]s/b.xml\nRedirectMatch ^/%[1]s/b.xml$ /%[1]s/a.xml", Round)
	if o.TLS != nil {
		say("SSLEngine on\nSSLCertificateFile %s\nSSLCertificateKeyFile %s", o.TLS.File, o.TLS.Key)
	}
	return b.String()
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// Nginx starts nginx with its module for PUT, DELETE and MKCOL, and the one for PROPFIND that
// Debian packages.
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
	// Buffer the document on the target's disk, so that a full disk affects that folder.
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

// Rclone starts rclone's WebDAV server once for each folder: one instance serves one folder in
// one way.
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
		// Otherwise a document that could not be written stays in rclone's listing for five
		// minutes.
		serve(Small, o.Small, "--dir-cache-time", "1ms")
	}
	return s
}
