import { Link } from '@tanstack/react-router'
import { showDay } from '#values/dates.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { usePermission } from '#web/impersonation.ts'
import buttonStyles from '#web/ui/Button.module.css'
import layoutStyles from '#web/ui/layout.module.css'
import { Note } from '#web/ui/Note.tsx'
import { pluralize } from './counted.ts'
import { disputeTypeCards, disputeTypeName } from './dispute-types.ts'
import type { DraftLine } from './use-drafts.ts'

/** The wizards that were left before their end, each with the way back; nothing when there are none. */
export const WaitingDrafts = ({ drafts }: { drafts: readonly DraftLine[] }) => {
  const barred = usePermission('assist')
  if (drafts.length === 0 || barred !== null) return null
  return (
    <section className={layoutStyles.stackSmall} aria-label="Drafts">
      {drafts.map(({ type, items, savedAt }) => (
        <Note
          key={type}
          tone="plain"
          icon={disputeTypeCards.find(card => card.type === type)?.icon}
          title={titleOf(type, items)}
          action={
            <Link
              className={buttonStyles.button}
              data-slot="button"
              to="/disputes/new/$type"
              params={{ type }}
              aria-label={`Continue your draft: ${disputeTypeName(type)}`}
            >
              Continue your draft
            </Link>
          }
        >
          {`Not finished, last changed ${showDay(savedAt, browserTimeZone)}. No letter was made yet.`}
        </Note>
      ))}
    </section>
  )
}

/** A freeze is about files, so it counts no items. */
const titleOf = (type: Parameters<typeof disputeTypeName>[0], items: number): string =>
  type === 'freeze' || items === 0
    ? disputeTypeName(type)
    : `${disputeTypeName(type)}, ${pluralize(items, 'item')}`
