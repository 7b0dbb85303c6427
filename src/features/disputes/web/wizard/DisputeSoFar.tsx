import { Bureau } from '#web/ui/Bureau.tsx'
import cardStyles from '#web/ui/Card.module.css'
import layoutStyles from '#web/ui/layout.module.css'
import textStyles from '#web/ui/text.module.css'
import { pluralize } from '../counted.ts'
import { applyRightBureau } from './disputable-item.ts'
import wizardStyles from './wizard.module.css'
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
    <aside
      className={`${cardStyles.card} ${wizardStyles.summary} ${wizardStyles.brief} ${layoutStyles.stackSmall}`}
      aria-label="Your dispute so far"
    >
      <h3>Your dispute so far</h3>
      <ul className={`${textStyles.muted} ${wizardStyles.counts}`}>
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
                {type.countsItems && <span className={textStyles.muted}>{pluralize(items, 'item')}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
      <p className={textStyles.muted}>One letter goes to each bureau that you choose.</p>
      <p className={textStyles.muted}>We keep your answers, so you can leave and come back.</p>
    </aside>
  )
}
