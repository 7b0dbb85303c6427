import type { Bureau } from '#values/bureau.ts'
import chartStyles from '#web/ui/Chart.module.css'
import { BureauMarker, lineStyles } from './BureauMark.tsx'
import type { ChartMonth } from './chart-months.ts'
import { type ChartLayout, isOnScale, monthX, scoreY } from './chart-scale.ts'
import { describeMonth, tooltipTitle } from './history-words.ts'

const tipWidth = 168
const rowHeight = 20

type ChartStopProps = {
  layout: ChartLayout
  months: readonly ChartMonth[]
  place: number
  month: ChartMonth
  bureaus: readonly Bureau[]
}

/** A month as a stop of the keyboard and the pointer: a cross line and a small table of its scores, highest first. */
export const ChartMonthStop = ({ layout, months, place, month, bureaus }: ChartStopProps) => {
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
