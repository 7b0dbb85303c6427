import { showDay } from '#values/dates.ts'
import { showPhone } from '#values/phone.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { client } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import * as layoutStyles from '#web/ui/layout.module.css'
import * as textStyles from '#web/ui/text.module.css'
import type { ClientToOpen } from './OpenClient.tsx'

/** Clients whose documents wait for a review; absent if there are none. `onOpen` is null for auditors. */
export const ReviewQueue = ({ onOpen }: { onOpen: ((whom: ClientToOpen) => void) | null }) => {
  const { data } = useApiQuery(client.verification.reviews)
  if (!data || data.data.length === 0) return null
  return (
    <section className={`${cardStyles.card} ${layoutStyles.stackSmall}`} aria-labelledby="reviews">
      <h2 className={textStyles.heading3} id="reviews">
        Documents to review
      </h2>
      <p className={textStyles.muted}>
        Open the account with a reason, look at Documents, and decide under Profile.
      </p>
      <ul className={layoutStyles.stackSmall}>
        {data.data.map(({ userId, firstName, lastName, phoneNumber, requestedAt, needsSecond }) => (
          <li key={userId} className={layoutStyles.row}>
            <span>
              {firstName} {lastName}, {showPhone(phoneNumber)}
              <small className={textStyles.muted}>
                {' '}
                since {showDay(requestedAt, browserTimeZone)}
                {needsSecond && ', confirmed once'}
              </small>
            </span>
            {onOpen !== null && (
              <Button
                size="small"
                aria-label={`Open ${firstName} ${lastName}`}
                onClick={() => onOpen({ phoneNumber, name: `${firstName} ${lastName}`, goTo: '/profile' })}
              >
                Open
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
