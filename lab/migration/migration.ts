import { type Chance, chanceOf } from '#test/support/chance.ts'
import type { LabDatabase } from '../harness/databases.ts'
import type { Options, Report, Scenario } from '../scenario.ts'
import { writingMeanwhile } from './concurrent-writes.ts'
import { type Kill, migrating } from './migrate-process.ts'
import { differences, rowsBy, rowsOfNow, schemaIn } from './schema.ts'
import {
  embeddedStartingPoints,
  postgresStartingPoints,
  type StartingPoint,
  type StartingPoints,
} from './starting-points.ts'

/** The expected result: like a database migrated in one go, with all earlier rows. */
type Expected = { schema: readonly string[]; statements: number; took: number }

/** Some distinct numbers up to `most`; all of them if there are not enough. */
const someOf = (most: number, count: number, chance: Chance) => {
  const left = Array.from({ length: most }, (_, index) => index + 1)
  while (left.length > count) left.splice(chance.between(0, left.length - 1), 1)
  return left
}

/** What is wrong after a disturbed migration; empty if everything is correct. */
const wrongIn = async (
  point: StartingPoint,
  { schema }: Expected,
  disturb: (database: LabDatabase) => Promise<readonly string[]>,
): Promise<readonly string[]> => {
  const database = await point.copy()
  try {
    // An empty database has no rows to lose.
    const isEmpty = point.name === 'from empty'
    const question = isEmpty ? '' : await rowsOfNow(database.rows)
    const before = isEmpty ? [] : await rowsBy(database.rows, question)
    const wrong = await disturb(database)
    const after = isEmpty ? [] : await rowsBy(database.rows, question)
    return [...wrong, ...differences(schema, await schemaIn(database.rows)), ...differences(before, after)]
  } finally {
    await database.close()
  }
}

const inOneGo = async (point: StartingPoint): Promise<Expected> => {
  const database = await point.copy()
  try {
    const { code, statements, took, said } = await migrating(database)
    if (code !== 0) throw new Error(`not even in one go: ${said}`)
    return { schema: await schemaIn(database.rows), statements, took }
  } finally {
    await database.close()
  }
}

/** Kills the migration at each of these places, one to three times in a row, then lets it finish. */
const killing = async (
  point: StartingPoint,
  expected: Expected,
  kills: readonly Kill[],
  chance: Chance,
): Promise<{ killed: number; wrong: readonly string[] }> => {
  let killed = 0
  const wrong: string[] = []
  for (const kill of kills) {
    const found = await wrongIn(point, expected, async database => {
      for (let times = chance.between(1, 3); times > 0; times -= 1) {
        const run = await migrating(database, kill)
        if (run.killed) killed += 1
        else if (run.code !== 0) return [run.said]
      }
      const { code, said } = await migrating(database)
      return code === 0 ? [] : [said]
    })
    wrong.push(...found.map(line => `${JSON.stringify(kill)}: ${line}`))
  }
  return { killed, wrong }
}

/** Runs two migrations concurrently, one of them killed every other time; on a shared folder one may be refused with a message. */
const together = async (point: StartingPoint, expected: Expected, rounds: number, chance: Chance) => {
  const wrong: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    const kill: Kill = { statement: chance.between(1, expected.statements), when: 'sent' }
    const found = await wrongIn(point, expected, async database => {
      const runs = await Promise.all([
        migrating(database, round % 2 === 0 ? undefined : kill),
        migrating(database),
      ])
      const isRefused = ({ code, said }: (typeof runs)[number]) =>
        code === 78 && /in use by|could not be locked/.test(said)
      const bad = runs.filter(run => run.code !== 0 && !run.killed && !isRefused(run))
      // A supervisor would restart the refused or killed one.
      const { code, said } = await migrating(database)
      return [...bad.map(run => run.said), ...(code === 0 ? [] : [said])]
    })
    wrong.push(...found)
  }
  return wrong
}

const drillOn = async (name: string, points: StartingPoints, given: Options, report: Report) => {
  const chance = chanceOf(given.seed)
  const whole: (readonly string[])[] = []
  for (const point of points.all) {
    const expected = await inOneGo(point)
    whole.push(expected.schema)
    const { statements, took } = expected
    report.did(`${name}, ${point.name}: in one go ${statements} statements, ${(took / 1_000).toFixed(1)} s`)
    const kills: Kill[] = [
      ...someOf(statements, given.count('kills'), chance).map(
        (statement): Kill => ({ statement, when: chance.is(0.5) ? 'before' : 'sent' }),
      ),
      ...Array.from({ length: given.count('moments') }, () => ({
        after: chance.between(0, Math.round(took)),
      })),
    ]
    const { killed, wrong } = await killing(point, expected, kills, chance)
    for (const line of wrong.slice(0, 10)) report.did(line)
    report.must(`${point.name}: wrong after kills`, wrong.length === 0, `${wrong.length}, ${killed} kills`)
    const beside = await together(point, expected, given.count('pairs'), chance)
    for (const line of beside.slice(0, 10)) report.did(line)
    report.must(
      `${point.name}: wrong after two concurrent runs`,
      beside.length === 0,
      `${beside.length}, ${given.count('pairs')} pairs`,
    )
  }
  const [first = [], ...others] = whole
  const apart = others.flatMap(other => differences(first, other))
  for (const line of apart.slice(0, 10)) report.did(line)
  report.must(
    'schema lines that differ by starting point',
    apart.length === 0,
    `${apart.length} of ${first.length} lines`,
  )
}

/** Migrations that are killed, run concurrently, and run during writes. */
export const migration: Scenario = {
  what: 'migrations killed at any statement or moment, two concurrent ones, and during writes: schema, journal and rows are correct',
  options: { kills: '20', moments: '10', pairs: '4', people: '100000', rate: '50', database: 'both' },
  run: async (given, report) => {
    const people = given.count('people')
    if (given.word('database') !== 'postgres') {
      // The embedded database is for small installations, and each copy of its folder copies every byte.
      const points = await embeddedStartingPoints(Math.ceil(people / 20))
      given.later(points.close)
      await drillOn('embedded database', points, given, report)
    }
    if (given.word('database') !== 'embedded') {
      const points = await postgresStartingPoints(people)
      given.later(points.close)
      await drillOn('PostgreSQL', points, given, report)
      const first = points.all.find(({ name }) => name === 'from the first release')
      if (first) await writingMeanwhile(first, given, report)
    }
  },
}
