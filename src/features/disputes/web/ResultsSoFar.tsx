import * as cardStyles from '#web/ui/Card.module.css'
import * as layoutStyles from '#web/ui/layout.module.css'
import * as textStyles from '#web/ui/text.module.css'
import type { Dispute } from '../dispute-contract.ts'
import { countResults, type ResultKind, resultKinds } from '../results.ts'
import { pluralize } from './dispute-text.ts'
import * as styles from './ResultsSoFar.module.css'

const words: Readonly<Record<ResultKind, string>> = {
  deleted: 'Deleted',
  corrected: 'Corrected',
  verified: 'Verified',
  frivolous: 'Not investigated',
  no_answer: 'No answer',
  waiting: 'Waiting',
  failed: 'Letter failed',
  not_mailed: 'Not mailed',
}

/** Shown even if there are none; the others only if there are some. */
const always: readonly ResultKind[] = ['deleted', 'corrected', 'verified', 'waiting']

const answers: readonly ResultKind[] = ['deleted', 'corrected', 'verified', 'frivolous']

/**
 * The results of the disputes so far: a bar, and its numbers as a table. Hidden until a letter was mailed or answered.
 */
export const ResultsSoFar = ({ disputes }: { disputes: readonly Dispute[] }) => {
  const counts = countResults(disputes)
  const sum = (kinds: readonly ResultKind[]) => kinds.reduce((total, kind) => total + counts[kind], 0)
  const all = sum(resultKinds)
  if (all === counts.not_mailed) return null
  const shown = resultKinds.filter(kind => counts[kind] > 0 || always.includes(kind))
  return (
    <section className={`${cardStyles.card} ${layoutStyles.stackSmall}`} aria-labelledby="results">
      <header>
        <h2 id="results">Results so far</h2>
        <p>
          {sum(answers)} of {pluralize(all, 'answer')} recorded
        </p>
      </header>
      <Bar parts={shown.map(kind => ({ kind, count: counts[kind] }))} all={all} />
      <table className={styles.counts} role="table" aria-labelledby="results">
        <thead className={textStyles.visuallyHidden} role="rowgroup">
          <tr role="row">
            <th scope="col" role="columnheader">
              Result
            </th>
            <th scope="col" role="columnheader">
              Items
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {shown.map(kind => (
            <tr key={kind} role="row">
              <th scope="row" role="rowheader">
                <i className={`${styles.key} ${styles[kind]}`} aria-hidden="true" />
                {words[kind]}
              </th>
              <td role="cell" className={textStyles.number}>
                {counts[kind]}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <small className={textStyles.muted}>
        An item disputed at two bureaus counts twice, and so does one that you disputed again.
      </small>
    </section>
  )
}

type Part = { kind: ResultKind; count: number }

const WIDTH = 100
const GAP = 0.4

/** The shares as one bar; the table next to it has the same numbers. */
const Bar = ({ parts, all }: { parts: readonly Part[]; all: number }) => {
  const some = parts.filter(({ count }) => count > 0)
  const room = WIDTH - GAP * (some.length - 1)
  const before = (at: number) =>
    some.slice(0, at).reduce((sum, { count }) => sum + (count / all) * room + GAP, 0)
  return (
    <svg className={styles.bar} viewBox={`0 0 ${WIDTH} 4`} preserveAspectRatio="none" aria-hidden="true">
      {some.map(({ kind, count }, at) => (
        <rect key={kind} className={styles[kind]} x={before(at)} width={(count / all) * room} height="4" />
      ))}
    </svg>
  )
}
