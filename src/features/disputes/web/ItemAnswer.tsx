import { useState } from 'react'
import type { Bureau as BureauName } from '#values/bureau.ts'
import { showDay } from '#values/dates.ts'
import { useBarred } from '#web/opened.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import type { Dispute, Item } from '../dispute-contract.ts'
import { itemWords, outcomeWords } from './item-words.ts'
import { OutcomeDialog } from './OutcomeDialog.tsx'

type Props = { bureau: BureauName; item: Item; dispute: Dispute }

/** What one bureau answered on one item, and the way to note it. */
export const ItemAnswer = ({ bureau, item, dispute }: Props) => {
  const [noting, setNoting] = useState(false)
  const barred = useBarred('assist')
  const answer = item.answers.find(one => one.bureau === bureau)
  const words = answer === undefined ? null : outcomeWords(item, answer.outcome)
  const { name } = itemWords(item)
  return (
    <li>
      <Bureau bureau={bureau} />
      <span className="row">
        {words === null || answer === undefined ? (
          <Pill tone="line">No answer noted</Pill>
        ) : (
          <>
            <Pill tone={words.tone}>{words.label}</Pill>
            <span className="muted num">{showDay(answer.on)}</span>
            {answer.documentId !== null && <span className="muted">Reply kept in Documents</span>}
          </>
        )}
      </span>
      {barred === null && !dispute.awaitingAttestation && (
        <Button
          size="small"
          kind="quiet"
          onClick={() => setNoting(true)}
          aria-label={`${answer === undefined ? 'Note' : 'Change'} the answer of ${bureau} on ${name}`}
        >
          {answer === undefined ? 'Note the answer' : 'Change'}
        </Button>
      )}
      {noting && (
        <OutcomeDialog bureau={bureau} item={item} disputeId={dispute.id} onClose={() => setNoting(false)} />
      )}
    </li>
  )
}
