import { Bureau } from '#web/ui/Bureau.tsx'
import { Choice } from '#web/ui/Choice.tsx'
import { FieldError } from '#web/ui/Field.tsx'
import { BureauChoice } from './BureauChoice.tsx'
import type { Pickable } from './pickable.ts'
import { placeOf, sentenceOfItem, type WizardPage } from './wizard-page.ts'

/** One account to choose; once chosen it asks at which of its bureaus it is wrong, if there are several. */
export const ItemChoice = ({ item, page }: { item: Pickable; page: WizardPage }) => {
  const { accountId, name, amount, fact, number } = item
  const offered = item.offered.map(({ bureau }) => bureau)
  const choice = page.wizard.choices.find(chosen => chosen.accountId === accountId)
  const sentence = sentenceOfItem(page.wizard, accountId)
  const errorId = sentence === null ? undefined : `item-${accountId}-error`
  const asks = choice !== undefined && offered.length > 1
  return (
    <div className="item">
      <Choice
        type="checkbox"
        id={placeOf({ accountId, part: 'items' })}
        aria-describedby={errorId}
        checked={choice !== undefined}
        onChange={event =>
          page.answer(
            event.target.checked ? { did: 'choose', accountId, offered } : { did: 'drop', accountId },
          )
        }
        title={
          <span className="ln1">
            <b>{name}</b>
            <span className="amt">{amount}</span>
          </span>
        }
      >
        <span className="why">
          {fact}
          {number === null ? null : <span className="acct"> Account {number}.</span>}
        </span>
        {!asks && (
          <span className="bs">
            {offered.map(bureau => (
              <Bureau key={bureau} bureau={bureau} />
            ))}
          </span>
        )}
      </Choice>
      {sentence !== null && <FieldError id={`item-${accountId}-error`} text={sentence} />}
      {asks && <BureauChoice item={item} choice={choice} page={page} describedBy={errorId} />}
    </div>
  )
}
