import { longestExplanation } from '../../bounds.ts'
import type { ReasonWords } from '../../reasons.ts'
import type { Option } from './pickable.ts'

/** A reason as an answer of the wizard: details may be said, and must be where the reason alone says nothing. */
export const reasonOption = (
  value: string,
  { label, hint, details }: ReasonWords,
  needed: boolean,
): Option => ({
  value,
  label,
  hint,
  words: {
    label: 'Details',
    hint: `${details} Your words go into the letter as you write them.`,
    needed,
    missing: details,
    most: longestExplanation,
  },
  days: false,
})
