import type { Bureau as BureauName } from '#values/bureau.ts'

const glyphs = {
  TransUnion: 'gl gl-tu',
  Experian: 'gl gl-ex',
  Equifax: 'gl gl-eq',
} as const satisfies Record<BureauName, string>

/** Circle, diamond or square alone, where the name stands close by. */
export const BureauGlyph = ({ bureau }: { bureau: BureauName }) => (
  <i className={glyphs[bureau]} aria-hidden="true" />
)

/** A bureau's name with its shape; stands wherever a bureau is named. */
export const Bureau = ({ bureau }: { bureau: BureauName }) => (
  <span className="bur">
    <BureauGlyph bureau={bureau} />
    {bureau}
  </span>
)
