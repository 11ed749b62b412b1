// Reads SGF files with Sabaki's library and prints what it sees, for a
// comparison with what was meant.
//
//   node read.mjs FOLDER
//
// A line of JSON for each file: its name, and its games. A game has its nodes in
// the order of the file, each with its properties and the number of its
// children, and the moves of its main line as color, column and row.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sgf from '@sabaki/sgf'

function nodesOf(root) {
  const nodes = []
  const waiting = [root]
  while (waiting.length > 0) {
    const { data, children } = waiting.pop()
    nodes.push({ data, children: children.length })
    waiting.push(...children.toReversed())
  }
  return nodes
}

function movesOf(root) {
  const moves = []
  for (let node = root; node; node = node.children[0])
    for (const color of ['B', 'W'])
      for (const value of node.data[color] ?? []) moves.push([color, ...sgf.parseVertex(value)])
  return moves
}

for (const file of readdirSync(process.argv[2]).filter((name) => name.endsWith('.sgf')).sort()) {
  const games = sgf.parseFile(join(process.argv[2], file))
  console.log(JSON.stringify({ file, games: games.map((root) => ({ nodes: nodesOf(root), moves: movesOf(root) })) }))
}
