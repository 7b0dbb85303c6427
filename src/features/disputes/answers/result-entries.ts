import type { Outcome } from '#features/findings/item-state.ts'
import { nameIn, splitNumber } from './item-in-letter.ts'
import type { LetterLine } from './letter-head.ts'

/**
 * The meaning of result texts. Only sentences known in full count; an unknown sentence with a result word makes the
 * result unclear, so that the user chooses. Sources: docs/reference/letters.md.
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
  // Follows the result itself and describes what else a bureau changed.
  ['additional information updated', 'nothing'],
  ['however, (?:other information has also changed|we updated)', 'nothing'],
  ['date updated', 'nothing'],
]

const meanings = known.map(([source, meaning]) => ({ pattern: new RegExp(`^${source}$`, 'i'), meaning }))

/** A word that occurs in results. */
const resultWord =
  /\b(?:deleted?|removed?|updated?|verified|accurate|correct|corrected|correctly|incorrect|inaccurate|modified|changed?|remains?|belongs?|reinserted|added|reviewed|processed|blocked|suppressed|unable)\b/i

export const hasResultWord = (text: string): boolean => resultWord.test(text)

/** A shorter line, followed by a capital letter, ends a sentence. */
const fullLine = 60

/** The sentences of consecutive lines, without their punctuation. */
const sentencesOf = (lines: readonly string[]): string[] => {
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

/** Whether lines state a result in known words, or begin like results. */
const hasKnownResult = (lines: readonly string[]): boolean =>
  sentencesOf(lines).some(sentence =>
    meanings.some(({ pattern, meaning }) => meaning !== 'nothing' && pattern.test(sentence)),
  ) ||
  lines.some(text =>
    /^(?:investigation results? ?[-–—:]|in response to your dispute|we investigated th)/i.test(text),
  )

/** The outcome stated by the lines of one result; null if they state none, several, or an unknown one. */
export const readResult = (lines: readonly LetterLine[]): Outcome | null => {
  const foundMeanings = new Set(sentencesOf(lines.map(({ text }) => text)).map(meaningOf))
  const [only, ...others] = [...foundMeanings].filter(meaning => meaning !== 'nothing')
  return only === undefined || only === 'unclear' || others.length > 0 ? null : only
}

/**
 * The entries of a result letter: the lines that name an item, with the lines that state its result. If it is unclear
 * which result belongs to which item, there is no entry.
 */
export type ResultEntry = {
  about: LetterLine[]
  result: LetterLine[]
  /** Both, as printed. */
  printed: LetterLine[]
}

/** The most lines of a result. */
const maxResultLines = 6

/** `We have researched the credit account. Account # - 1234* The results are: ... please contact: NAME`. */
const researched = /\bwe (?:have )?researched (?:the|your|this)\b/i
const resultsAre = /\bresults? (?:are|is)\b ?:? ?/i
const contact = /\b(?:if you have (?:any )?additional questions|please contact)\b/i
const outcomeLabel = /(?:^| )outcome ?: ?/i

const startsLower = ({ text }: LetterLine): boolean => /^[a-z]/.test(text)

/** Splits lines before each line that begins an entry; what precedes the first is left out. */
const splitBefore = (
  lines: readonly LetterLine[],
  isStart: (line: LetterLine) => boolean,
): LetterLine[][] => {
  const parts: LetterLine[][] = []
  for (const line of lines) {
    if (isStart(line)) parts.push([line])
    else parts.at(-1)?.push(line)
  }
  return parts
}

const afterPattern = (line: LetterLine, pattern: RegExp): LetterLine[] => {
  const match = pattern.exec(line.text)
  const text = match === null ? line.text : line.text.slice(match.index + match[0].length).trim()
  return text === '' ? [] : [{ ...line, text }]
}

/** In this style the number is printed before the result and the name after it. */
const researchedEntries = (lines: readonly LetterLine[]): ResultEntry[] => {
  const isStart = ({ text }: LetterLine) => /^[> *-]{0,8}we (?:have )?researched\b/i.test(text)
  // If columns were read as one line, entries are mixed.
  if (lines.some(line => researched.test(line.text) && !isStart(line))) return []
  return splitBefore(lines, isStart).flatMap(block => {
    const [from, ...moreResults] = placesOf(block, resultsAre)
    const [end, ...moreContacts] = placesOf(block, contact)
    const start = from === undefined ? undefined : block[from]
    if (from === undefined || end === undefined || start === undefined || end <= from) return []
    const result = [...afterPattern(start, resultsAre), ...block.slice(from + 1, end)]
    const head = { ...start, text: start.text.slice(0, start.text.search(resultsAre)) }
    const about = [...block.slice(0, from), head, ...block.slice(end, end + 2)]
    // An incomplete sentence might continue with the opposite.
    const isWhole = /[.:!]$/.test(result.at(-1)?.text ?? '')
    const isOne = moreResults.length === 0 && moreContacts.length === 0
    const printed = block.slice(0, end + 2)
    return isOne && isWhole && result.length <= maxResultLines ? [{ about, result, printed }] : []
  })
}

const placesOf = (lines: readonly LetterLine[], pattern: RegExp): number[] =>
  lines.flatMap(({ text }, at) => (pattern.test(text) ? [at] : []))

/** A company's name in capitals on a separate line. */
const isHeading = ({ text }: LetterLine): boolean =>
  /^[A-Z][A-Z &'.,/-]{3,60}$/.test(text) && !hasResultWord(text) && splitNumber(text).number === null

/** Contains a digit, colon or parenthesis, like the lines printed below a name: account numbers, dates, addresses. */
const isField = ({ text }: LetterLine): boolean => /[\d:()]/.test(text)
const isSectionTitle = ({ text }: LetterLine): boolean =>
  /^(?:your )?(?:accounts?|credit items?|credit accounts|inquiries|inquiry|collections?|personal information|results?|public records?|here are (?:your|the) results)\b.{0,20}$/i.test(
    text,
  )

/** The lines directly before a result that can name its item; none if they may name two. */
const namesBefore = (lines: readonly LetterLine[]): LetterLine[] => {
  const from = lines.findLastIndex(line => !isField(line))
  const title = lines[from]
  const isName =
    title !== undefined && !title.text.endsWith('.') && !hasResultWord(title.text) && !isSectionTitle(title)
  const near = lines.slice(isName ? from : from + 1)
  const numbered = lines.filter(({ text }) => splitNumber(text).number !== null)
  return near.length > maxResultLines || numbered.length > 1 ? [] : near
}

/** Name, number and then `Outcome: Deleted`. */
const outcomeEntries = (lines: readonly LetterLine[]): ResultEntry[] => {
  const starts = lines.flatMap(({ text }, at) => (outcomeLabel.test(text) ? [at] : []))
  const entries = starts.flatMap((start, index) => {
    const [line, ...after] = lines.slice(start, starts[index + 1])
    if (line === undefined) return []
    const head = line.text.slice(0, line.text.search(outcomeLabel)).trim()
    const before = lines.slice((starts[index - 1] ?? -1) + 1, start)
    const named = namesBefore([...before, ...(head === '' ? [] : [{ ...line, text: head }])])
    const end = after.findIndex(next => !startsLower(next))
    const goingOn = after.slice(0, end === -1 ? undefined : end)
    const above = named.filter(one => before.includes(one))
    return [
      {
        about: named,
        result: [...afterPattern(line, outcomeLabel), ...goingOn],
        printed: [...above, line, ...goingOn],
      },
    ]
  })
  // Results before their names, or in a separate column, are not read.
  return entries.every(({ about }) => about.length > 0) ? entries : []
}

type Part = { kind: 'name' | 'result'; lines: LetterLine[] }

const hasNumber = ({ text }: LetterLine): boolean => splitNumber(text).number !== null

/** Groups lines into alternating names and results. A line that is neither belongs to the previous group. */
const partsOf = (lines: readonly LetterLine[], isName: (line: LetterLine) => boolean): Part[] => {
  const parts: Part[] = []
  for (const line of lines) {
    const last = parts.at(-1)
    const isNamed = isName(line) || isHeading(line) || hasNumber(line)
    const kind = isNamed ? 'name' : hasResultWord(line.text) ? 'result' : null
    // `Account # 1234****` below its name.
    const isNumberOfLast = last?.kind === 'name' && !last.lines.some(hasNumber) && nameIn(line.text) === ''
    const goesOn = kind === 'name' ? isNumberOfLast : kind === last?.kind
    if (kind === null || goesOn) last?.lines.push(line)
    else parts.push({ kind, lines: [line] })
  }
  return parts
}

/** How many lines after a name may belong to its result. */
const maxLinesAfterName = 12

const linesBeforeName = 5

/** Whether the lines before the first name already state its result. */
const hasResultFirst = (lines: readonly LetterLine[]): boolean =>
  hasResultWord(lines.at(-1)?.text ?? '') || hasKnownResult(lines.map(({ text }) => text))

/** Each name with the result after it. A letter that seems to print results before their names has no entries. */
const alternatingEntries = (
  lines: readonly LetterLine[],
  isName: (line: LetterLine) => boolean,
): ResultEntry[] => {
  const from = lines.findIndex(line => isName(line) || hasNumber(line))
  const rest = lines.slice(from)
  if (from === -1 || hasResultFirst(lines.slice(Math.max(0, from - linesBeforeName), from))) return []
  const parts = partsOf(rest, isName)
  return parts.flatMap(({ kind, lines: about }, at) => {
    const result = parts[at + 1]
    // Something else may have been named in between.
    if (kind === 'result' || result?.kind !== 'result' || !about.slice(1).every(isField)) return []
    const relevant = result.lines.slice(0, maxLinesAfterName)
    return [{ about, result: relevant, printed: [...about, ...relevant] }]
  })
}

/** Where a letter explains its terms, or continues with text about no item. */
const isExplanation = ({ text }: LetterLine): boolean =>
  /^(?:definitions?|how to read|what (?:do )?(?:the|these|your) results mean|understanding your|explanation of|your rights|a summary of your rights|notice of rights|what happens next|next steps|if you disagree|sincerely|thank you for)\b/i.test(
    text,
  )

/** `isName`: whether a line names one of the disputed items. */
export const findEntries = (
  lines: readonly LetterLine[],
  isName: (line: LetterLine) => boolean,
): ResultEntry[] => {
  const end = lines.findIndex(isExplanation)
  // An explanation may also precede the results, which then follow the names.
  const relevant = end === -1 || !lines.slice(0, end).some(isName) ? lines : lines.slice(0, end)
  if (relevant.some(({ text }) => researched.test(text))) return researchedEntries(relevant)
  if (relevant.some(({ text }) => outcomeLabel.test(text))) return outcomeEntries(relevant)
  return alternatingEntries(relevant, isName)
}
