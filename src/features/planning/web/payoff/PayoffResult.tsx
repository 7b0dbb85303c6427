import type { ReactNode } from 'react'
import { formatCents } from '#features/credit/wording.ts'
import { addMonths, showMonthWords } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import * as cardStyles from '#web/ui/Card.module.css'
import * as layoutStyles from '#web/ui/layout.module.css'
import { Note } from '#web/ui/Note.tsx'
import * as tableStyles from '#web/ui/ResponsiveTable.module.css'
import { ResponsiveTable } from '#web/ui/ResponsiveTable.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { PayoffRequest, PayoffResult as Result } from '../../payoff/payoff.ts'
import { MonthTable } from './MonthTable.tsx'
import { PayoffCurve } from './PayoffCurve.tsx'
import * as styles from './payoff.module.css'

type Plan = Extract<Result, { kind: 'plan' }>
type Asked = { asked: PayoffRequest; startsOn: string }

type PayoffResultProps = Asked & { found: Result; children: ReactNode }

export const PayoffResult = ({ found, asked, startsOn, children }: PayoffResultProps) =>
  found.kind === 'short' ? (
    <Note tone="amber" role="alert" title="This is not enough">
      {shortfallText(found)}
    </Note>
  ) : (
    <>
      <section className={`${cardStyles.card} ${layoutStyles.stack}`} aria-labelledby="payoff-result">
        <div className={layoutStyles.stackSmall}>
          <h2 id="payoff-result" tabIndex={-1}>
            Your plan
          </h2>
          <p>{planText(found, asked, startsOn)}</p>
          <p className={textStyles.muted}>
            An estimate from the APRs and balances you entered, with {formatCents(found.monthly)} each month,
            without new purchases, fees or changes of an APR. It promises no score.
          </p>
        </div>
        {children}
      </section>
      <Comparison plan={found} asked={asked} startsOn={startsOn} />
      <PayoffCurve points={found.curve} goal={asked.goal} monthly={found.monthly} />
      <MonthTable months={found.months} cards={asked.cards} startsOn={startsOn} />
    </>
  )

const shortfallText = ({ because, atLeast }: Extract<Result, { kind: 'short' }>): string =>
  because === 'minimums'
    ? `After the amount now, the minimum payments and interest of the first month come to ${formatCents(atLeast)}. Enter at least that for each month.`
    : `At this pace the cards are not paid off within 50 years. The smallest amount each month that does it is ${formatCents(atLeast)}.`

const count = (months: number): string => (months === 1 ? '1 month' : `${months} months`)

/** `in 7 months (Jun 2027)`. */
const when = (months: number, startsOn: string): string =>
  months === 0
    ? 'at once'
    : `in ${count(months)} (${showMonthWords(addMonths(startsOn.slice(0, 7), months), { month: 'short', year: 'numeric' })})`

const planText = ({ plan, reached, earliest }: Plan, { goal }: PayoffRequest, startsOn: string): string => {
  const paidOff = `Everything is paid off ${when(plan.months ?? 0, startsOn)}, with ${formatCents(plan.interest ?? 0)} interest.`
  if (goal === 'least_interest' || goal === 'fewest_months')
    return `${paidOff} No other split of this money costs less interest or takes fewer months.`
  const share = goal === 'below_30' ? '30%' : '10%'
  if (reached === null)
    return `Cards of other owners keep all cards together at ${share} or more, whatever you pay. ${paidOff}`
  const sooner =
    reached === earliest
      ? 'No other split of this money gets there sooner.'
      : `No split of this money can get there before ${count(earliest ?? 0)}.`
  return `Each card and all together are below ${share} ${when(reached, startsOn)}. ${sooner} ${paidOff}`
}

const heads = ['Interest', 'Paid off', 'Below 30%', 'Below 10%'] as const

const Comparison = ({ plan: found, asked, startsOn }: Asked & { plan: Plan }) => {
  const isByApr = asked.goal === 'least_interest' || asked.goal === 'fewest_months'
  const rows = [
    { name: isByApr ? 'This plan: highest APR first (avalanche)' : 'This plan', outcome: found.plan },
    ...(isByApr ? [] : [{ name: 'Highest APR first (avalanche)', outcome: found.avalanche }]),
    { name: 'Smallest balance first (snowball)', outcome: found.snowball },
    { name: 'Equal parts', outcome: found.equal },
  ]
  const month = (months: number | null | undefined) =>
    months === null || months === undefined ? 'Not with this money' : when(months, startsOn)
  return (
    <section className={`${cardStyles.card} ${cardStyles.flush}`} aria-labelledby="payoff-comparison">
      <header>
        <h2 className={textStyles.heading3} id="payoff-comparison">
          Compared with other ways to split the same money
        </h2>
      </header>
      <ResponsiveTable headers={['Way', ...heads]} labelledBy="payoff-comparison" rightAligned={heads}>
        {rows.map(({ name, outcome }) => (
          <tr key={name} role="row">
            <th scope="row" role="rowheader" className={tableStyles.fullWidth}>
              {name}
            </th>
            {[
              outcome === null || outcome.interest === null
                ? 'Not with this money'
                : formatCents(outcome.interest),
              month(outcome?.months),
              month(outcome?.below30),
              month(outcome?.below10),
            ].map((text, nth) => (
              <td key={heads[nth]} role="cell" className={tableStyles.alignEnd} data-l={heads[nth]}>
                {text}
              </td>
            ))}
          </tr>
        ))}
      </ResponsiveTable>
      <div className={styles.least}>
        <Least payments={found.least.below30} share="30%" cards={asked.cards} />
        <Least payments={found.least.below10} share="10%" cards={asked.cards} />
      </div>
    </section>
  )
}

/** The least money that would reach the goal today. */
const Least = ({
  payments,
  share,
  cards,
}: {
  payments: readonly number[] | null
  share: string
  cards: PayoffRequest['cards']
}) => {
  if (payments === null) return null
  const sum = payments.reduce((total, payment) => total + payment, 0)
  if (sum === 0) return <p>{`Each card and all together are below ${share} already.`}</p>
  const parts = cards.flatMap(({ label }, index) =>
    (payments[index] ?? 0) > 0 ? `${formatCents(payments[index] ?? 0)} on ${label}` : [],
  )
  return (
    <p>
      {`The least to pay now to be below ${share} on each card and in total: `}
      <b>{formatCents(sum)}</b>
      {` (${showList(parts)}).`}
    </p>
  )
}
