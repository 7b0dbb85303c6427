import type { Bureau } from '#values/bureau.ts'
import { Bureau as BureauName } from '#web/ui/Bureau.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import * as chartStyles from '#web/ui/Chart.module.css'
import * as textStyles from '#web/ui/text.module.css'
import { ChangeText } from './ChangeText.tsx'
import {
  buildChartLines,
  type ChartLayout,
  type ChartMonth,
  isOnScale,
  monthX,
  narrow,
  scoreTicks,
  scoreY,
  wide,
} from './chart.ts'
import * as historyTabStyles from './HistoryTab.module.css'
import {
  describeChart,
  describeMonth,
  formatMonth,
  type ScoredEntry,
  scoreChange,
  toLocalDay,
  tooltipTitle,
} from './history-text.ts'

type Trend = { bureau: Bureau; first: ScoredEntry; last: ScoredEntry }

type ScoreChartProps = {
  months: readonly ChartMonth[]
  bureaus: readonly Bureau[]
  /** For bureaus with two scores. */
  trends: readonly Trend[]
}

/** Bureaus differ by color, dash, shape and name; the tables contain every value. */
export const ScoreChart = ({ months, bureaus, trends }: ScoreChartProps) => (
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
    {trends.length > 0 && (
      <ul className={historyTabStyles.trends} aria-label="Change of each score">
        {trends.map(({ bureau, first, last }) => (
          <li key={bureau}>
            <BureauName bureau={bureau} />
            <ChangeText change={scoreChange(last.scoreNew, first.scoreNew)} />
            since {formatMonth(toLocalDay(first.reportTime).slice(0, 7), false)}
          </li>
        ))}
      </ul>
    )}
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

type ChartDrawingProps = { layout: ChartLayout; months: readonly ChartMonth[]; bureaus: readonly Bureau[] }

const ChartDrawing = ({ layout, months, bureaus }: ChartDrawingProps) => {
  const { left, right, width, height, bottom, markRadius } = layout
  const isWide = layout.name === 'wide'
  const lines = buildChartLines(layout, months, bureaus)
  return (
    <svg
      className={`${chartStyles.chart} ${historyTabStyles.drawing} ${isWide ? chartStyles.wideOnly : chartStyles.narrowOnly}`}
      viewBox={`0 0 ${width} ${height}`}
      role="group"
      aria-label={describeChart(months, bureaus)}
    >
      <g aria-hidden="true">
        {scoreTicks.map(tick => (
          <g key={tick}>
            <path
              className={
                tick === scoreTicks[0]
                  ? `${chartStyles.gridLine} ${chartStyles.baseLine}`
                  : chartStyles.gridLine
              }
              d={`M${left} ${scoreY(layout, tick)}H${right}`}
            />
            <text x={left - 12} y={scoreY(layout, tick) + 4} textAnchor="end">
              {tick}
            </text>
          </g>
        ))}
        {months.map(({ month }, place) => (
          <text key={month} x={monthX(layout, place, months.length)} y={bottom + 24} textAnchor="middle">
            {formatMonth(month, isWide)}
          </text>
        ))}
        {lines.map(({ bureau, path }) => (
          <g key={bureau} className={lineStyles[bureau]}>
            {path !== '' && <path className={chartStyles.line} d={path} />}
          </g>
        ))}
        {lines.map(({ bureau, points }) => (
          <g key={bureau} className={lineStyles[bureau]}>
            {points.map(({ x, y }) => (
              <BureauMarker key={x} bureau={bureau} x={x} y={y} r={markRadius} />
            ))}
          </g>
        ))}
        {lines.map(({ bureau, label }) => (
          <g key={bureau} className={lineStyles[bureau]}>
            <path className={chartStyles.leader} d={label.lead} />
            <text className={chartStyles.label} x={label.x} y={label.y + 4.5}>
              {isWide && `${bureau} `}
              <tspan>{label.score}</tspan>
            </text>
          </g>
        ))}
      </g>
      {months.map((month, place) => (
        <ChartMonthStop
          key={month.month}
          layout={layout}
          months={months}
          place={place}
          month={month}
          bureaus={bureaus}
        />
      ))}
    </svg>
  )
}

const tipWidth = 168
const rowHeight = 20

type ChartStopProps = {
  layout: ChartLayout
  months: readonly ChartMonth[]
  place: number
  month: ChartMonth
  bureaus: readonly Bureau[]
}

/** One keyboard stop: a line and a small table of the scores, highest first. */
const ChartMonthStop = ({ layout, months, place, month, bureaus }: ChartStopProps) => {
  const { left, top, bottom, width } = layout
  const x = monthX(layout, place, months.length)
  const step = monthX(layout, 1, months.length) - monthX(layout, 0, months.length)
  const from = Math.max(0, x - step / 2 + 2)
  const rows = bureaus
    .map(bureau => ({ bureau, score: month.scores[bureau] ?? null }))
    .toSorted((one, other) => (other.score ?? 0) - (one.score ?? 0))
  const height = 34 + Math.max(rows.length, 1) * rowHeight
  const low = bottom - layout.tipLift - height
  const covers = rows.some(({ score }) => isOnScale(score) && scoreY(layout, score) > low - 24)
  const tip = {
    x: Math.max(left, Math.min(x - tipWidth / 2, layout.tipRight - tipWidth)),
    y: covers ? top + 6 : low,
  }
  return (
    <g className={chartStyles.stop} tabIndex={0} role="img" aria-label={describeMonth(month, bureaus)}>
      <rect
        className={chartStyles.hitArea}
        x={from}
        y={top}
        width={Math.min(width, x + step / 2 - 2) - from}
        height={bottom - top}
        rx="6"
      />
      <path className={chartStyles.crosshair} d={`M${x} ${top}V${bottom}`} />
      <g className={chartStyles.tooltip}>
        <rect x={tip.x} y={tip.y} width={tipWidth} height={height} rx="10" />
        <text className={chartStyles.heading} x={tip.x + 14} y={tip.y + 23}>
          {tooltipTitle(month)}
        </text>
        {month.day === null ? (
          <text x={tip.x + 14} y={tip.y + 45.5}>
            No report
          </text>
        ) : (
          rows.map(({ bureau, score }, row) => (
            <g key={bureau} className={lineStyles[bureau]}>
              <BureauMarker bureau={bureau} x={tip.x + 19} y={tip.y + 41 + row * rowHeight} r={4} />
              <text x={tip.x + 34} y={tip.y + 45.5 + row * rowHeight}>
                {bureau}
              </text>
              <text
                className={chartStyles.value}
                x={tip.x + 154}
                y={tip.y + 45.5 + row * rowHeight}
                textAnchor="end"
              >
                {score ?? '-'}
              </text>
            </g>
          ))
        )}
      </g>
    </g>
  )
}

const lineStyles = {
  TransUnion: chartStyles.transUnion,
  Experian: chartStyles.experian,
  Equifax: chartStyles.equifax,
} satisfies Record<Bureau, string | undefined>

/** Circle, diamond, square. */
const BureauMarker = ({ bureau, x, y, r }: { bureau: Bureau; x: number; y: number; r: number }) => {
  if (bureau === 'TransUnion') return <circle className={chartStyles.marker} cx={x} cy={y} r={r} />
  if (bureau === 'Equifax')
    return <rect className={chartStyles.marker} x={x - r} y={y - r} width={2 * r} height={2 * r} rx="1" />
  const d = r * 1.36
  return <path className={chartStyles.marker} d={`M${x} ${y - d}l${d} ${d}-${d} ${d}-${d}-${d}z`} />
}
