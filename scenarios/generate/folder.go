package generate

import (
	"archive/zip"
	"bytes"
	"io/fs"
)

// folder collects files in memory. It is an archive because the standard library reads one as a file system.
type folder struct {
	name string
	raw  bytes.Buffer
	zip  *zip.Writer
}

func newFolder(name string) *folder {
	f := &folder{name: name}
	f.zip = zip.NewWriter(&f.raw)
	return f
}

// add writes a file. Writing to memory does not fail, and the names are ours.
func (f *folder) add(name, text string) {
	w, err := f.zip.CreateHeader(&zip.FileHeader{Name: f.name + "/" + name, Method: zip.Store})
	if err == nil {
		_, err = w.Write([]byte(text))
	}
	must(name, err)
}

func (f *folder) files() fs.FS {
	must(f.name, f.zip.Close())
	r, err := zip.NewReader(bytes.NewReader(f.raw.Bytes()), int64(f.raw.Len()))
	must(f.name, err)
	return r
}

func must(what string, err error) {
	if err != nil {
		panic("generate: " + what + ": " + err.Error())
	}
}
