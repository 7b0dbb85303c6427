import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kill } from '#test/support/mailing/chaos-servers.ts'
import { killPoints } from '#test/support/mailing/chaos-servers.ts'
import { runMailChaos } from '#test/support/mailing/mail-chaos.ts'
import { findPostgres, startPostgres } from '../../scripts/postgres.mjs'
import { CannotRunHere, type Scenario } from '../scenario.ts'

/** Kills at the named points (each `each` times), mixed with kills at random moments. */
const plannedKills = (points: readonly Kill[], each: number, random: number): Kill[] => {
  const atPoints = Array.from({ length: each }, () => points).flat()
  const spread = [
    ...atPoints.map((kill, index) => ({ kill, at: index / atPoints.length })),
    ...Array.from({ length: random }, (_, index) => ({ kill: 'anywhere' as Kill, at: index / random })),
  ]
  return spread.toSorted((a, b) => a.at - b.at).map(({ kill }) => kill)
}

/**
 * Mails letters from servers on PostgreSQL that are killed, while a fifth of the provider's responses are wrong; the
 * provider's ledger decides. `kept` servers are never killed; times are compressed by `faster`; no kill starts after
 * `minutes`; `points` names kill points, comma-separated.
 */
export const mailChaos: Scenario = {
  what: 'servers are killed while the mail provider fails randomly: no letter is lost, mailed twice or changed',
  options: {
    sends: '10000',
    disputes: '50',
    kills: '50',
    points: '',
    each: '20',
    minutes: '600',
    faster: '60',
    servers: '2',
    kept: '0',
    'at-once': '24',
  },
  run: async ({ seed, count, word, later }, report) => {
    const names = word('points') === '' ? [] : word('points').split(',')
    const points = names.map(name => {
      const point = killPoints.find(one => one === name)
      if (!point) throw new Error(`--points: there is no ${name}; there are ${killPoints.join(', ')}`)
      return point
    })
    const programs = findPostgres()
    if (!programs) throw new CannotRunHere('PostgreSQL 15 or newer is not installed')
    const postgres = await startPostgres(programs)
    later(() => postgres.stop())
    const folder = mkdtempSync(join(tmpdir(), 'fairfile-chaos-'))
    later(() => rmSync(folder, { recursive: true, force: true }))
    const verdict = await runMailChaos({
      sends: count('sends'),
      disputes: count('disputes'),
      kills: plannedKills(points, count('each'), count('kills')),
      killForMs: count('minutes') * 60_000,
      seed,
      servers: count('servers'),
      kept: count('kept'),
      settings: {
        DATA_DIR: folder,
        DATABASE_URL: postgres.url,
        NODE_COMPILE_CACHE: join(folder, 'compiled'),
      },
      faster: count('faster'),
      atOnce: count('at-once'),
      patienceMs: 600_000,
      say: report.did,
    })
    report.did(JSON.stringify(verdict))
    const { lost, twice, changed, strange, wrongJobs, otherBytes } = verdict
    report.must('letters lost', lost.length === 0, lost.length)
    report.must('letters mailed twice', twice.length === 0, twice.length)
    report.must(
      'letters changed or not requested',
      changed.length + strange.length === 0,
      changed.length + strange.length,
    )
    report.must(
      'wrong records, different bytes',
      wrongJobs.length + otherBytes === 0,
      wrongJobs.length + otherBytes,
    )
  },
}
