import { Bureau } from '#web/ui/Bureau.tsx'
import { pluralize } from '../counted.ts'
import { applyRightBureau } from './disputable-item.ts'
import type { WizardPage } from './wizard-page.ts'
import { countLetters } from './wizard-steps.ts'

/** The side card: how many items and letters, and how many items each letter holds. */
export const DisputeSoFar = ({
  page: { all, wizard, type },
}: {
  page: Pick<WizardPage, 'all' | 'wizard' | 'type'>
}) => {
  const letters = countLetters({ choices: wizard.choices.map(choice => applyRightBureau(choice, all)) })
  return (
    <aside className="card sum brief stack-s" aria-label="Your dispute so far">
      <h3>Your dispute so far</h3>
      <ul className="muted counts">
        {type.countsItems && (
          <li>
            <span>Items</span>
            <b>{wizard.choices.length}</b>
          </li>
        )}
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
                {type.countsItems && <span className="muted">{pluralize(items, 'item')}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="muted">One letter goes to each bureau that you choose.</p>
      <p className="muted">We keep your answers, so you can leave and come back.</p>
    </aside>
  )
}
