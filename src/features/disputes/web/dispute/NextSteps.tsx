import { Link } from '@tanstack/react-router'
import { usePermission } from '#web/opened.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import type { Item } from '../../dispute-contract.ts'
import { describeItem } from '../item-words.ts'

/** The lawful steps that the answers on an item leave open. Which to take, if any, is the person's choice. */
export const NextSteps = ({ item, disputeId }: { item: Item; disputeId: string }) => {
  const barred = usePermission('assist')
  if (item.steps.length === 0) return null
  const { name } = describeItem(item)
  return (
    <div className="stack-s steps-next">
      <h4>What you can do next</h4>
      <ul className="nexts">
        {item.steps.map(({ kind, title, text, bureaus }, at) => (
          <li key={`${kind} ${bureaus.join(' ')}`} className="next">
            <b>{title}</b>
            <p className="muted">{text}</p>
            <p className="row at">
              {bureaus.map(bureau => (
                <Bureau key={bureau} bureau={bureau} />
              ))}
            </p>
            {barred === null && (
              <p>
                <Link
                  className="btn sm"
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
