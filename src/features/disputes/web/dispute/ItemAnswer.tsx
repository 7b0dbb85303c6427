import { useState } from 'react'
import type { Bureau as BureauName } from '#values/bureau.ts'
import { showDay } from '#values/dates.ts'
import { usePermission } from '#web/impersonation.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import { Button } from '#web/ui/Button.tsx'
import layoutStyles from '#web/ui/layout.module.css'
import { Pill } from '#web/ui/Pill.tsx'
import responsiveTableStyles from '#web/ui/ResponsiveTable.module.css'
import textStyles from '#web/ui/text.module.css'
import type { Dispute, Item } from '../../dispute-contract.ts'
import { describeItem, describeOutcome } from '../item-words.ts'
import disputeStyles from './dispute.module.css'
import { OutcomeDialog } from './OutcomeDialog.tsx'
import { TakeBackDialog } from './TakeBackDialog.tsx'

type Props = { bureau: BureauName; item: Item; dispute: Dispute }

/** What one bureau answered on one item, and the ways to note it and to take it back. */
export const ItemAnswer = ({ bureau, item, dispute }: Props) => {
  const [open, setOpen] = useState<'note' | 'take back' | null>(null)
  const close = () => setOpen(null)
  const barred = usePermission('assist')
  const answer = item.answers.find(one => one.bureau === bureau)
  const words = answer === undefined ? null : describeOutcome(item, answer.outcome)
  const { name } = describeItem(item)
  return (
    <li>
      <Bureau bureau={bureau} />
      <span className={`${layoutStyles.row} ${disputeStyles.actions}`}>
        {words === null || answer === undefined ? (
          <Pill tone="line">No answer noted</Pill>
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
            variant="quiet"
            onClick={() => setOpen('note')}
            aria-label={`${answer === undefined ? 'Note' : 'Change'} the answer of ${bureau} on ${name}`}
          >
            {answer === undefined ? 'Note the answer' : 'Change'}
          </Button>
          {answer !== undefined && (
            <Button
              size="small"
              variant="quiet"
              onClick={() => setOpen('take back')}
              aria-label={`Take back the answer of ${bureau} on ${name}`}
            >
              Take back
            </Button>
          )}
        </span>
      )}
      {open === 'note' && (
        <OutcomeDialog bureau={bureau} item={item} disputeId={dispute.id} onClose={close} />
      )}
      {open === 'take back' && (
        <TakeBackDialog bureau={bureau} item={item} disputeId={dispute.id} onClose={close} />
      )}
    </li>
  )
}
