/**
 * The resources that a number of people need, from the measured load of one (docs/reference/scale.md). Costs are summed by
 * how often a person does each thing in a month; the peak is a multiple of the average.
 */

const resources = [
  'statements',
  'databaseCpu',
  'serverCpu',
  'wal',
  'reportBytes',
  'auditBytes',
  'otherBytes',
  'auditRows',
  'jobs',
  'letters',
  'texts',
] as const
type Resource = (typeof resources)[number]
/** Bytes, seconds of processor time, or a count. */
export type Cost = Readonly<Record<Resource, number>>

const costFrom = (of: (resource: Resource) => number): Cost => ({
  statements: of('statements'),
  databaseCpu: of('databaseCpu'),
  serverCpu: of('serverCpu'),
  wal: of('wal'),
  reportBytes: of('reportBytes'),
  auditBytes: of('auditBytes'),
  otherBytes: of('otherBytes'),
  auditRows: of('auditRows'),
  jobs: of('jobs'),
  letters: of('letters'),
  texts: of('texts'),
})

export const difference = (after: Cost, before: Cost): Cost =>
  costFrom(resource => after[resource] - before[resource])

export const times = (cost: Cost, by: number): Cost => costFrom(resource => cost[resource] * by)

export const sum = (costs: readonly Cost[]): Cost =>
  costFrom(resource => costs.reduce((total, cost) => total + cost[resource], 0))

const MONTH_DAYS = 30
const MONTH_SECONDS = MONTH_DAYS * 24 * 60 * 60
/** The peak: a day's work is done in six hours. */
const PEAK = 4
/** How long rows are kept; reports of accounts in use stay longer. */
export const KEPT_MONTHS = 24
/** The fraction of a processor that is used at the peak. */
const BUSY = 0.7
/** Connections of a server process (`platform/db/database.ts`), which uses one processor. */
const CONNECTIONS = 20

/** What is needed at the peak, per second unless stated otherwise. */
export type Needs = {
  statements: number
  serverProcesses: number
  /** Without a pooler. */
  connections: number
  databaseProcessors: number
  walBytes: number
  auditRows: number
  jobs: number
  letters: number
  texts: number
  /** The fraction of a second that code requests wait for each other: each counts the day's codes, one at a time. */
  codesCounted: number
  /** The total after `KEPT_MONTHS`. */
  reportBytes: number
  auditBytes: number
  otherBytes: number
}

/** `once` is what an account costs before its first month; `codeCounted` the seconds for each code of the day that one counts. */
export type Measured = { once: Cost; month: Cost; codeCounted: number }

export const needsOf = (people: number, { once, month, codeCounted }: Measured): Needs => {
  const atPeak = (amount: number) => (people * amount * PEAK) / MONTH_SECONDS
  const kept = (resource: 'reportBytes' | 'auditBytes' | 'otherBytes') =>
    people * (once[resource] + month[resource] * KEPT_MONTHS)
  const serverProcesses = Math.ceil(atPeak(month.serverCpu) / BUSY)
  return {
    statements: atPeak(month.statements),
    serverProcesses,
    connections: serverProcesses * CONNECTIONS,
    databaseProcessors: atPeak(month.databaseCpu) / BUSY,
    walBytes: atPeak(month.wal),
    auditRows: atPeak(month.auditRows),
    jobs: atPeak(month.jobs),
    letters: atPeak(month.letters),
    texts: atPeak(month.texts),
    codesCounted: (atPeak(month.texts) * codeCounted * people * month.texts) / MONTH_DAYS,
    reportBytes: kept('reportBytes'),
    auditBytes: kept('auditBytes'),
    otherBytes: kept('otherBytes'),
  }
}

const MAX_PEOPLE = 1e12

/** How many people fit under a limit, to two digits. */
export const maxPeople = (limit: number, need: (people: number) => number): number => {
  let [enough, many] = [0, MAX_PEOPLE]
  while (many - enough > many / 1_000) {
    const middle = (enough + many) / 2
    if (need(middle) <= limit) enough = middle
    else many = middle
  }
  return Number(enough.toPrecision(2))
}
