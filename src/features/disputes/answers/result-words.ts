import type { Outcome } from '#features/findings/item-state.ts'
import type { LetterLine } from './letter-lines.ts'

/**
 * What the words of a result mean. Only sentences that are known whole count; a sentence with a word of a result that is not
 * known makes the result unclear, so that the person chooses. Sources: docs/reference/letters.md.
 */

type Meaning = Outcome | 'unclear' | 'nothing'

const thing =
  '(?:disputed )?(?:item|account|inquiry|collection|tradeline|address|name|information)(?:\\(s\\)|s)?'
const fromFile =
  '(?: from(?: (?:the|your|our))?(?: (?:equifax|experian|transunion))?(?: credit)?(?: (?:file|report|records?))?)?'

const known: readonly (readonly [source: string, Meaning])[] = [
  ['(?:information |item |account )?deleted', 'deleted'],
  [
    `(?:in response to your dispute, )?(?:this|the) ${thing} (?:was|has been) (?:deleted|removed)${fromFile}`,
    'deleted',
  ],
  ['(?:disputed )?information updated(?: and other information updated)?', 'corrected'],
  [
    'a change was made to the items? ?(?:\\(s\\) )?based on your dispute(?: and other information has also changed)?',
    'corrected',
  ],
  ['we investigated the information you disputed and updated', 'corrected'],
  ['the disputed information (?:was|has been) (?:corrected|updated)', 'corrected'],
  ['verified as accurate(?: and updated)?', 'verified'],
  ['disputed information accurate', 'verified'],
  ['the disputed items? ?(?:\\(s\\) )?(?:was|were) verified as accurate', 'verified'],
  [
    'we investigated the information you disputed and the disputed information was verified as accurate',
    'verified',
  ],
  [`(?:this|the) ${thing} (?:was|has been) verified as (?:accurate|reported)`, 'verified'],
  ['remains', 'verified'],
  ['we (?:have )?verified that this (?:item|account|inquiry) belongs to you', 'verified'],
  [
    '(?:we (?:have )?verified that )?this (?:item|account|inquiry) (?:is reporting|is reported|has been reported) correctly',
    'verified',
  ],
  // Said after the result itself, of what else a bureau changed.
  ['additional information updated', 'nothing'],
  ['however, (?:other information has also changed|we updated)', 'nothing'],
  ['date updated', 'nothing'],
]

const meanings = known.map(([source, meaning]) => ({ pattern: new RegExp(`^${source}$`, 'i'), meaning }))

/** A word that a result is told with. */
const resultWord =
  /\b(?:deleted?|removed?|updated?|verified|accurate|correct|corrected|correctly|incorrect|inaccurate|modified|changed?|remains?|belongs?|reinserted|added|reviewed|processed|blocked|suppressed|unable)\b/i

export const hasResultWord = (text: string): boolean => resultWord.test(text)

/** A shorter line that is followed by a capital ends what it says. */
const fullLine = 60

/** The sentences of consecutive lines, without their punctuation. */
export const sentencesOf = (lines: readonly string[]): string[] => {
  const joined = lines.reduce((text, line) => {
    const before = text.at(-1) ?? ''
    const goesOn = before !== '' && (before.length >= fullLine || /^[a-z(]/.test(line))
    return goesOn ? [...text.slice(0, -1), `${before} ${line}`] : [...text, line]
  }, [] as string[])
  return joined.flatMap(text =>
    text
      .replaceAll(/\.{2,}/g, '.')
      .split(/[.:;!?](?: |$)| [-–—] |[-–—](?=[A-Z]{4})/)
      .map(sentence => sentence.trim())
      .filter(sentence => sentence !== ''),
  )
}

const meaningOf = (sentence: string): Meaning =>
  meanings.find(({ pattern }) => pattern.test(sentence))?.meaning ??
  (hasResultWord(sentence) ? 'unclear' : 'nothing')

/** Whether lines say a result in words that are known, or begin as results do. */
export const tellsResult = (lines: readonly string[]): boolean =>
  sentencesOf(lines).some(sentence =>
    meanings.some(({ pattern, meaning }) => meaning !== 'nothing' && pattern.test(sentence)),
  ) ||
  lines.some(text =>
    /^(?:investigation results? ?[-–—:]|in response to your dispute|we investigated th)/i.test(text),
  )

/** What the lines of one result say: an outcome, or null when they say none, several, or what is not known. */
export const readResult = (lines: readonly LetterLine[]): Outcome | null => {
  const said = new Set(sentencesOf(lines.map(({ text }) => text)).map(meaningOf))
  const [only, ...others] = [...said].filter(meaning => meaning !== 'nothing')
  return only === undefined || only === 'unclear' || others.length > 0 ? null : only
}
