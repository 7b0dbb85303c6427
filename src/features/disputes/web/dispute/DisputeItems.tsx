import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { usePermission } from '#features/identity/web/session.ts'
import type { Bureau as BureauName } from '#values/bureau.ts'
import { showDay } from '#values/dates.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import { Button, buttonLook } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import * as layoutStyles from '#web/ui/layout.module.css'
import { Pill } from '#web/ui/Pill.tsx'
import * as responsiveTableStyles from '#web/ui/ResponsiveTable.module.css'
import * as textStyles from '#web/ui/text.module.css'
import { readsResultLettersOnly } from '../../answers/unread-words.ts'
import { isDisputeOfItems } from '../../complaint/complaint-opening.ts'
import type { Dispute, Item } from '../../dispute-contract.ts'
import { describeItem, describeOutcome } from '../../item-words.ts'
import { respondentLabel, respondents } from '../../recipients.ts'
import { CompanySteps } from '../company/CompanySteps.tsx'
import * as disputeStyles from './dispute.module.css'
import { OutcomeDialog, UndoDialog } from './OutcomeDialog.tsx'

/** What was disputed and why, the answers, and what can be done next. */
export const DisputeItems = ({ dispute }: { dispute: Dispute }) => (
  <section className={cardStyles.card} aria-labelledby="disputed">
    <header>
      <h3 id="disputed">Items</h3>
      <AddAnswerLetter dispute={dispute} />
    </header>
    <ul className={disputeStyles.items}>
      {dispute.items.map(item => (
        <OneItem key={item.id} item={item} dispute={dispute} />
      ))}
    </ul>
  </section>
)

/**
 * The link to the page that reads a bureau's answer, or a note that this kind of answer cannot be read; nothing if
 * nothing can be recorded.
 */
const AddAnswerLetter = ({ dispute }: { dispute: Dispute }) => {
  const barred = usePermission('assist')
  const asksBureaus = isDisputeOfItems(dispute) && dispute.items.some(({ bureaus }) => bureaus.length > 0)
  if (barred !== null || dispute.awaitingAttestation) return null
  if (!asksBureaus)
    return (
      <small className={textStyles.muted}>
        {`Record the answer here when it comes. ${readsResultLettersOnly}`}
      </small>
    )
  return (
    <Link
      {...buttonLook({ size: 'small' })}
      to="/disputes/$disputeId/answer"
      params={{ disputeId: dispute.id }}
    >
      Add the answer letter
    </Link>
  )
}

const OneItem = ({ item, dispute }: { item: Item; dispute: Dispute }) => {
  const { name, said } = describeItem(item)
  return (
    <li>
      <b>{name}</b>
      <span>{said}</span>
      {item.explanation !== null && <q className={textStyles.muted}>{item.explanation}</q>}
      <ul className={disputeStyles.answers} aria-label={`Answers on ${name}`}>
        {respondents(item.bureaus).map(bureau => (
          <ItemAnswer key={bureau} bureau={bureau} item={item} dispute={dispute} />
        ))}
      </ul>
      <NextSteps item={item} disputeId={dispute.id} />
      <CompanySteps item={item} dispute={dispute} />
    </li>
  )
}

type AnswerProps = { bureau: BureauName | null; item: Item; dispute: Dispute }

/** The answer of one bureau, or of the company (null), on one item, with buttons to record and remove it. */
const ItemAnswer = ({ bureau, item, dispute }: AnswerProps) => {
  const [open, setOpen] = useState<'record' | 'undo' | null>(null)
  const close = () => setOpen(null)
  const barred = usePermission('assist')
  const answer = item.answers.find(one => one.bureau === bureau)
  const words = answer === undefined ? null : describeOutcome(item, answer.outcome, dispute.follows?.kind)
  const { name } = describeItem(item)
  const respondent = respondentLabel(bureau, dispute)
  return (
    <li>
      {bureau === null ? <b>{respondent}</b> : <Bureau bureau={bureau} />}
      <span className={`${layoutStyles.row} ${disputeStyles.actions}`}>
        {words === null || answer === undefined ? (
          <Pill tone="line">No answer recorded</Pill>
        ) : (
          <>
            <Pill tone={words.tone}>{words.label}</Pill>
            <span className={`${textStyles.muted} ${textStyles.number}`}>{showDay(answer.on)}</span>
            {answer.documentId !== null && <span className={textStyles.muted}>Reply kept in Documents</span>}
            {answer.replyDeleted && <span className={textStyles.muted}>The reply was deleted</span>}
          </>
        )}
      </span>
      {barred === null && !dispute.awaitingAttestation && (
        <span className={responsiveTableStyles.actions}>
          <Button
            size="small"
            onClick={() => setOpen('record')}
            aria-label={`${answer === undefined ? 'Record' : 'Change'} the answer of ${respondent} on ${name}`}
          >
            {answer === undefined ? 'Record the answer' : 'Change'}
          </Button>
          {answer !== undefined && (
            <Button
              size="small"
              onClick={() => setOpen('undo')}
              aria-label={`Undo the answer of ${respondent} on ${name}`}
            >
              Undo
            </Button>
          )}
        </span>
      )}
      {open === 'record' && (
        <OutcomeDialog
          bureau={bureau}
          respondent={respondent}
          item={item}
          dispute={dispute}
          onClose={close}
        />
      )}
      {open === 'undo' && (
        <UndoDialog bureau={bureau} respondent={respondent} item={item} dispute={dispute} onClose={close} />
      )}
    </li>
  )
}

/** The lawful steps available after the answers on an item. Which to take, if any, is the user's choice. */
const NextSteps = ({ item, disputeId }: { item: Item; disputeId: string }) => {
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
                  {...buttonLook({ size: 'small' })}
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
