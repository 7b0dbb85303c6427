import { useId, useRef, useState } from 'react'
import type { Bureau as BureauName } from '#values/bureau.ts'
import { showDay } from '#values/dates.ts'
import { useApiMutation } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote } from '#web/ui/Note.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { AnswerLetterReading } from '../../answers/answer-letter-contract.ts'
import type { Item } from '../../dispute-contract.ts'
import { describeItem, describeOutcome } from '../../item-words.ts'
import { type AskedOutcome, missingOf, OutcomeFields } from '../dispute/OutcomeFields.tsx'
import * as answerStyles from './answer.module.css'

type Read = Extract<AnswerLetterReading, { kind: 'read' }>
/** The letter's statement about an item; null if no letter was read. */
type Proposal = Pick<Read['items'][number], 'outcome' | 'quotes'>

type Props = {
  disputeId: string
  item: Item
  bureau: BureauName
  proposal: Proposal | null
  /** The day of the letter, '' if unknown. */
  on: string
  /** The letter's first page among the documents. */
  documentId: string | null
}

/** One answer of a bureau on one item: the letter's statement, and the form that the user confirms. */
export const ProposedAnswer = (props: Props) => {
  const { item, bureau, proposal } = props
  const heading = useId()
  const { name, said } = describeItem(item)
  const answer = item.answers.find(one => one.bureau === bureau)
  const words = answer === undefined ? null : describeOutcome(item, answer.outcome)
  return (
    <section className={`${cardStyles.card} ${answerStyles.answer}`} aria-labelledby={heading}>
      <div className={`${layoutStyles.row} ${layoutStyles.spread}`}>
        <div>
          <h3 id={heading}>{name}</h3>
          <p className={textStyles.muted}>{said}</p>
        </div>
        <Bureau bureau={bureau} />
      </div>
      {proposal !== null && <Quotes {...proposal} />}
      {answer === undefined || words === null ? (
        <AnswerForm {...props} name={name} />
      ) : (
        <p className={layoutStyles.row} role="status">
          <Pill tone={words.tone}>{words.label}</Pill>
          <span className={textStyles.muted}>Recorded, {showDay(answer.on)}</span>
        </p>
      )}
    </section>
  )
}

/** The letter's sentences that the proposal is based on, or that there are none. */
const Quotes = ({ outcome, quotes }: Proposal) =>
  quotes.length === 0 ? (
    <p className={textStyles.muted}>We did not find this item in the letter. Choose what the letter says.</p>
  ) : (
    <div className={layoutStyles.stackSmall}>
      <p>
        {outcome === null
          ? 'The letter names this item, in words that do not decide it. Choose what it means:'
          : 'The letter says:'}
      </p>
      <blockquote className={answerStyles.quotes}>
        {quotes.map(({ page, text }, at) => (
          <p key={`${page} ${at}`}>
            {text} <span className={textStyles.muted}>(page {page})</span>
          </p>
        ))}
      </blockquote>
    </div>
  )

const AnswerForm = ({
  disputeId,
  item,
  bureau,
  proposal,
  on,
  documentId,
  name,
}: Props & { name: string }) => {
  const [asked, setAsked] = useState<AskedOutcome>({ outcome: proposal?.outcome ?? null, on })
  const [tried, setTried] = useState(false)
  const first = useRef<HTMLFieldSetElement>(null)
  const { mutate, isPending, error } = useApiMutation(client.disputes.outcome, {
    refreshes: [client.disputes.one, client.disputes.list, client.findings.list, client.credit.analytics],
  })
  const missing = { ...(tried ? missingOf(asked) : {}), ...error?.fields }
  const confirm = () => {
    setTried(true)
    const { outcome } = asked
    if (outcome === null || Object.keys(missingOf(asked)).length > 0) return first.current?.focus()
    mutate({
      disputeId,
      itemId: item.id,
      bureau,
      outcome,
      on: asked.on,
      ...(documentId === null ? {} : { documentId }),
    })
  }
  return (
    <>
      <OutcomeFields
        item={item}
        asked={asked}
        missing={missing}
        onChange={some => setAsked({ ...asked, ...some })}
        first={first}
        name={`outcome-${item.id}-${bureau}`}
      />
      {error !== null && <ErrorNote error={error} safe="The answer is not recorded." />}
      <p>
        <Button busy={isPending} onClick={confirm} aria-label={`Confirm the answer of ${bureau} on ${name}`}>
          Confirm the answer
        </Button>
      </p>
    </>
  )
}
