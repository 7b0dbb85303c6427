import { runFinder } from '#features/findings/find.ts'
import { readReport } from '#features/reports/readers/detect.ts'
import { personas } from '#sandbox/bureau/personas.ts'
import { finderScore, type Missed } from '#test/support/reports/finder-score.ts'
import { mistakes } from '#test/support/reports/mistakes.ts'
import { metIn } from '#test/support/reports/planted-found.ts'
import { requireReport } from '#test/support/reports/require-report.ts'
import { addMonths } from '#values/dates.ts'
import { reportDocument } from './documents.ts'
import { median, megabytesIn, row, say } from './measure.ts'

/** How well the finder separates errors from correct data, and how its time grows compared with reading the report. */

const seed = 2026

const percent = (part: number, whole: number) => `${((part / Math.max(whole, 1)) * 100).toFixed(2)} %`

/** Why an error could not be found: values that the finder must not compare or trust. */
const whyMissed = ({ rule, rows }: Missed): string => {
  const isBetweenBureaus = mistakes.some(one => one.rule === rule && one.atOne === true)
  const oldest = rows.map(({ lastReported }) => lastReported ?? '').toSorted()[0] ?? ''
  if (rule === 'C-34' && rows.some(({ dateOpened }) => dateOpened?.length !== 10))
    return 'opened on an unreported day, so that two loans of one month look alike'
  if (oldest === '' || oldest >= '2026-10') return 'not explained'
  return isBetweenBureaus
    ? 'one bureau reported months before the others, so they are not compared'
    : 'reported months ago, when it was not yet late, so nothing in it contradicts itself'
}

const generated = (): void => {
  const { planted, clean, findings, wrong, missed } = finderScore(seed, 5_000)
  say(`Finder: ${planted} generated accounts with an error and ${clean} without, seed ${seed}`)
  say(
    `  precision ${percent(findings - wrong.length, findings)} (${wrong.length} wrong of ${findings} findings)`,
  )
  say(`  recall    ${percent(planted - missed.length, planted)} (${missed.length} missed)`)
  const reasons = Map.groupBy(missed, one => whyMissed(one))
  for (const [reason, those] of reasons) {
    const rules = [...Map.groupBy(those, ({ rule }) => rule)].map(([rule, same]) => `${rule} ${same.length}`)
    say(`    ${those.length} missed (${rules.toSorted().join(', ')}): ${reason}`)
  }
}

const people = (): void => {
  const months = Array.from({ length: 24 }, (_, index) => addMonths('2026-05', index))
  const met = personas.flatMap(persona => metIn(persona, months))
  const planted = met.flatMap(one => one.planted)
  const missed = met.flatMap(one => one.missed)
  const findings = met.flatMap(one => one.findings)
  const unexplained = met.flatMap(one => one.unexplained)
  const claimed = findings.filter(({ verdict }) => verdict !== 'ask')
  const wrong = unexplained.filter(({ verdict }) => verdict !== 'ask')
  say(`Finder: the sandbox's ${personas.length} people over ${months.length} months`)
  say(
    `  recall    ${percent(planted.length - missed.length, planted.length)} of ${planted.length} planted errors shown`,
  )
  say(
    `  precision ${percent(claimed.length - wrong.length, claimed.length)} of ${claimed.length} claims; of ${
      findings.length - claimed.length
    } questions ${unexplained.length - wrong.length} are about what is true`,
  )
}

const growth = async (): Promise<void> => {
  say('Finder: growth with the accounts of a report, a third of them at each bureau')
  for (const accounts of [10, 100, 1_000]) {
    const document = reportDocument(Math.ceil(accounts / 3))
    const person = { firstName: 'Maya', lastName: 'Brooks', ssnLastFour: '4417' }
    const report = requireReport(readReport(document, person))
    const read = await median(() => readReport(document, person))
    const took = await median(() => runFinder(report))
    row(`  findings in ${accounts} accounts, ${megabytesIn(document).toFixed(1)} MB`, took, 'reading', read)
  }
}

export const findings = async (): Promise<void> => {
  generated()
  people()
  await growth()
}
