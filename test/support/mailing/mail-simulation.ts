import { createMailJobProcessor, type MailJobRepository } from '#features/mailing/server/process-mail-job.ts'
import { createMailJob, isFinished, resetAfterRestore } from '#features/mailing/state-machine.ts'
import { defaultMailTimes, type MailTimes } from '#features/mailing/times.ts'
import type { LetterRequest } from '#providers/letters/port.ts'
import { type Chance, chanceOf } from '../chance.ts'
import {
  createFaultyProvider,
  createInMemoryRepository,
  createWorld,
  type Posted,
  pdfOf,
  type Row,
  type Shared,
} from './simulated-world.ts'

/**
 * One mailing schedule from a seed: the product's own worker, an in-memory repository, a failing provider, workers
 * killed between any two steps, and sometimes a restored older copy. It is judged by the provider's letters and by
 * what was acknowledged, never by our own records alone.
 */

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Longest suspension of a worker: a machine being migrated, a disk that hangs. */
export const LONGEST_STALL_SECONDS = 70

type SimulationResult = {
  /** Letters printed more than once. */
  twice: string[]
  /** Acknowledged letters that were neither printed, nor rejected, nor left for an operator. */
  lost: string[]
  /** Letters printed with bytes other than those approved. */
  changed: string[]
  letters: readonly Posted[]
  needsOperator: number
  crashes: number
  /** From the first attempt of each ambiguous letter until it was known to be mailed. */
  tookMs: readonly number[]
  pauses: number
}

/**
 * Calls of a killed process never return, although they may still take effect. A live one is occasionally suspended.
 */
