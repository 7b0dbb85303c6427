import type { ReadingDoubt } from '../contract.ts'
import * as styles from './CheckReading.module.css'
import type { ShownPage } from './use-page-pictures.ts'

/** How much of the page is shown above and below the entry, in points. */
const around = 60

type PageStripProps = { page: ShownPage; place: NonNullable<ReadingDoubt['place']> }

/** The part of a page with an entry, which is marked. */
export const PageStrip = ({ page: { url, width, height }, place }: PageStripProps) => {
  const top = Math.max(0, place.top - around)
  const bottom = Math.min(height, Math.max(place.bottom, place.top) + around)
  if (top >= bottom) return null
  const label = `Page ${place.page} of your file, with this entry marked`
  return (
    <div className={styles.strip} tabIndex={0} role="group" aria-label={label}>
      <svg viewBox={`0 ${top} ${width} ${bottom - top}`} role="img" aria-label={label}>
        <image href={url} width={width} height={height} />
        <rect
          className={styles.mark}
          x="8"
          y={place.top - 4}
          width={width - 16}
          height={Math.max(place.bottom - place.top, 8) + 8}
          rx="4"
        />
      </svg>
    </div>
  )
}
