import { type AccountReason } from '#features/findings/account-reasons.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { Field, FieldError, type Wiring } from '#web/ui/Field.tsx'
import { needsExplanation, reasonsFor, reasonWords } from '../reasons.ts'
import { type Pickable, rowsAt } from './pickable.ts'
import { today } from './today.ts'
import { type Choice as Chosen, longestExplanation } from './wizard.ts'
import { placeOf, sentenceAt, type WizardPage } from './wizard-page.ts'

/** So many reasons stand in the open; the rest are one press away, and "something else" always comes last. */
const inTheOpen = 5

/** Why one account is wrong: one reason, and details in the person's own words. */
export const ItemReason = ({ item, choice, page }: { item: Pickable; choice: Chosen; page: WizardPage }) => {
  const { accountId } = item
  const { reason } = choice
  const place = placeOf({ accountId, part: 'reason' })
  const sentence = sentenceAt(page.wizard, { accountId, part: 'reason' })
  const reasons = reasonsFor(rowsAt(item, choice.bureaus), today())
  const own = reasons.filter(one => !needsExplanation(one))
  const open = own.slice(0, inTheOpen)
  const more = own.slice(inTheOpen)
  const radio = (one: AccountReason) => (
    <Choice
      key={one}
      type="radio"
      name={place}
      id={one === reasons[0] ? place : undefined}
      checked={one === reason}
      onChange={() => page.answer({ did: 'reason', accountId, reason: one })}
      title={reasonWords[one].label}
      hint={reasonWords[one].hint}
    />
  )
  return (
    <fieldset className="q" aria-describedby={sentence === null ? undefined : `${place}-error`}>
      <legend className="vh">{item.name}</legend>
      <div className="row sp">
        <h3>{item.name}</h3>
        <span className="muted num">{item.amount}</span>
      </div>
      {sentence !== null && <FieldError id={`${place}-error`} text={sentence} />}
      <div className="opts">
        {open.map(radio)}
        {more.length > 0 && (
          <details className="more" open={more.some(one => one === reason) || undefined}>
            <summary>{more.length} more reasons</summary>
            <div className="opts">{more.map(radio)}</div>
          </details>
        )}
        {reasons.filter(needsExplanation).map(radio)}
      </div>
      {reason !== null && <Details reason={reason} choice={choice} page={page} />}
    </fieldset>
  )
}

const Details = ({ reason, choice, page }: { reason: AccountReason; choice: Chosen; page: WizardPage }) => {
  const { accountId, explanation } = choice
  const about = { accountId, part: 'explanation' } as const
  const needed = needsExplanation(reason)
  const control = (wiring: Wiring) => (
    <textarea
      {...wiring}
      rows={3}
      maxLength={longestExplanation}
      required={needed}
      value={explanation}
      onChange={event => page.answer({ did: 'explain', accountId, text: event.target.value })}
    />
  )
  return (
    <Field
      label="Details"
      id={placeOf(about)}
      optional={!needed}
      hint={`${reasonWords[reason].details} Your words go into the letter as you write them.`}
      error={sentenceAt(page.wizard, about) ?? undefined}
      control={control}
    />
  )
}
