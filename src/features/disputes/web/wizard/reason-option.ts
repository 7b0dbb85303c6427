import { maxExplanationLength } from '../../limits.ts'
import type { ReasonWords } from '../../reason-words.ts'
import type { Option } from './disputable-item.ts'

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
    most: maxExplanationLength,
  },
  days: false,
})
