import { Link } from '@tanstack/react-router'
import { showDay } from '#values/dates.ts'
import { useAsk } from '#web/ask.ts'
import { client } from '#web/client.ts'
import { useBarred } from '#web/opened.ts'
import { Note } from '#web/ui/Note.tsx'
import { counted } from './counted.ts'
import { disputeTypes, typeName } from './dispute-types.ts'
import { timeZone } from './today.ts'
import { useDraftsSent } from './use-drafts-sent.ts'

/**
 * The wizards that were left before their end, the latest first. When they cannot be asked for nothing is lost: each type
 * below leads to its own.
 */
export const WaitingDrafts = () => {
  const barred = useBarred('assist')
  const { data, isFetchedAfterMount } = useAsk(client.disputes.drafts, undefined, {
    enabled: useDraftsSent(),
    staleTime: 0,
  })
  if (data === undefined || !isFetchedAfterMount || data.data.length === 0 || barred !== null) return null
  return (
    <section className="stack-s" aria-label="Drafts">
      {data.data.map(({ type, items, savedAt }) => (
        <Note
          key={type}
          tone="plain"
          icon={disputeTypes.find(card => card.type === type)?.icon}
          title={titleOf(type, items)}
          action={
            <Link
              className="btn"
              to="/disputes/new/$type"
              params={{ type }}
              aria-label={`Continue your draft: ${typeName(type)}`}
            >
              Continue your draft
            </Link>
          }
        >
          {`Not finished, last changed ${showDay(savedAt, timeZone())}. No letter was made yet.`}
        </Note>
      ))}
    </section>
  )
}

/** A freeze is about files, so it counts no items. */
const titleOf = (type: Parameters<typeof typeName>[0], items: number): string =>
  type === 'freeze' || items === 0 ? typeName(type) : `${typeName(type)}, ${counted(items, 'item')}`
