import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Kill } from '#test/support/mailing/chaos-servers.ts'
import { killPoints } from '#test/support/mailing/kill-points.ts'
import { runMailChaos } from '#test/support/mailing/mail-chaos.ts'
import { fromCommandLine } from '../../scripts/command-line.ts'
import { findPostgres, startPostgres } from '../../scripts/postgres.mjs'
import { say } from './measure.ts'

/**
 * `npm run chaos:mail -- [--sends 10000] [--kills 50] [--disputes 50] [--seed 7]`: letters through two servers on
 * PostgreSQL, a fifth of the post's answers wrong, servers killed; judged by the post's own ledger. `--kills` are from
 * outside at any moment; with `--points [--each 20]` every named point is hit so often beside, with `--at found,answered`
 * those. `--servers` are killed and started again, `--kept` more are never killed. Times are pressed together sixty times, or
 * as `--faster` says; after `--minutes` no further kill is begun.
 */

const { values } = fromCommandLine(() =>
  parseArgs({
    options: {
      sends: { type: 'string', default: '10000' },
      kills: { type: 'string', default: '50' },
      disputes: { type: 'string', default: '50' },
      points: { type: 'boolean', default: false },
      at: { type: 'string', default: killPoints.join(',') },
      each: { type: 'string', default: '20' },
      seed: { type: 'string', default: String(1 + (Date.now() % 1_000_000)) },
      minutes: { type: 'string', default: '600' },
      faster: { type: 'string', default: '60' },
      servers: { type: 'string', default: '2' },
      kept: { type: 'string', default: '0' },
      'at-once': { type: 'string', default: '24' },
    },
  }),
)

const points = values.at.split(',').map(name => {
  const point = killPoints.find(one => one === name)
  if (!point) throw new Error(`--at: there is no point ${name}; there are ${killPoints.join(', ')}`)
  return point
})
const atPoints: Kill[] = values.points ? Array.from({ length: Number(values.each) }, () => points).flat() : []
const outside = Array.from({ length: Number(values.kills) }, (): Kill => 'anywhere')
/** Those from outside spread among those at points. */
const wanted = [...atPoints, ...outside].map((kill, place) => ({
  kill,
  at: place < atPoints.length ? place / atPoints.length : (place - atPoints.length) / outside.length,
}))
const inOrder = wanted.toSorted((a, b) => a.at - b.at).map(({ kill }) => kill)

const programs = findPostgres()
if (!programs) throw new Error('PostgreSQL 15 or newer is not installed here')
const postgres = await startPostgres(programs)
const folder = mkdtempSync(join(tmpdir(), 'fairfile-chaos-'))
try {
  const began = Date.now()
  say(`seed ${values.seed}, ${wanted.length} kills`)
  const verdict = await runMailChaos({
    sends: Number(values.sends),
    disputes: Number(values.disputes),
    kills: inOrder,
    killForMs: Number(values.minutes) * 60_000,
    seed: Number(values.seed),
    servers: Number(values.servers),
    kept: Number(values.kept),
    settings: { DATA_DIR: folder, DATABASE_URL: postgres.url, NODE_COMPILE_CACHE: join(folder, 'compiled') },
    faster: Number(values.faster),
    atOnce: Number(values['at-once']),
    patienceMs: 600_000,
    say,
  })
  say(JSON.stringify(verdict, null, 2))
  say(`seed ${values.seed}, ${((Date.now() - began) / 1_000).toFixed(0)} s`)
  const { lost, twice, changed, strange, wrongBooks, otherBytes } = verdict
  const broken = [lost, twice, changed, strange, wrongBooks].flat().length + otherBytes
  process.exitCode = broken === 0 ? 0 : 1
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
