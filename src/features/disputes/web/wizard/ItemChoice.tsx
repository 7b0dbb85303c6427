import { memo } from 'react'
import { EvidenceList } from '#features/findings/web/EvidenceList.tsx'
import { VerdictPill } from '#features/findings/web/VerdictPill.tsx'
import { Bureau } from '#web/ui/Bureau.tsx'
import { Choice } from '#web/ui/Choice.tsx'
import { FieldError } from '#web/ui/Field.tsx'
import { BureauChoice } from './BureauChoice.tsx'
import type { Pickable } from './pickable.ts'
import { placeOf, sentenceOfItem, type WizardPage } from './wizard-page.ts'

/** One item to choose, with what was found about it; once chosen it asks at which of its bureaus it is wrong. */
export const ItemChoice = ({ item, page }: { item: Pickable; page: WizardPage }) => {
  const { key, name, amount } = item
  const offered = item.offered.map(({ bureau }) => bureau)
  const choice = page.wizard.choices.find(chosen => chosen.key === key)
  const sentence = sentenceOfItem(page.wizard, key)
  const place = placeOf({ key, part: 'items' })
  const errorId = sentence === null ? undefined : `${place}-error`
  const asks = choice !== undefined && offered.length > 1
  return (
    <div className="item">
      <Choice
        type="checkbox"
        id={place}
        aria-describedby={errorId}
        checked={choice !== undefined}
        onChange={event =>
          page.answer(event.target.checked ? { did: 'choose', key, offered } : { did: 'drop', key })
        }
        title={
          <span className="ln1">
            <b>{name}</b>
            <span className="amt">{amount}</span>
          </span>
        }
      >
        <WhyLook item={item} />
        {!asks && (
          <span className="bs">
            {offered.map(bureau => (
              <Bureau key={bureau} bureau={bureau} />
            ))}
          </span>
        )}
      </Choice>
      {item.found.length > 0 && <Evidence item={item} />}
      {sentence !== null && <FieldError id={`${place}-error`} text={sentence} />}
      {asks && <BureauChoice item={item} choice={choice} page={page} describedBy={errorId} />}
    </div>
  )
}

/** Why it is worth a look: what was found about it, else one fact. Drawn once: a tick redraws every item of a long list. */
const WhyLook = memo(({ item: { found, fact, number } }: { item: Pickable }) => (
  <span className="why">
    {found.length === 0
      ? fact
      : found.map(finding => (
          <span key={finding.id} className="fnd">
            <VerdictPill finding={finding} /> {finding.title}
          </span>
        ))}
    {number === null ? null : (
      <>
        {' '}
        <span className="acct">Account {number}</span>
      </>
    )}
  </span>
))

const Evidence = memo(({ item: { found, name } }: { item: Pickable }) => (
  <details className="more evid">
    <summary>
      What the bureaus show<span className="vh"> of {name}</span>
    </summary>
    {found.map(finding => (
      <div key={finding.id} className="finding">
        <p className="muted">{finding.explanation}</p>
        <EvidenceList finding={finding} />
      </div>
    ))}
  </details>
))
