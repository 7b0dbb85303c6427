import { useState } from 'react'
import { formatCents } from '#features/credit/wording.ts'
import { addMonths, showMonthWords } from '#values/dates.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import * as tableStyles from '#web/ui/ResponsiveTable.module.css'
import { ResponsiveTable } from '#web/ui/ResponsiveTable.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { PayoffRequest, PayoffResult } from '../../payoff/payoff.ts'
import * as styles from './payoff.module.css'

type Months = Extract<PayoffResult, { kind: 'plan' }>['months']

const FIRST = 12

type MonthTableProps = { months: Months; cards: PayoffRequest['cards']; startsOn: string }

/** What is paid on each card, month by month. A long plan shows its first year until expanded. */
export const MonthTable = ({ months, cards, startsOn }: MonthTableProps) => {
  const [all, setAll] = useState(false)
  // Without an amount now, the plan begins with the first month.
  const rows = months.filter(({ month, paid }) => month > 0 || paid > 0)
  const shown = all ? rows : rows.slice(0, FIRST)
  return (
    <section className={`${cardStyles.card} ${cardStyles.flush}`} aria-labelledby="payoff-months">
      <header>
        <h2 className={textStyles.heading3} id="payoff-months">
          Month by month
        </h2>
      </header>
      <ResponsiveTable
        headers={['Month', 'Payments', 'Interest', 'Left to pay']}
        labelledBy="payoff-months"
        rightAligned={['Interest', 'Left to pay']}
      >
        {shown.map(row => (
          <tr key={row.month} role="row">
            <th scope="row" role="rowheader" className={`${tableStyles.fullWidth} ${textStyles.noWrap}`}>
              {row.month === 0
                ? 'Now'
                : showMonthWords(addMonths(startsOn.slice(0, 7), row.month), {
                    month: 'short',
                    year: 'numeric',
                  })}
            </th>
            <td role="cell" className={tableStyles.fullWidth} data-l="Payments">
              <ul className={styles.payments}>
                {cards.map(({ accountId, label }, index) =>
                  (row.payments[index] ?? 0) > 0 ? (
                    <li key={accountId}>
                      <span>{label}</span> <b>{formatCents(row.payments[index] ?? 0)}</b>{' '}
                      <small>leaves {formatCents(row.balances[index] ?? 0)}</small>
                    </li>
                  ) : null,
                )}
              </ul>
            </td>
            <td role="cell" className={tableStyles.alignEnd} data-l="Interest">
              {formatCents(row.interest)}
            </td>
            <td role="cell" className={tableStyles.alignEnd} data-l="Left to pay">
              {formatCents(row.owed)}
            </td>
          </tr>
        ))}
      </ResponsiveTable>
      {rows.length > shown.length && (
        <div className={styles.least}>
          <Button onClick={() => setAll(true)}>{`Show all ${rows.length} months`}</Button>
        </div>
      )}
    </section>
  )
}
