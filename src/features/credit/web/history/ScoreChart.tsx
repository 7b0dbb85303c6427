import type { Bureau } from '#values/bureau.ts'
import cardStyles from '#web/ui/Card.module.css'
import chartStyles from '#web/ui/Chart.module.css'
import textStyles from '#web/ui/text.module.css'
import { BureauMarker, lineStyles } from './BureauMark.tsx'
import { ChartDrawing } from './ChartDrawing.tsx'
import type { ChartMonth } from './chart-months.ts'
import { isOnScale, narrow, wide } from './chart-scale.ts'

type ScoreChartProps = { months: readonly ChartMonth[]; bureaus: readonly Bureau[] }

/** 'Credit Score Trend': one line a bureau, told apart by colour, dash, shape and name; the tables hold every value. */
export const ScoreChart = ({ months, bureaus }: ScoreChartProps) => (
  <figure className={`${cardStyles.card} ${chartStyles.card}`} aria-labelledby="score-trend">
    <header className={cardStyles.header}>
      <div>
        <h2 id="score-trend">Credit Score Trend</h2>
        <p>Credit score changes over the last 6 months</p>
      </div>
      <ul className={chartStyles.legend} aria-label="Legend">
        {bureaus.map(bureau => (
          <LegendLine
            key={bureau}
            bureau={bureau}
            drawn={months.some(({ scores }) => isOnScale(scores[bureau]))}
          />
        ))}
      </ul>
    </header>
    <ChartDrawing layout={wide} months={months} bureaus={bureaus} />
    <ChartDrawing layout={narrow} months={months} bureaus={bureaus} />
  </figure>
)

const LegendLine = ({ bureau, drawn }: { bureau: Bureau; drawn: boolean }) =>
  drawn ? (
    <li>
      <svg className={`${chartStyles.chart} ${chartStyles.swatch}`} viewBox="0 0 34 12" aria-hidden="true">
        <g className={lineStyles[bureau]}>
          <path className={chartStyles.line} d="M2 6H32" />
          <BureauMarker bureau={bureau} x={17} y={6} r={4.2} />
        </g>
      </svg>
      {bureau}
    </li>
  ) : (
    <li className={textStyles.dim}>{bureau}: no score to draw</li>
  )