const mortal = (
  alive: () => boolean,
  chance: Chance,
  repository: MailJobRepository,
  wait: (ms: number) => Promise<void>,
) => {
  const never = new Promise<never>(() => undefined)
  const living = async <T>(act: () => Promise<T>): Promise<T> => {
    if (!alive()) return never
    await wait(chance.is(0.02) ? chance.between(0, LONGEST_STALL_SECONDS) * SECOND : chance.between(0, 5))
    if (!alive()) return never
    const done = await act()
    return alive() ? done : never
  }
  return {
    living,
    repository: {
      now: repository.now,
      claim: id => living(() => repository.claim(id)),
      readRequest: (id, token) => living(() => repository.readRequest(id, token)),
      record: (id, token, outcome) => living(() => repository.record(id, token, outcome)),
      hold: until => living(() => repository.hold(until)),
      listReportedIds: id => living(() => repository.listReportedIds(id)),
      pause: now => living(() => repository.pause(now)),
      resume: () => living(() => repository.resume()),
    } satisfies MailJobRepository,
  }
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** One schedule in this many has all letters of a day during an outage, enough to pause sending. */
const CROWDED = 100

/**
 * Runs one schedule. `times` are the product's unless a test breaks them on purpose. `peaceful`: a fifth of the
 * provider's responses fail, and nothing else happens.
 */
const simulate = async (
  seed: number,
  times: MailTimes = defaultMailTimes,
  { peaceful = false } = {},
): Promise<SimulationResult> => {
  const chance = chanceOf(seed)
  for (let warm = 0; warm < 20; warm++) chance.next()
  const start = new Date('2026-03-02T12:00:00Z')
  const world = createWorld(start)
  const troubled = !peaceful && chance.is(0.5)
  const crowded = !peaceful && seed % CROWDED === 0
  const outageFrom = start.getTime() + (crowded ? 0 : chance.between(0, 2 * HOUR))
  const outageFor = () =>
    (crowded ? chance.between(5, 20) : chance.between(1, chance.is(0.5) ? 60 : 40 * 60)) * MINUTE
  const outages =
    crowded || (!peaceful && chance.is(0.3)) ? [{ from: outageFrom, to: outageFrom + outageFor() }] : []
  const { post, letters } = createFaultyProvider(
    world,
    chance,
    { share: troubled ? chance.between(30, 90) / 100 : 0.2, outages },
    times.call,
  )
  let rows = new Map<string, Row>()
  let watchfulUntil = 0
  const shared: Shared = { holdUntil: null, probeAt: null, tookMs: [], pauses: 0 }
  let tokens = 0
  let crashes = 0
  let ending = false
  const killRate = peaceful ? 0 : chance.one([0, 0.05, 0.3])
  const acknowledged = new Set<string>()
  const request = (id: string) => {
    if (!rows.has(id)) rows.set(id, { mailing: createMailJob(world.now()), token: null, providerId: null })
    acknowledged.add(id)
  }

  let epoch = 0
  /** One worker: processes everything each minute until it is killed and replaced. */
  const work = () => {
    const born = epoch
    let alive = true
    const lives = () => alive && born === epoch
    const own = mortal(
      lives,
      chance,
      createInMemoryRepository(
        rows,
        shared,
        () => world.now().getTime() < watchfulUntil,
        times,
        () => `t${tokens++}`,
        world.now,
      ),
      world.sleep,
    )
    const guarded = {
      send: (asked: LetterRequest, key: string) => own.living(() => post.send(asked, key)),
      find: (id: string, since: Date) => own.living(() => post.find(id, since)),
      cancel: (id: string) => own.living(() => post.cancel(id)),
      get: async () => null,
    }
    const advance = createMailJobProcessor({
      repository: own.repository,
      provider: guarded,
      times,
      turn: async () => undefined,
      chance: chance.next,
      log: silent,
      alarm: () => undefined,
    })
    const turn = () => {
      if (!lives()) return
      const open = [...rows].filter(([, { mailing }]) => !isFinished(mailing))
      for (const [id] of open) void advance(id)
      const far = Math.min(...open.map(([, { mailing }]) => mailing.dueAt.getTime() - world.now().getTime()))
      if (open.length > 0 || !ending) world.at(Math.max(times.look, Math.min(far, HOUR)), turn)
    }
    if (chance.is(killRate)) {
      world.at(chance.between(0, 10 * MINUTE), () => {
        if (!lives()) return
        alive = false
        crashes += 1
        world.at(chance.between(1, 60) * SECOND, work)
      })
    }
    turn()
  }

  const many = crowded ? chance.between(20, 30) : chance.between(1, 3)
  const ids = Array.from({ length: many }, (_, number) => `job-${number}`)
  for (const id of ids) {
    world.at(chance.between(0, (crowded ? 2 : 10) * MINUTE), () => request(id))
    // Two tabs, a double click, a client that retries.
    if (chance.is(0.5)) world.at(chance.between(0, 20 * MINUTE), () => request(id))
  }
  work()
  work()
  if (!peaceful && chance.is(0.3)) {
    const copied = chance.between(0, 30 * MINUTE)
    let copy: [string, Row][] = []
    world.at(copied, () => {
      copy = structuredClone([...rows])
    })
    world.at(copied + chance.between(1, 46 * 60) * MINUTE, () => {
      epoch += 1
      rows = new Map(copy)
      for (const row of rows.values()) {
        row.mailing = resetAfterRestore(row.mailing, world.now())
        row.token = null
      }
      watchfulUntil = world.now().getTime() + times.watchful
      world.at(2 * MINUTE, () => {
        for (const id of acknowledged) request(id)
        work()
        work()
      })
    })
  }
  await world.runUntil(new Date(start.getTime() + 2 * DAY))
  ending = true
  await world.runUntil(new Date(start.getTime() + 12 * DAY))

  const printed = (id: string) => letters.filter(letter => letter.mailJobId === id && !letter.cancelled)
  const ends = [...acknowledged].map(id => ({ id, phase: rows.get(id)?.mailing.phase, row: rows.get(id) }))
  return {
    twice: ids.filter(id => printed(id).length > 1),
    lost: ends
      .filter(({ id, phase, row }) =>
        phase === 'submitted'
          ? !printed(id).some(({ providerId }) => providerId === row?.providerId)
          : phase !== 'rejected' && phase !== 'needs_operator',
      )
      .map(({ id }) => id),
    changed: letters
      .filter(({ mailJobId, sha }) => sha !== pdfOf(mailJobId ?? '').toString('hex'))
      .map(({ providerId }) => providerId),
    letters,
    needsOperator: ends.filter(({ phase }) => phase === 'needs_operator').length,
    crashes,
    tookMs: shared.tookMs,
    pauses: shared.pauses,
  }
}

/** Runs schedules from a seed; a broken invariant is reported with its seed, which reproduces it. */
export const simulateMany = async (
  schedules: number,
  times: MailTimes = defaultMailTimes,
  { from = 1, peaceful = false } = {},
) => {
  const broken: string[] = []
  const tookMs: number[] = []
  let [letters, crashes, needsOperator, pauses] = [0, 0, 0, 0]
  for (let seed = from; seed < from + schedules; seed++) {
    const judged = await simulate(seed, times, { peaceful })
    letters += judged.letters.length
    crashes += judged.crashes
    needsOperator += judged.needsOperator
    pauses += judged.pauses
    tookMs.push(...judged.tookMs)
    const { twice, lost, changed } = judged
    if (twice.length + lost.length + changed.length > 0)
      broken.push(`seed ${seed}: ${JSON.stringify({ twice, lost, changed })}`)
  }
  return { broken, letters, crashes, needsOperator, pauses, tookMs }
}
