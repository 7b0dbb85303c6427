import { RatingPill } from '#features/credit/web/FactorCard.tsx'
import { showDate } from '#values/dates.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import * as layoutStyles from '#web/ui/layout.module.css'
import * as tableStyles from '#web/ui/ResponsiveTable.module.css'
import { ResponsiveTable } from '#web/ui/ResponsiveTable.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type * as result from '../../what-if/step.ts'
import * as styles from '../planning.module.css'
import { BureauDetails, noChange, untold } from './BureauDetails.tsx'

/** One bureau's file today and after the steps. */
export const BureauResult = ({ at }: { at: result.BureauResult }) => {
  const { bureau, reportDate, before, after, notes } = at
  const id = `what-if-${bureau}`
  return (
    <section className={`${cardStyles.card} ${cardStyles.flush}`} aria-labelledby={id}>
      <header>
        <div>
          <h2 className={textStyles.heading3} id={id}>
            <Bureau bureau={bureau} />
          </h2>
          <p>
            {reportDate === null ? 'A report without a date' : `By the report of ${showDate(reportDate)}`},
            counted on {showDate(before.on)}
            {after.on !== before.on && ` and on ${showDate(after.on)}`}.
          </p>
        </div>
      </header>
      <Factors id={id} before={before} after={after} />
      <div className={`${styles.part} ${layoutStyles.stackSmall}`}>
        {notes.length > 0 && (
          <ul className={styles.notes}>
            {notes.map(({ step, text }) => (
              <li key={`${step} ${text}`}>
                Step {step + 1}: {text}
              </li>
            ))}
          </ul>
        )}
        {after.leftOut.map(text => (
          <p key={text} className={textStyles.muted}>
            {text}
          </p>
        ))}
        <BureauDetails at={at} />
      </div>
    </section>
  )
}

type FileFigures = result.FileFigures
type BothProps = { id: string; before: FileFigures; after: FileFigures }

const factorHeads = ['What shapes your scores', 'Today', 'After'] as const

const Factors = ({ id, before, after }: BothProps) => (
  <ResponsiveTable headers={factorHeads} labelledBy={id}>
    {before.factors.map(factor => {
      const later = after.factors.find(one => one.id === factor.id)
      const isSame = later?.value === factor.value && later.rating === factor.rating
      return (
        <tr key={factor.id} role="row">
          <th scope="row" role="rowheader" className={tableStyles.fullWidth}>
            {factor.title}
          </th>
          <td role="cell" data-l="Today">
            <Rated factor={factor} />
          </td>
          <td role="cell" data-l="After">
            {isSame || later === undefined ? (
              <span className={textStyles.muted}>{noChange}</span>
            ) : (
              <Rated factor={later} />
            )}
          </td>
        </tr>
      )
    })}
  </ResponsiveTable>
)

const Rated = ({ factor: { value, rating, lacks } }: { factor: FileFigures['factors'][number] }) =>
  value === null || rating === null ? (
    <span className={textStyles.muted}>
      {untold}. {lacks}
    </span>
  ) : (
    <span className={styles.rated}>
      <b>{value}</b>
      <RatingPill rating={rating} />
    </span>
  )
