import type { Bureau } from '#values/bureau.ts'
import chartStyles from '#web/ui/Chart.module.css'
import { BureauMarker, lineStyles } from './BureauMark.tsx'
import { ChartMonthStop } from './ChartStop.tsx'
import { buildChartLines } from './chart-lines.ts'
import type { ChartMonth } from './chart-months.ts'
import { type ChartLayout, monthX, scoreTicks, scoreY } from './chart-scale.ts'
import { describeChart, formatMonth } from './history-words.ts'

type ChartDrawingProps = { layout: ChartLayout; months: readonly ChartMonth[]; bureaus: readonly Bureau[] }

/** One drawing of the chart, for wide or for narrow screens. Nothing in it moves by itself. */
export const ChartDrawing = ({ layout, months, bureaus }: ChartDrawingProps) => {
  const { left, right, width, height, bottom, markRadius } = layout
  const isWide = layout.name === 'wide'
  const lines = buildChartLines(layout, months, bureaus)
  return (
    <svg
      className={`${chartStyles.chart} ${isWide ? chartStyles.wideOnly : chartStyles.narrowOnly}`}
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
