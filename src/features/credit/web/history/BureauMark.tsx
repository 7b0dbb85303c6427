import type { Bureau } from '#values/bureau.ts'
import chartStyles from '#web/ui/Chart.module.css'

/** The style of everything that a chart draws of a bureau: its colour and its dash. */
export const lineStyles = {
  TransUnion: chartStyles.transUnion,
  Experian: chartStyles.experian,
  Equifax: chartStyles.equifax,
} satisfies Record<Bureau, string | undefined>

/** A bureau's shape as a point of a chart: circle, diamond, square. */
export const BureauMarker = ({ bureau, x, y, r }: { bureau: Bureau; x: number; y: number; r: number }) => {
  if (bureau === 'TransUnion') return <circle className={chartStyles.marker} cx={x} cy={y} r={r} />
  if (bureau === 'Equifax')
    return <rect className={chartStyles.marker} x={x - r} y={y - r} width={2 * r} height={2 * r} rx="1" />
  const d = r * 1.36
  return <path className={chartStyles.marker} d={`M${x} ${y - d}l${d} ${d}-${d} ${d}-${d}-${d}z`} />
}
