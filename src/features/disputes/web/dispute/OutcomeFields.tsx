import type { Ref } from 'react'
import { RadioChoices } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import type { Item } from '../../dispute-contract.ts'
import type { FollowUp, Outcome } from '../../dispute-requests.ts'
import { listOutcomes } from '../../item-words.ts'
import { validationMessages } from '../../limits.ts'
import { today } from '../dispute-text.ts'

/** The answer of a bureau or company on an item and its day, as far as entered. */
export type AskedOutcome = { outcome: Outcome | null; on: string }

/** What is missing in an answer, with the contract's messages. */
export const missingOf = ({ outcome, on }: AskedOutcome): { outcome?: string; on?: string } => ({
  ...(outcome === null ? { outcome: validationMessages.noOutcome } : {}),
  ...(on === '' ? { on: 'Choose the day of the answer' } : {}),
  ...(on > today() ? { on: 'This day is in the future' } : {}),
})

type Props = {
  item: Item
  /** How the dispute follows up another one, if it does: a letter that only requests something has different answers. */
  follows?: FollowUp | undefined
  asked: AskedOutcome
  missing: { outcome?: string; on?: string }
  onChange: (some: Partial<AskedOutcome>) => void
  /** Gets the focus if something is missing. */
  first: Ref<HTMLFieldSetElement>
  /** Distinguishes several forms on one page. */
  name?: string
}

/** The possible answers on an item, and the day of the answer. */
export const OutcomeFields = ({
  item,
  follows,
  asked,
  missing,
  onChange,
  first,
  name = 'outcome',
}: Props) => (
  <>
    <RadioChoices
      name={name}
      ref={first}
      tabIndex={-1}
      legend="The answer"
      error={missing.outcome}
      options={listOutcomes(item, follows).map(({ outcome, label, hint }) => ({
        value: outcome,
        title: label,
        hint,
      }))}
      chosen={asked.outcome}
      onChoose={outcome => onChange({ outcome })}
    />
    <Field
      label="Day of the answer"
      hint="Date on the letter (today if there was none)."
      type="date"
      max={today()}
      value={asked.on}
      error={missing.on}
      onChange={event => onChange({ on: event.target.value })}
    />
  </>
)
