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

// hashed is the file of users of Apache and nginx.
func hashed() string {
	sum := sha1.Sum([]byte(Password))
	return User + ":{SHA}" + base64.StdEncoding.EncodeToString(sum[:]) + "\n"
}

// apacheModules are loaded as Debian's package has them.
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
	if os.Getuid() == 0 { // it refuses to serve as root
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
