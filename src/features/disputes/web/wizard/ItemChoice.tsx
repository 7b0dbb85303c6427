import { memo } from 'react'
import { EvidenceList } from '#features/findings/web/FindingCard.tsx'
import findingsStyles from '#features/findings/web/findings.module.css'
import { VerdictPill } from '#features/findings/web/VerdictPill.tsx'
import { sortBureaus } from '#values/bureau.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import { Choice } from '#web/ui/Choice.tsx'
import { Disclosure } from '#web/ui/Disclosure.tsx'
import { FieldError } from '#web/ui/Field.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import textStyles from '#web/ui/text.module.css'
import { joinWithAnd } from '../../letters/words.ts'
import { BureauChoice } from './BureauChoice.tsx'
import type { DisputableItem } from './disputable-item.ts'
import wizardStyles from './wizard.module.css'
import type { Choice as Chosen } from './wizard.ts'
import { controlId, type WizardPage } from './wizard-page.ts'

type Props = {
  item: DisputableItem
  /** What was answered about it; undefined while it is not chosen. */
  choice: Chosen | undefined
  /** What is missing of the answer; null when nothing. */
  sentence: string | null
  answer: WizardPage['answer']
}

/**
 * One item to choose, with what was found about it; once chosen it asks at which of its bureaus it is wrong. Drawn again
 * when its own answer changes and not with each tick in a long list.
 */
export const ItemChoice = memo(({ item, choice, sentence, answer }: Props) => {
  const { key, name, amount } = item
  const offered = item.offered.map(({ bureau }) => bureau)
  const place = controlId({ key, part: 'items' })
  const errorId = sentence === null ? undefined : `${place}-error`
  const asks = choice !== undefined && offered.length > 1
  return (
    <div className={wizardStyles.item}>
      <Choice
        type="checkbox"
        id={place}
        aria-describedby={errorId}
        checked={choice !== undefined}
        onChange={event =>
          answer(event.target.checked ? { did: 'choose', key, offered } : { did: 'drop', key })
        }
        title={
          <span className={wizardStyles.line}>
            <b>{name}</b>
            <span className={wizardStyles.amount}>{amount}</span>
          </span>
        }
      >
        <WhyLook item={item} />
        {!asks && (
          <span className={wizardStyles.bureaus}>
            {offered.map(bureau => (
              <Bureau key={bureau} bureau={bureau} />
            ))}
          </span>
        )}
      </Choice>
      {item.findings.length > 0 && <Evidence item={item} />}
      {sentence !== null && <FieldError id={`${place}-error`} text={sentence} />}
      {asks && <BureauChoice item={item} choice={choice} answer={answer} describedBy={errorId} />}
    </div>
  )
})

/** Why it is worth a look: what was found about it, else one fact. */
const WhyLook = ({ item: { findings, fact, number } }: { item: DisputableItem }) => (
  <span className={wizardStyles.reasons}>
    {findings.length === 0
      ? fact
      : findings.map(finding => (
          <span key={finding.id} className={wizardStyles.finding}>
            <VerdictPill finding={finding} /> {finding.title}
          </span>
        ))}
    <InDispute findings={findings} />
    {number === null ? null : (
      <>
        {' '}
        <span className={`${textStyles.accountNumber} ${wizardStyles.accountNumber}`}>Account {number}</span>
      </>
    )}
  </span>
)

/** That an open dispute is about it already, at which bureaus. */
const InDispute = ({ findings }: Pick<DisputableItem, 'findings'>) => {
  const bureaus = sortBureaus([...new Set(findings.flatMap(({ dispute }) => dispute?.bureaus ?? []))])
  return bureaus.length === 0 ? null : (
    <span className={wizardStyles.finding}>
      <Pill tone="blue">In dispute</Pill> You wait for the answer of {joinWithAnd(bureaus)}.
    </span>
  )
}

const Evidence = ({ item: { findings, name } }: { item: DisputableItem }) => (
  <Disclosure
    className={wizardStyles.evidence}
    summary={
      <>
        What the bureaus show<span className={textStyles.visuallyHidden}> of {name}</span>
      </>
    }
  >
    {findings.map(finding => (
      <div key={finding.id} className={`${findingsStyles.finding} ${wizardStyles.found}`}>
        <p className={textStyles.muted}>{finding.explanation}</p>
        <EvidenceList finding={finding} />
      </div>
    ))}
  </Disclosure>
)
