import { formatCents } from '#features/credit/wording.ts'
import { axisTicks } from '#features/tradelines/web/curve-scale.ts'
import { showWholeDollars } from '#values/money.ts'
import * as cardStyles from '#web/ui/Card.module.css'
import * as chartStyles from '#web/ui/Chart.module.css'
import { Disclosure } from '#web/ui/Disclosure.tsx'
import * as tableStyles from '#web/ui/ResponsiveTable.module.css'
import * as textStyles from '#web/ui/text.module.css'
import type { PayoffGoal } from '../../limits.ts'
import type { PayoffResult } from '../../payoff/payoff.ts'
import * as styles from './payoff.module.css'

type Point = Extract<PayoffResult, { kind: 'plan' }>['curve'][number]

const inDollars = (cents: number): string => showWholeDollars(cents / 100)

/** The measure drawn for each goal: the interest, or the months until the goal. */
const measures = {
  least_interest: {
    title: 'Interest by the amount each month',
    value: (point: Point) => point.interest,
    show: inDollars,
    unit: 100,
  },
  fewest_months: {
    title: 'Months by the amount each month',
    value: (point: Point) => point.months,
    show: String,
    unit: 1,
  },
  below_30: {
    title: 'Months to below 30% by the amount each month',
    value: (point: Point) => point.reached,
    show: String,
    unit: 1,
  },
  below_10: {
    title: 'Months to below 10% by the amount each month',
    value: (point: Point) => point.reached,
    show: String,
    unit: 1,
  },
} as const

type PayoffCurveProps = { points: readonly Point[]; goal: PayoffGoal; monthly: number }

/** The effect of paying more or less each month, as a chart and as a table. */
export const PayoffCurve = ({ points, goal, monthly }: PayoffCurveProps) => {
  const drawn = points.flatMap(point => {
    const value = measures[goal].value(point)
    return value === null ? [] : [{ monthly: point.monthly, value }]
  })
  if (drawn.length < 2) return null
  return (
    <figure className={`${cardStyles.card} ${styles.curve}`} aria-labelledby="payoff-curve">
      <h2 className={textStyles.heading3} id="payoff-curve">
        {measures[goal].title}
      </h2>
      <Drawing size={wide} points={drawn} goal={goal} monthly={monthly} />
      <Drawing size={narrow} points={drawn} goal={goal} monthly={monthly} />
      <Disclosure summary="Show as a table">
        <table className={tableStyles.table} aria-labelledby="payoff-curve">
          <thead>
            <tr>
              {['Each month', 'Interest', 'Months'].map((head, nth) => (
                <th key={head} scope="col" className={nth === 0 ? undefined : tableStyles.alignEnd}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map(point => (
              <tr key={point.monthly}>
                <th scope="row">{formatCents(point.monthly)}</th>
                <td className={tableStyles.alignEnd}>{formatCents(point.interest)}</td>
                <td className={tableStyles.alignEnd}>
                  {goal.startsWith('below') ? (point.reached ?? 'Never') : point.months}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Disclosure>
    </figure>
  )
}

const wide = {
  look: chartStyles.wideOnly,
  width: 720,
  height: 260,
  left: 64,
  right: 700,
  top: 16,
  bottom: 214,
  every: 2,
}
const narrow = {
  look: chartStyles.narrowOnly,
  width: 340,
  height: 230,
  left: 56,
  right: 320,
  top: 12,
  bottom: 186,
  every: 4,
}

type DrawingProps = {
  size: typeof wide
  points: readonly { monthly: number; value: number }[]
  goal: PayoffGoal
  monthly: number
}

const Drawing = ({ size, points, goal, monthly }: DrawingProps) => {
  const { left, right, top, bottom, width, height, every } = size
  const { show, unit } = measures[goal]
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return null
  const ticks = axisTicks(Math.max(...points.map(({ value }) => value)) / unit)
    .filter(tick => Number.isInteger(tick))
    .map(tick => tick * unit)
  const x = (amount: number) =>
    left + ((amount - first.monthly) / Math.max(1, last.monthly - first.monthly)) * (right - left)
  const y = (value: number) => bottom - (value / (ticks.at(-1) ?? 1)) * (bottom - top)
  const isIn = monthly >= first.monthly && monthly <= last.monthly
  return (
    <svg
      className={`${chartStyles.chart} ${size.look}`}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`From ${show(first.value)} with ${inDollars(first.monthly)} to ${show(last.value)} with ${inDollars(last.monthly)} each month.`}
    >
      {ticks.map(tick => (
        <g key={tick}>
          <path
            className={tick === 0 ? `${chartStyles.gridLine} ${chartStyles.baseLine}` : chartStyles.gridLine}
            d={`M${left} ${y(tick)}H${right}`}
          />
          <text x={left - 10} y={y(tick) + 4} textAnchor="end">
            {show(tick)}
          </text>
        </g>
      ))}
      {points
        .filter((_point, nth) => nth % every === 0)
        .map(point => (
          <text key={point.monthly} x={x(point.monthly)} y={bottom + 22} textAnchor="middle">
            {inDollars(point.monthly)}
          </text>
        ))}
      <text x={(left + right) / 2} y={bottom + 42} textAnchor="middle">
        Amount each month
      </text>
      {isIn && (
        <>
          <path className={styles.mark} d={`M${x(monthly)} ${top}V${bottom}`} />
          <text x={x(monthly) + 6} y={top + 12}>
            This plan
          </text>
        </>
      )}
      <path
        className={chartStyles.line}
        d={`M${points.map(point => `${x(point.monthly)} ${y(point.value)}`).join('L')}`}
      />
      {points.map(point => (
        <circle
          key={point.monthly}
          className={chartStyles.marker}
          cx={x(point.monthly)}
          cy={y(point.value)}
          r="4.5"
        />
      ))}
    </svg>
  )
}
