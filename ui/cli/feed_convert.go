package cli

import (
	"errors"
	"fmt"

	"crossfeed/engine/feed"
	"crossfeed/engine/sse091"
	"crossfeed/ui/cli/document"
)

type feedConvert struct {
	File    string `arg:"" help:"The feed."`
	To      string `required:"" enum:"rss,atom,opml" help:"Format of the result: rss, atom or opml."`
	Dialect string `enum:",feedsync-1.0,sse-0.93,sse-0.91" default:"" help:"Dialect of the result: feedsync-1.0, sse-0.93 or sse-0.91. Default: that of FILE, where the format has it."`
	Lossy   bool   `help:"Convert also what loses something."`
	Out     string `short:"o" placeholder:"OUT" help:"Where the result goes; it may be FILE. Default: standard output."`
}

// Run writes a feed in another format or dialect.
func (c feedConvert) Run(r *run) error {
	format, dialect := feed.Format(c.To), feed.Dialect(c.Dialect)
	switch {
	case format == feed.OPML && dialect != "" && dialect != feed.SSE091:
		return misuse("OPML has no FeedSync: --to opml goes with --dialect sse-0.91")
	case format == feed.Atom && dialect == feed.SSE091:
		return misuse("SSE 0.91 has no Atom: --to atom goes with --dialect feedsync-1.0 or sse-0.93")
	}
	report, err := document.Convert(r.target(c.Out), r.source(c.File), document.Conversion{
		Format: format, Dialect: dialect, Lossy: c.Lossy, Now: r.clock().Now(),
	})
	if errors.Is(err, document.ErrConverted) {
		return misuse("%w", err)
	}
	if errors.Is(err, sse091.ErrOpenConflict) {
		return fmt.Errorf("%w: resolve it in a list that subscribes to %s", err, quoted(c.File))
	}
	if err != nil {
		return err
	}
	r.tell(report)
	if report.Conflicts > 0 {
		r.attend("%d in conflict: crossfeed feed show lists the versions", report.Conflicts)
	}
	return nil
}
