// Drives an engine with the library that Sabaki drives engines with: a whole
// game and an analysis session.
//
//   node play.mjs ENGINE ARGUMENT...
//
// One line a check on standard output; the exit code is 1 if any fails.

import gtp from '@sabaki/gtp'

const [engine, ...args] = process.argv.slice(2)
let failures = 0

function check(name, ok, got) {
  if (!ok) failures++
  console.log(`${ok ? 'ok  ' : 'FAIL'}  ${name}: ${JSON.stringify(got)}`)
}

const controller = new gtp.Controller(engine, args)
const complaints = []
controller.on('stderr', ({ content }) => complaints.push(content))

// send sends a command and returns the response.
let id = 0
async function send(name, ...words) {
  const response = await controller.sendCommand({ id: ++id, name, args: words.map(String) })
  if (response.id !== id) check(`id of the answer to ${name}`, false, response)
  return response
}

async function ask(name, ...words) {
  const response = await send(name, ...words)
  if (response.error) check(`${name} ${words.join(' ')}`, false, response.content)
  return response.content
}

const vertex = /^(pass|resign|[A-HJ-T]([1-9]|1[0-9]))$/i

// parseAnalysis reads lines as Sabaki does: fields by name up to the next
// "info", where a winrate with a decimal point is a fraction.
function parseAnalysis(line) {
  const [moves, ownership] = line.split(/\s*ownership\s+/)
  return {
    ownership: ownership?.trim().split(/\s+/).map(Number),
    moves: moves
      .split(/\s*info\s+/)
      .slice(1)
      .map((text) => {
        const words = text.trim().split(/\s+/)
        const pv = words.indexOf('pv')
        const at = (name) => words[words.indexOf(name) + 1]
        return { move: at('move'), visits: Number(at('visits')), winrate: at('winrate'), scoreLead: Number(at('scoreLead')), pv: words.slice(pv + 1) }
      }),
  }
}

function checkAnalysis(name, line, area) {
  const { moves, ownership } = parseAnalysis(line)
  const sound = moves.every(
    (m) =>
      vertex.test(m.move) && Number.isInteger(m.visits) && /^[01]\.\d+$/.test(m.winrate) && Number(m.winrate) <= 1 &&
      Number.isFinite(m.scoreLead) && m.pv.length > 0 && m.pv.every((v) => vertex.test(v)),
  )
  check(name, moves.length > 0 && sound && (!area || (ownership?.length === area && ownership.every((x) => Math.abs(x) <= 1))), moves.slice(0, 2))
}

// analyze sends a command of analysis, waits for some of its lines, ends it by
// another command as Sabaki does, and returns the lines.
async function analyze(wanted, name, ...words) {
  const lines = []
  let enough
  const seen = new Promise((resolve) => (enough = resolve))
  const done = controller.sendCommand({ id: ++id, name, args: words.map(String) }, ({ line }) => {
    if (line.startsWith('info ') && lines.push(line) === wanted) enough()
  })
  const ended = await Promise.race([seen.then(() => false), done.then(() => true)])
  if (!ended) await send('protocol_version')
  return { lines, ended, response: await done }
}

async function main() {
  controller.start()

  // The start of a session, as Sabaki begins it.
  check('name', (await ask('name')) !== '', await ask('name'))
  check('version', true, await ask('version'))
  check('protocol_version', (await ask('protocol_version')) === '2', 2)
  const commands = (await ask('list_commands')).split('\n')
  for (const needed of ['boardsize', 'clear_board', 'komi', 'play', 'genmove', 'undo', 'set_free_handicap', 'loadsgf', 'analyze', 'genmove_analyze', 'lz-analyze', 'kata-analyze', 'final_score', 'time_settings', 'time_left'])
    if (!commands.includes(needed)) check('list_commands', false, needed)

  // A game.
  await ask('boardsize', 7)
  await ask('clear_board')
  await ask('komi', 6.5)
  let passes = 0
  let moves = 0
  for (; passes < 2 && moves < 147; moves++) {
    const move = await ask('genmove', 'BW'[moves % 2])
    if (!vertex.test(move)) check('genmove', false, move)
    passes = move.toLowerCase() === 'pass' ? passes + 1 : 0
  }
  check('the game ends', passes === 2, moves)
  check('final_score', /^(0|[BW]\+[\d.]+)$/.test(await ask('final_score')), await ask('final_score'))
  const board = await ask('showboard')
  check('showboard', board.split('\n').length > 7, board.split('\n').length)

  // Moves of a client, taken back, and refused.
  await ask('clear_board')
  await ask('play', 'B', 'D4')
  const refused = await send('play', 'W', 'D4')
  check('an illegal move', refused.error && refused.content === 'illegal move', refused)
  await ask('undo')
  check('undo', !(await send('play', 'W', 'D4')).error, 'D4')
  await ask('clear_board')
  check('set_free_handicap', !(await send('set_free_handicap', 'C3', 'E5')).error, 'C3 E5')

  // Analysis in every form that Sabaki chooses from.
  for (const name of ['analyze', 'kata-analyze']) {
    const { lines, ended, response } = await analyze(3, name, 'W', 5, 'ownership', 'true')
    checkAnalysis(name, lines.at(-1), 49)
    check(`${name} goes on until it is stopped`, !ended && !response.error, response.error)
  }
  const leela = await analyze(2, 'lz-analyze', 'W', 5)
  check('lz-analyze', leela.lines.every((line) => /^info move \S+ visits \d+ winrate \d+ /.test(line)), leela.lines.at(-1))
  const generated = await analyze(Infinity, 'genmove_analyze', 'W', 1)
  check('genmove_analyze', generated.ended && /^play \S+$/.test(generated.response.content.trim().split('\n').at(-1)), generated.response.content.trim().split('\n').at(-1))
  if (generated.lines.length > 0) checkAnalysis('lines of genmove_analyze', generated.lines.at(-1))

  check('an unknown command', (await send('no_such_command')).error === true, 'no_such_command')
  const stopped = new Promise((resolve) => controller.once('stopped', resolve))
  await controller.stop()
  check('stop', await Promise.race([stopped.then(() => true), new Promise((resolve) => setTimeout(resolve, 5000, false))]), true)
  check('nothing on standard error', complaints.length === 0, complaints.slice(0, 3))
}

main()
  .catch((error) => check('no exception', false, String(error)))
  .finally(() => process.exit(failures > 0 ? 1 : 0))
