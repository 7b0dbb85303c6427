import { Bureau } from '#web/ui/Bureau.tsx'
import { lettersOf, type Wizard } from './wizard.ts'

/** The side card: how many items and letters, and how many items each letter holds. */
export const DisputeSoFar = ({ wizard }: { wizard: Wizard }) => {
  const letters = lettersOf(wizard)
  return (
    <aside className="card sum brief stack-s" aria-label="Your dispute so far">
      <h3>Your dispute so far</h3>
      <ul className="muted counts">
        <li>
          <span>Items</span>
          <b>{wizard.choices.length}</b>
        </li>
        <li>
          <span>Letters</span>
          <b>{letters.length}</b>
        </li>
      </ul>
      {letters.length === 0 ? null : (
        <>
          <hr />
          <ul>
            {letters.map(({ bureau, items }) => (
              <li key={bureau}>
                <Bureau bureau={bureau} />
                <span className="muted">{counted(items, 'item')}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="muted">One letter goes to each bureau that you choose.</p>
      <p className="muted">Your answers are kept until you leave this page.</p>
    </aside>
  )
}

const counted = (count: number, thing: string): string => `${count} ${count === 1 ? thing : `${thing}s`}`
