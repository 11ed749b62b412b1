// Opens the folder of a run with two readers that had no part in writing it,
// DuckDB and hyparquet, and compares what they see with each other, with the
// manifest and with the data set card.
//
//   go test ./datasets -run TestSampleRun -sample /tmp/run   (or any run)
//   cd datasets/testdata/readers && npm install && node check.mjs /tmp/run
//
// One line a check; the exit code is 1 if any fails.

import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'

const folder = process.argv[2]
if (!folder || process.argv.length !== 3) {
  console.error('usage: node check.mjs RUN_FOLDER')
  process.exit(2)
}

let failures = 0

function check(name, got, want) {
  const a = text(got)
  const b = text(want)
  if (a === b) {
    console.log(`ok    ${name}: ${short(a)}`)
  } else {
    failures++
    console.log(`FAIL  ${name}: ${short(a)}, want ${short(b)}`)
  }
}

const short = (s) => (s.length > 90 ? s.slice(0, 87) + '...' : s)

// text makes values of both readers comparable: 64-bit integers are BigInt in
// one and may be numbers in the other, lists may be typed arrays.
function text(value) {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'bigint') return value.toString()
  if (value instanceof Date) return value.toISOString()
  if (ArrayBuffer.isView(value) || Array.isArray(value)) return `[${Array.from(value, text).join(',')}]`
  if (typeof value === 'object') return `{${Object.entries(value).map(([k, v]) => `${k}:${text(v)}`).join(',')}}`
  return String(value)
}

const connection = await (await DuckDBInstance.create(':memory:')).connect()

async function query(sql) {
  return (await connection.runAndReadAll(sql)).getRowObjectsJS()
}

const source = (table) =>
  `read_parquet('${join(folder, table).replaceAll("'", "''")}/**/*.parquet', hive_partitioning = true)`

// cardTypes reads the table of columns and types out of the data set card.
function cardTypes(card, table) {
  const section = card.split(`\n## Table ${table}\n`)[1].split('\n## ')[0]
  const types = {}
  for (const line of section.split('\n')) {
    const cells = line.split(' | ')
    const name = cells[0].replace('| ', '')
    if (cells.length >= 3 && name !== 'column' && name !== '---') types[name] = cells[1]
  }
  return types
}

async function readAll(files) {
  const rows = []
  const columns = new Set()
  for (const file of files) {
    const buffer = await asyncBufferFromFile(join(folder, file.path))
    const metadata = await parquetMetadataAsync(buffer)
    for (const element of metadata.schema.slice(1)) columns.add(element.name)
    const got = await parquetReadObjects({ file: buffer, metadata, compressors })
    check(`${file.path}: rows for hyparquet`, got.length, file.rows)
    file.keys = Object.fromEntries(metadata.key_value_metadata.map(({ key, value }) => [key, value]))
    rows.push(...got)
  }
  return { rows, columns }
}

const sum = (rows, value) => rows.reduce((total, row) => total + BigInt(value(row)), 0n)
const xor = (rows, value) => rows.reduce((total, row) => total ^ BigInt(value(row)), 0n)
const count = (rows, holds) => rows.filter(holds).length
const total = (numbers) => Array.from(numbers ?? []).reduce((a, b) => a + b, 0)

async function checkTable(manifest, card, table) {
  const files = manifest.tables[table].files
  for (const file of files) {
    const hash = createHash('sha256').update(readFileSync(join(folder, file.path))).digest('hex')
    check(`${file.path}: sha256`, hash, file.sha256)
  }
  const { rows, columns } = await readAll(files)
  for (const file of files) {
    check(`${file.path}: metadata`, [file.keys['tengen.schema'], file.keys['tengen.plan_sha256']], [`${table}/1`, manifest.plan_sha256])
  }
  const [seen] = await query(`SELECT count(*) AS n, count(DISTINCT filename) AS files FROM ${source(table).replace(')', ', filename = true)')}`)
  check(`${table}: files and rows for DuckDB`, [seen.files, seen.n], [files.length, manifest.tables[table].rows])

  check(`${table}: columns named like folders`, [...columns].filter((c) => c === 'run' || c === 'size'), [])
  const described = await query(`DESCRIBE SELECT * FROM ${source(table)}`)
  const types = Object.fromEntries(described.map((c) => [c.column_name, c.column_type.replaceAll('"', '')]))
  const hive = Object.keys(types).filter((c) => !columns.has(c))
  check(`${table}: columns from folders`, hive, files[0].path.includes('/size=') ? ['run', 'size'] : ['run'])
  for (const c of hive) delete types[c]
  check(`${table}: types`, types, cardTypes(card, table))
  return rows
}

