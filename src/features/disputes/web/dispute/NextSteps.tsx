import { Link } from '@tanstack/react-router'
import { usePermission } from '#web/impersonation.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import buttonStyles from '#web/ui/Button.module.css'
import layoutStyles from '#web/ui/layout.module.css'
import textStyles from '#web/ui/text.module.css'
import type { Item } from '../../dispute-contract.ts'
import { describeItem } from '../item-words.ts'
import disputeStyles from './dispute.module.css'

/** The lawful steps that the answers on an item leave open. Which to take, if any, is the person's choice. */
export const NextSteps = ({ item, disputeId }: { item: Item; disputeId: string }) => {
  const barred = usePermission('assist')
  if (item.steps.length === 0) return null
  const { name } = describeItem(item)
  return (
    <div className={`${layoutStyles.stackSmall} ${disputeStyles.nextSteps}`}>
      <h4>What you can do next</h4>
      <ul className={disputeStyles.options}>
        {item.steps.map(({ kind, title, text, bureaus }, at) => (
          <li key={`${kind} ${bureaus.join(' ')}`} className={disputeStyles.option}>
            <b>{title}</b>
            <p className={textStyles.muted}>{text}</p>
            <p className={`${layoutStyles.row} ${disputeStyles.action}`}>
              {bureaus.map(bureau => (
                <Bureau key={bureau} bureau={bureau} />
              ))}
            </p>
            {barred === null && (
              <p>
                <Link
                  className={`${buttonStyles.button} ${buttonStyles.small}`}
                  data-slot="button"
                  data-size="small"
                  to="/disputes/$disputeId/follow-up"
                  params={{ disputeId }}
                  search={{ item: item.id, next: at }}
                  aria-label={`Write this letter: ${title}, ${name}`}
                >
                  Write this letter
                </Link>
              </p>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
