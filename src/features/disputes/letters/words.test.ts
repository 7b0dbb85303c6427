import { expect, it } from 'vitest'
import { nestQuotes } from './words.ts'

it.each([
  ['They said “paid” and "closed".', "They said ‘paid’ and 'closed'."],
  ['I don’t owe it; it’s the Smiths’ card.', 'I don’t owe it; it’s the Smiths’ card.'],
  ['She said “he wrote ‘it’s paid’ twice”.', 'She said ‘he wrote “it’s paid” twice’.'],
  [`She said "he wrote 'it's paid' twice".`, `She said 'he wrote "it's paid" twice'.`],
  ['They wrote “the Smiths’ card isn’t yours”.', 'They wrote ‘the Smiths’ card isn’t yours’.'],
  ['A 27" and a 32" TV of "Oak TV".', `A 27" and a 32" TV of 'Oak TV'.`],
  ['The "account 1234" is not mine.', "The 'account 1234' is not mine."],
  ['It said “closed', 'It said ‘closed'],
])('within quotation marks %j becomes %j', (text, nested) => expect(nestQuotes(text)).toBe(nested))
