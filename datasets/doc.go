// Package datasets keeps what was played as Parquet files that DuckDB, pandas
// and polars open at once. There is one golang struct and one table for each
// kind of fact:
//
//	games      one row a game: who played, under which rules, every move, the result
//	positions  one row a ply, with what the search saw; written only when asked for
//	timings    one row a game: worker, host, wall clock and processor time
//	bench      one row a repetition of a benchmark
//	rejects    one row a game record that an import left out, and why
//	rulings    one row a ruling of the referee of a match
//	komi_cells one row a komi of a setting of a komi study
//
// Columns have only types with a natural name in SQL (SMALLINT[], FLOAT[],
// VARCHAR and so on), and their descriptions, which [TableOf] returns, are the
// comments of the structs. Everything with a point of view takes Black's: win
// probabilities, scores and ownership alike.
//
// # Whole or absent
//
// A Parquet file is worth nothing before its footer is written, so a [Writer]
// works under a name such as _part-00000.4711-0.inprogress, which no reader of
// the folder picks up. Only Close, once every byte is on the disk, gives the
// file its real name. A process that is killed leaves such a file behind and
// never a broken part; [Unfinished] lists them. A full disk or a failing one
// shows in Write or in Close, and then no part appears.
//
// # The same rows make the same bytes
//
// A part is a function of its rows and its [Meta]: it holds neither time nor
// host, the rows may arrive one by one or in any batches, and nothing depends
// on the number of workers. A shard that is played twice, on two machines,
// gives the same file, so that the second one does no harm and a checksum
// proves a run reproduced. Clock times live in a table of their own for this
// reason. The promise holds for one version of this package; a new version of
// the compression library may choose other bytes for the same rows.
//
// # Damage is noticed
//
// Every part carries a SHA-256 of itself in its footer: of all its bytes, with
// the 64 characters of the checksum replaced by a fixed text. [Verify] and
// every read of rows check it first, so that a flipped bit anywhere in the file
// is an error and never a wrong number, without any other file at hand.
// [Meta] and the number of rows come from the footer alone and cost no such
// pass. Parquet code that panics over a malformed file is caught at the door.
//
// # Folders
//
// A run is a folder:
//
//	out/games/run=NAME/size=9x9/part-00000.parquet
//	out/positions/run=NAME/size=9x9/part-00000.parquet
//	out/timings/run=NAME/size=9x9/part-00000.parquet
//	out/manifest.json   files, rows, bytes and checksums
//	out/README.md       data set card
//	out/_SUCCESS        there once everything above is complete
//
// The folder names follow the Hive convention, and run and size are columns for
// the readers that know it; therefore no table has columns with these names.
//
// # Versions
//
// The metadata of a file names its table and version, such as games/1. Columns
// may be added within a version if they may be null: reading an older file
// leaves them null. Anything else raises the version, and a newer version than
// this package knows is refused.
package datasets