async function checkGames(rows) {
  const from = source('games')
  const winners = {}
  for (const row of rows) winners[row.winner] = (winners[row.winner] ?? 0) + 1
  const counted = await query(`SELECT winner, count(*) AS n FROM ${from} GROUP BY winner ORDER BY winner`)
  check('games: winners', counted.map((r) => [r.winner, r.n]), Object.entries(winners).sort())
  const [d] = await query(`SELECT sum(num_moves) AS num_moves, sum(len(moves)) AS moves, bit_xor(final_hash) AS hash,
    bit_xor(seed) AS seed, sum(list_sum(move_visits)) AS visits, count(*) FILTER (black_margin IS NULL) AS uncounted,
    count(*) FILTER (move_winrate IS NULL) AS unrecorded, sum(komi) AS komi, count(*) FILTER (len(setup_black) > 0) AS setups,
    count(source_file) AS sources FROM ${from}`)
  check('games: sum of num_moves', d.num_moves, sum(rows, (r) => r.num_moves))
  check('games: length of moves', d.moves, sum(rows, (r) => r.moves.length))
  check('games: XOR of final_hash', d.hash, xor(rows, (r) => r.final_hash))
  check('games: final_hash is BigInt', count(rows, (r) => typeof r.final_hash !== 'bigint' || r.final_hash < 0n), 0)
  check('games: XOR of seed', d.seed, xor(rows, (r) => r.seed))
  check('games: sum of move_visits', d.visits ?? 0, sum(rows, (r) => total(r.move_visits)))
  check('games: black_margin is null', d.uncounted, count(rows, (r) => r.black_margin == null))
  check('games: move_winrate is null', d.unrecorded, count(rows, (r) => r.move_winrate == null))
  check('games: sum of komi', d.komi, rows.reduce((t, r) => t + r.komi, 0))
  check('games: with setup stones', d.setups, count(rows, (r) => r.setup_black.length > 0))
  check('games: with a source', d.sources, count(rows, (r) => r.source_file != null))
  check('games: pass or point of the board', count(rows, (r) => r.moves.some((m) => m < 0 || m > r.board_w * r.board_h)), 0)

  const order = (r) => `${r.game_id} ${r.board_w}x${r.board_h}`
  const first = rows.reduce((a, b) => (order(a) <= order(b) ? a : b))
  const [f] = await query(`SELECT * FROM ${from} WHERE game_id = '${first.game_id}' AND board_w = ${first.board_w}
    AND board_h = ${first.board_h}`)
  for (const column of Object.keys(first)) check(`games: ${column} of ${first.game_id}`, f[column], first[column])
}

async function checkPositions(rows) {
  const [d] = await query(`SELECT sum(visits) AS visits, bit_xor(hash) AS hash, sum(len(policy)) AS policy,
    sum(list_sum(list_transform(policy, lambda p: p.visits))) AS policy_visits, sum(list_sum(ownership)) AS ownership,
    sum(list_sum(stones)) AS stones, count(outcome) AS outcomes, round(sum(winrate), 3) AS winrate FROM ${source('positions')}`)
  check('positions: sum of visits', d.visits, sum(rows, (r) => r.visits))
  check('positions: XOR of hash', d.hash, xor(rows, (r) => r.hash))
  check('positions: length of policy', d.policy ?? 0, sum(rows, (r) => r.policy?.length ?? 0))
  check('positions: visits of policy', d.policy_visits ?? 0, sum(rows, (r) => total(r.policy?.map((p) => p.visits))))
  check('positions: sum of ownership', d.ownership ?? 0, sum(rows, (r) => total(r.ownership)))
  check('positions: sum of stones', d.stones ?? 0, sum(rows, (r) => total(r.stones)))
  check('positions: with an outcome', d.outcomes, count(rows, (r) => r.outcome != null))
  check('positions: sum of winrate', d.winrate ?? 0, Math.round(rows.reduce((t, r) => t + (r.winrate ?? 0), 0) * 1e3) / 1e3)
}

async function checkTimings(rows) {
  const [d] = await query(`SELECT sum(duration_ns)::VARCHAR AS duration, sum(playouts)::VARCHAR AS playouts,
    epoch_us(min(started_at)) AS first, count(cpu_ns) AS measured FROM ${source('timings')}`)
  check('timings: sum of duration_ns', d.duration, sum(rows, (r) => r.duration_ns))
  check('timings: sum of playouts', d.playouts, sum(rows, (r) => r.playouts))
  check('timings: with cpu_ns', d.measured, count(rows, (r) => r.cpu_ns != null))
  const first = rows.reduce((t, r) => (r.started_at < t ? r.started_at : t), rows[0].started_at)
  check('timings: first started_at, in milliseconds', d.first / 1000n, first.getTime())
}

async function checkBench(rows) {
  const [d] = await query(`SELECT sum(n)::VARCHAR AS n, sum(ns_per_op) AS ns, count(cycles_per_move) AS cycles FROM ${source('bench')}`)
  check('bench: sum of n', d.n, sum(rows, (r) => r.n))
  check('bench: sum of ns_per_op', d.ns, rows.reduce((t, r) => t + r.ns_per_op, 0))
  check('bench: with cycles_per_move', d.cycles, count(rows, (r) => r.cycles_per_move != null))
}

const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
const card = readFileSync(join(folder, 'README.md'), 'utf8')
check('marked as complete', existsSync(join(folder, '_SUCCESS')), true)
const checks = { games: checkGames, positions: checkPositions, timings: checkTimings, bench: checkBench }
for (const table of Object.keys(manifest.tables)) {
  const rows = await checkTable(manifest, card, table)
  if (rows.length > 0) await checks[table](rows)
}
console.log(failures === 0 ? 'all checks passed' : `${failures} checks failed`)
process.exitCode = failures === 0 ? 0 : 1
