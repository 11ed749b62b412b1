package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/tengen-go/tengen/datasets/sgf"
	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/experiments/records"
	"github.com/tengen-go/tengen/ruleset"
)

// importFlags are the flags of import.
type importFlags struct {
	out, assume                string
	workers                    int
	leaveCopies, strict, notes bool
}

func (a *app) importCommand() *cobra.Command {
	var flags importFlags
	command := &cobra.Command{
		Use:   "import PATH… --out FOLDER",
		Short: "Read game records (SGF) into a Parquet data set",
		Long: `Read game records into a folder with the table games, as selfplay writes it, and
rejects.parquet: every record that was left out, and why. A path is a file of one
game or many, a .gz or .zip of such, or a folder, of which every .sgf, .sgf.gz and
.zip file is read.

Every move is checked against the rules that the record names (--assume-rules for
records that name none). One bad record never stops the rest. Winner, end_reason
and result are what the record states. scoring_method is all-alive if the count of
the board agrees with that, and recorded if the margin is the record's alone; a
record without a result has winner none.

The same files give the same data set, byte for byte, whatever the number of
workers.`,
		Example: `  tengen import games.zip archive/ --out runs/archive
  tengen import old.sgf --assume-rules chinese-ancient --out runs/old --notes`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("nothing to import: name files or folders")
			}
			return nil
		},
		RunE: func(command *cobra.Command, args []string) error {
			if err := flags.check(); err != nil {
				return usageError{err}
			}
			return a.importRecords(command.Context(), args, flags)
		},
	}
	set := command.Flags()
	set.SortFlags = false
	set.StringVar(&flags.out, "out", "", "`folder` to write to; created if need be")
	set.StringVar(&flags.assume, "assume-rules", "", "ruleset of records that name none, such as chinese,komi=7.5; without it area counting and simple ko")
	set.BoolVar(&flags.leaveCopies, "leave-copies", false, "leave out games that are copies of earlier ones up to symmetry, whoever played them")
	set.BoolVar(&flags.strict, "strict", false, "exit with code 1 if a record was rejected")
	set.BoolVar(&flags.notes, "notes", false, "print what was repaired, converted or assumed in each record")
	set.IntVar(&flags.workers, "workers", 0, "records that are read at once; 0 = one for each processor")
	return command
}

func (f *importFlags) check() error {
	if f.out == "" {
		return errors.New("--out is missing: name the folder to write to, such as --out runs/archive")
	}
	if f.workers < 0 || f.workers > 4096 {
		return fmt.Errorf("--workers is %d: it must be 1 to 4096, or 0 for one for each processor", f.workers)
	}
	if f.assume != "" {
		if _, err := ruleset.ParseRules(f.assume); err != nil {
			return fmt.Errorf("--assume-rules: %w", err)
		}
	}
	return nil
}

func (a *app) importRecords(ctx context.Context, paths []string, flags importFlags) error {
	ctx, release := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer release()
	context.AfterFunc(ctx, release) // a second signal ends at once, whatever goes on
	// Records become garbage fast, and little is kept: collecting it less often
	// makes an import a tenth faster. Peak memory is some 300 MB, whatever the size
	// of the collection.
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	meter := a.newMeter("import", "KiB")
	options := records.Options{
		Version: experiments.Version, AssumeRules: flags.assume, LeaveCopies: flags.leaveCopies, Workers: flags.workers,
		Progress: func(p records.Progress) {
			done := int(p.Read >> 10)
			meter.show(experiments.Progress{Done: done, Total: max(int(p.Bytes>>10), 1), Played: done})
		},
	}
	if flags.notes {
		options.Note = func(n sgf.Note) { a.say("%v", n) }
	}
	report, err := records.Import(ctx, paths, flags.out, options)
	meter.done()
	if ctx.Err() != nil {
		a.say("Stopped. The same command begins again.")
		return errStopped
	}
	if report == nil {
		return err
	}
	a.sayRejects(report)
	if err := errors.Join(err, a.print(report, report.Text())); err != nil {
		return err
	}
	if flags.strict && report.Rejected > 0 {
		return fmt.Errorf("%d of %d records were rejected (--strict)", report.Rejected, report.Records)
	}
	return nil
}

// sayRejects lists the first rejects and copies.
func (a *app) sayRejects(report *records.Report) {
	for _, reject := range report.FirstRejects {
		a.say("rejected: %v", reject)
	}
	if more := report.Rejected - int64(len(report.FirstRejects)); more > 0 {
		a.say("rejected: %d more, see %s", more, records.RejectsName)
	}
	for _, c := range report.FirstCopies {
		a.say("copy: game %d (%s, game %d) has the start and the moves of game %d", c.Game, c.File, c.Record, c.Of)
	}
	if more := report.Copies - int64(len(report.FirstCopies)); more > 0 && len(report.FirstCopies) > 0 {
		a.say("copy: %d more", more)
	}
}
