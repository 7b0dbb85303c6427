import { Icon } from '#web/ui/Icon.tsx'
import type { Letter } from '../../dispute-contract.ts'
import { trackingLink } from './letter-state.ts'

/** The way to the parcel page of a letter; nothing for a letter without one. */
export const TrackLink = ({ letter, className }: { letter: Letter; className: string | undefined }) => {
  const tracking = trackingLink(letter)
  if (tracking === null) return null
  return (
    <a
      className={className}
      data-slot="button"
      href={tracking}
      target="_blank"
      rel="noreferrer"
      aria-label={`Track package, ${letter.bureau} letter`}
    >
      <Icon name="truck" />
      Track
    </a>
  )
}
