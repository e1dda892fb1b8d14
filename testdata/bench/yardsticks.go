package main

import (
	"database/sql"
	"encoding/xml"
	"errors"
	"io"
	"os"

	"github.com/beevik/etree"
	_ "modernc.org/sqlite" // the driver that storage uses
)

// readers are other ways to read a feed, each run in a process of its own.
var readers = map[string]func(path string) error{
	"tokens": func(path string) error { return tokens(path, func(xml.Token) error { return nil }) },
	"limit":  limit,
	"etree":  func(path string) error { return etree.NewDocument().ReadFromFile(path) },
}

// reading returns what a reader or xmllint needs for an edition.
func (b *bench) reading(reader string, e edition, items int) usage {
	feed := b.feed(e, items)
	return b.known(reader+feed, func() usage {
		self, err := os.Executable()
		b.check(err)
		return b.best(func() usage {
			if reader == "xmllint" {
				return b.run(0, "xmllint", "--noout", feed)
			}
			return b.run(0, self, "read", reader, feed)
		})
	})
}

func tokens(path string, each func(xml.Token) error) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	for d := xml.NewDecoder(f); err == nil; {
		var t xml.Token
		if t, err = d.Token(); err == nil {
			err = each(t)
		}
	}
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// limit is the least that a program with a store in SQLite can do: the tokens, and a row for
// each item and for each version with its content, in one transaction.
func limit(path string) error {
	file := path + ".limit"
	defer os.Remove(file)
	db, err := sql.Open("sqlite", file)
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = db.Exec(`CREATE TABLE item (key INTEGER PRIMARY KEY, id TEXT);
		CREATE TABLE version (item INTEGER, changed TEXT, content BLOB)`)
	if err != nil {
		return err
	}
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	item, err1 := tx.Prepare("INSERT INTO item VALUES (?, ?)")
	version, err2 := tx.Prepare("INSERT INTO version VALUES (?, ?, ?)")
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	key, id, changed, content := 0, "", "", []byte(nil)
	err = tokens(path, func(t xml.Token) error {
		switch t := t.(type) {
		case xml.StartElement:
			switch t.Name.Local {
			case "item":
				key, changed, content = key+1, "", content[:0]
			case "sync":
				id = t.Attr[0].Value
			case "history":
				changed = max(changed, t.Attr[1].Value)
			}
		case xml.CharData:
			content = append(content, t...)
		case xml.EndElement:
			if t.Name.Local == "item" {
				_, err1 := item.Exec(key, id)
				_, err2 := version.Exec(key, changed, content)
				return errors.Join(err1, err2)
			}
		}
		return nil
	})
	return errors.Join(err, tx.Commit())
}
