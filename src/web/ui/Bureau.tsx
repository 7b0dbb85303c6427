import type { Bureau as BureauName } from '#values/bureau.ts'
import * as styles from './Bureau.module.css'

const glyphs = {
  TransUnion: styles.transUnion,
  Experian: styles.experian,
  Equifax: styles.equifax,
} satisfies Record<BureauName, string | undefined>

/** Circle, diamond or square alone, next to the name. */
export const BureauGlyph = ({ bureau }: { bureau: BureauName }) => (
  <i className={`${styles.glyph} ${glyphs[bureau]}`} data-slot="glyph" aria-hidden="true" />
)

/** A bureau's name with its shape, wherever a bureau is named. */
export const Bureau = ({ bureau }: { bureau: BureauName }) => (
  <span className={styles.bureau} data-slot="bureau">
    <BureauGlyph bureau={bureau} />
    {bureau}
  </span>
)
