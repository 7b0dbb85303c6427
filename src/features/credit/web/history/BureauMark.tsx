import type { Bureau } from '#values/bureau.ts'

/** The style of everything that a chart draws of a bureau: its colour and its dash. */
export const lineStyles = {
  TransUnion: 'tu',
  Experian: 'ex',
  Equifax: 'eq',
} as const satisfies Record<Bureau, string>

/** A bureau's shape as a point of a chart: circle, diamond, square. */
export const BureauMarker = ({ bureau, x, y, r }: { bureau: Bureau; x: number; y: number; r: number }) => {
  if (bureau === 'TransUnion') return <circle className="mk" cx={x} cy={y} r={r} />
  if (bureau === 'Equifax')
    return <rect className="mk" x={x - r} y={y - r} width={2 * r} height={2 * r} rx="1" />
  const d = r * 1.36
  return <path className="mk" d={`M${x} ${y - d}l${d} ${d}-${d} ${d}-${d}-${d}z`} />
}
