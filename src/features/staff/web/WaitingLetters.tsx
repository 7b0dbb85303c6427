import { showDay } from '#values/dates.ts'
import { showPhone } from '#values/phone.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { client } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { CursorPages, useCursorPages } from '#web/ui/CursorPages.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { ClientToOpen } from './OpenClient.tsx'

const PAGE = 25

export const disputeTypeNames = {
  account: 'Account dispute',
  inquiry: 'Inquiry dispute',
  'personal-info': 'Personal information dispute',
  direct: 'Direct dispute',
  goodwill: 'Goodwill request',
  settlement: 'Settlement offer',
  'theft-notice': 'Identity theft notice',
  freeze: 'Security freeze',
  'fraud-alert': 'Fraud alert',
  'agency-freeze': 'Agency freeze',
  validation: 'Debt validation',
  cease: 'Request to stop contact',
} as const

/**
 * Letters that wait for staff to mail them; absent if there are none, and where users mail letters themselves. `onOpen` is
 * null for auditors.
 */
export const WaitingLetters = ({ onOpen }: { onOpen: ((whom: ClientToOpen) => void) | null }) => {
  const { cursor: after, heading, turning } = useCursorPages()
  const { data, error, isPlaceholderData } = useApiQuery(
    client.disputes.waitingForStaff,
    { limit: PAGE, ...(after === undefined ? {} : { after }) },
    { keepPrevious: true },
  )
  if (error !== null) return <ErrorNote error={error} />
  if (!data || (data.data.length === 0 && after === undefined)) return null
  const { next } = data
  return (
    <section
      className={`${cardStyles.card} ${layoutStyles.stackSmall}`}
      aria-labelledby="waiting-letters"
      aria-busy={isPlaceholderData || undefined}
    >
      <h2 className={textStyles.heading3} id="waiting-letters" tabIndex={-1} ref={heading}>
        Letters to mail
      </h2>
      <p className={textStyles.muted}>
        Open the account with a reason, read the letters, and press Send Physical.
      </p>
      <ul className={layoutStyles.stackSmall}>
        {data.data.map(({ disputeId, type, bureaus, since, firstName, lastName, phoneNumber }) => {
          const name = `${firstName} ${lastName}`
          return (
            <li key={disputeId} className={layoutStyles.row}>
              <span>
                {name}, {showPhone(phoneNumber)}
                <small className={textStyles.muted}>
                  {' '}
                  {disputeTypeNames[type]} to {bureaus.join(', ')}, since {showDay(since, browserTimeZone)}
                </small>
              </span>
              {onOpen !== null && (
                <Button
                  size="small"
                  aria-label={`Open ${name}, ${disputeTypeNames[type]} to ${bureaus.join(', ')}`}
                  onClick={() => onOpen({ phoneNumber, name, goTo: `/disputes/${disputeId}` })}
                >
                  Open
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <CursorPages
        what="letters to mail"
        {...turning}
        next={next}
        busy={isPlaceholderData}
        className={layoutStyles.row}
      />
    </section>
  )
}
