import { runFinder } from '#features/findings/find.ts'
import type { Finding } from '#features/findings/finding.ts'
import type { Account, Report } from '#features/reports/canonical.ts'
import { bureaus } from '#values/bureau.ts'
import { type Chance, chanceOf } from '../chance.ts'
import { type Mistake, mistakes, withMistake } from './mistakes.ts'
import { personOf, reportOf } from './report-of.ts'
import { kinds, trueAccount } from './true-accounts.ts'

/** Measures how well the finder separates planted errors from true data, on generated accounts. */

export type GeneratedReport = { report: Report; planted: ReadonlyMap<string, Mistake> }

const perPerson = 40

const oneWith = (chance: Chance, mistake: Mistake, id: string, nth: number): Account[] => {
  for (;;) {
    const [first = 'card', ...others] = mistake.kinds
    const rows = withMistake(mistake, trueAccount(chance, chance.one([first, ...others]), id, nth), chance)
    if (rows !== null) return rows
  }
}

/** A person with this many accounts, half of them with a planted error of alternating kinds. */
export const generatedReport = (chance: Chance, accounts: number, turn: number): GeneratedReport => {
  const planted = new Map<string, Mistake>()
  const rows = Array.from({ length: accounts }, (_, nth) => {
    const id = `account-${nth}`
    const mistake = nth % 2 === 0 ? undefined : mistakes[(turn + (nth - 1) / 2) % mistakes.length]
    if (mistake === undefined) return trueAccount(chance, chance.one([...kinds]), id, nth).rows
    planted.set(id, mistake)
    return oneWith(chance, mistake, id, nth)
  }).flat()
  return {
    report: reportOf({
      accounts: rows,
      personal: bureaus.map(bureau => personOf({ bureau, dob: '1988-06-01' })),
    }),
    planted,
  }
}

export type Missed = { rule: string; rows: Account[] }

export type FinderScore = {
  planted: number
  clean: number
  findings: number
  /** False positives: findings about true accounts. */
  wrong: Finding[]
  missed: Missed[]
}

const plain = (id: string): string => id.replace(/-(?:collector|again)$/, '')

/** Scores the finder on at least this many accounts with an error, and as many without. */
export const finderScore = (seed: number, least: number): FinderScore => {
  const chance = chanceOf(seed)
  const score: FinderScore = { planted: 0, clean: 0, findings: 0, wrong: [], missed: [] }
  for (let person = 0; score.planted < least; person += 1) {
    const { report, planted } = generatedReport(chance, perPerson, (person * perPerson) / 2)
    const found = runFinder(report)
    const foundAt = new Map<string, Set<string>>()
    for (const finding of found) {
      if (finding.subject.kind !== 'account') continue
      const id = plain(finding.subject.id)
      foundAt.set(id, (foundAt.get(id) ?? new Set()).add(finding.rule))
      if (!planted.has(id)) score.wrong.push(finding)
    }
    for (const [id, { rule }] of planted) {
      if (!foundAt.get(id)?.has(rule)) {
        score.missed.push({ rule, rows: report.accounts.filter(row => plain(row.id) === id) })
      }
    }
    score.planted += planted.size
    score.clean += perPerson - planted.size
    score.findings += found.length
  }
  return score
}
