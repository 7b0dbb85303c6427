import { showWholeDollars } from '#values/money.ts'
import * as cardStyles from '#web/ui/Card.module.css'
import * as chartStyles from '#web/ui/Chart.module.css'
import { Disclosure } from '#web/ui/Disclosure.tsx'
import * as responsiveTableStyles from '#web/ui/ResponsiveTable.module.css'
import * as textStyles from '#web/ui/text.module.css'
import { showDollars } from '../advice-text.ts'
import { axisTicks, type CurveLayout, createScale, narrow, type Point, wide } from './curve-scale.ts'
import * as tradelinesStyles from './tradelines.module.css'

type CostCurveProps = { points: readonly Point[]; desired: number }

/** A chart of the cost of an older average, with every value in a table. */
export const CostCurve = ({ points, desired }: CostCurveProps) => {
  if (points.length < 2) return null
  return (
    <figure className={`${cardStyles.card} ${tradelinesStyles.curve}`} aria-labelledby="tl-curve">
      <h2 className={textStyles.heading3} id="tl-curve">
        What an older average costs
      </h2>
      <p className={textStyles.muted}>The least cost for each average age, with the same limit goal.</p>
      <Drawing layout={wide} points={points} desired={desired} />
      <Drawing layout={narrow} points={points} desired={desired} />
      <Disclosure summary="Show as a table">
        <table className={responsiveTableStyles.table} aria-labelledby="tl-curve">
          <thead>
            <tr>
              <th scope="col">Average age</th>
              <th scope="col" className={responsiveTableStyles.alignEnd}>
                Least cost
              </th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ averageAge, cost }) => (
              <tr key={averageAge}>
                <th scope="row">{averageAge.toFixed(1)} years</th>
                <td className={responsiveTableStyles.alignEnd}>{showDollars(cost)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Disclosure>
    </figure>
  )
}

const summary = (points: readonly Point[]): string => {
  const [first, last] = [points[0], points.at(-1)]
  return first && last
    ? `From ${first.averageAge.toFixed(1)} years for ${showDollars(first.cost)} to ${last.averageAge.toFixed(1)} years for ${showDollars(last.cost)}.`
    : ''
}

const Drawing = ({ layout, points, desired }: CostCurveProps & { layout: CurveLayout }) => {
  const { x, y } = createScale(layout, points)
  const { left, right, top, bottom, width, height, name } = layout
  const ages = points.map(({ averageAge }) => averageAge)
  const isIn = desired >= Math.min(...ages) && desired <= Math.max(...ages)
  const shownAges = name === 'wide' ? ages : ages.filter((_age, index) => index % 2 === 0)
  const path = points.map(({ averageAge, cost }) => `${x(averageAge)} ${y(cost)}`).join('L')
  return (
    <svg
      className={`${chartStyles.chart} ${name === 'wide' ? chartStyles.wideOnly : chartStyles.narrowOnly}`}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={summary(points)}
    >
      {axisTicks(Math.max(...points.map(({ cost }) => cost), 1)).map(mark => (
        <g key={mark}>
          <path
            className={mark === 0 ? `${chartStyles.gridLine} ${chartStyles.baseLine}` : chartStyles.gridLine}
            d={`M${left} ${y(mark)}H${right}`}
          />
          <text x={left - 10} y={y(mark) + 4} textAnchor="end">
            {showWholeDollars(mark)}
          </text>
        </g>
      ))}
      {shownAges.map(age => (
        <text key={age} x={x(age)} y={bottom + 22} textAnchor="middle">
          {age.toFixed(1)}
        </text>
      ))}
      <text x={(left + right) / 2} y={bottom + 42} textAnchor="middle">
        Average age in years
      </text>
      {isIn && (
        <>
          <path className={tradelinesStyles.goal} d={`M${x(desired)} ${top}V${bottom}`} />
          <text x={x(desired) + 6} y={top + 12}>
            Your goal
          </text>
        </>
      )}
      <path className={chartStyles.line} d={`M${path}`} />
      {points.map(({ averageAge, cost }) => (
        <circle key={averageAge} className={chartStyles.marker} cx={x(averageAge)} cy={y(cost)} r="4.5" />
      ))}
    </svg>
  )
}
