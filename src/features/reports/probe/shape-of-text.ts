import { accountLabelTable } from '../readers/pdf/equifax/account-blocks.ts'
import * as experian from '../readers/pdf/experian/labels.ts'
import { createLabels } from '../readers/pdf/labels.ts'
import { transUnionWords } from '../readers/pdf/transunion/labels.ts'

/**
 * The shape of printed text without its content: `9` for digits, `A` and `a` for letters, punctuation unchanged. Runs are
 * shortened, so that they do not reveal lengths either.
 */

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)
const monthOrShort = new Set([...months, ...months.map(month => month.slice(0, 3)), 'Sept'])

const repeat = (sign: string, count: number, most: number): string => sign.repeat(Math.min(count, most))

const codeOf = (character: string): string =>
  `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`

/** Runs of one kind: digits, capitals, other letters, icons, one repeated punctuation mark, anything else. */
const runs = /\p{Nd}+|\p{Lu}+|[\p{L}\p{M}]+|\p{Co}|([!-/:-@[-`{-~])\1*|[^]/gu

const shapeOfRun = (run: string): string => {
  if (/^\p{Nd}/u.test(run)) return run.length > 4 ? '9999+' : repeat('9', run.length, 4)
  if (/^\p{Lu}/u.test(run)) return repeat('A', run.length, 3)
  if (/^[\p{L}\p{M}]/u.test(run)) return repeat('a', run.length, 3)
  return /^[!-~]/.test(run) ? run.slice(0, 4) : codeOf(run)
}

const shapeOfWord = (word: string): string => {
  const [, name = '', rest = ''] = /^(\p{L}+)(\P{L}*)$/u.exec(word) ?? []
  if (monthOrShort.has(name)) return `${name.length > 4 ? 'Month' : 'Mon'}${shapeOfWord(rest)}`
  return word.replaceAll(runs, shapeOfRun)
}

const mostWords = 8

/** URLs may contain a person or a file name; everything except their beginning is left out. */
export const shapeOfText = (text: string): string => {
  const words = text
    .normalize('NFKC')
    .split(/\s+/)
    .filter(word => word !== '')
  const shown = words
    .slice(0, mostWords)
    .map(word => (/^[a-z]{2,10}:\/\//i.test(word) ? 'https://aaa' : shapeOfWord(word)))
  return [...shown, ...(words.length > mostWords ? ['...'] : [])].join(' ')
}

/** Distinct lines in order of first occurrence, each with its count. */
export const counted = (lines: readonly string[]): string[] => {
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1)
  return [...counts].map(([line, count]) => `${String(count).padStart(5)}x ${line}`)
}

/**
 * The labels and headings of all layouts: the only words that a description of a report's shape may contain. Words that
 * also occur as values, such as `Collection`, are excluded.
 */

const split = (list: string): string[] => list.split('|').map(text => text.trim())

const equifax = split(
  'Prepared for|Confirmation #|Report Date|Average Account Age|Length of Credit History|Oldest Account|Most Recent Account|' +
    'Summary|Personal Information|Credit Accounts|Inquiries|Public Records|Dispute File Information|' +
    'Social Security Number|Date of Birth|Former Name(s)|Former Address(es)|Consumer File Notices|Consumer Statement|' +
    'Narrative Code Description|Payment History|24 Month History|Paid on Time|Company Information|' +
    'Inquiry Type|Inquiry Date(s)',
)

const pages = split(
  'Reference #|Report Date|Credit Report Date|Name|Also Known As|Former|Date of Birth|Current Address(es)|Current Address|' +
    'Previous Address(es)|Previous Address|Employers|Employer|Date Updated|Consumer Statement|Credit Score|Lender Rank|' +
    'Score Scale|Risk Factors|Total Accounts|Open Accounts|Closed Accounts|Balances|Payments|' +
    'Public Records|Inquiries(2 years)|Inquiries (2 years)|Inquiries (2 Years)|Account #|Account Type|Account Type - Detail|' +
    'Bureau Code|Account Status|Monthly Payment|Date Opened|Balance|No. of Months (terms)|High Credit|Credit Limit|Past Due|' +
    'Payment Status|Last Reported|Comments|Date Last Active|Date of Last Payment|High Balance|Last Verified|' +
    'Date of Last Activity|Date Reported|Balance Owed|Closed Date|Account Rating|Account Description|Dispute Status|' +
    'Creditor Type|Creditor Remarks|Payment Amount|Last Payment|Term Length|Past Due Amount|Payment Frequency|' +
    'Original Creditor|Two-Year payment history|Two-Year Payment History|Days Late - 7 Year History|Month|Year|' +
    'Personal Information|Summary|Account History|Inquiries|Public Information|Creditor Contacts|Creditor Name|' +
    'Type of Business|Date of inquiry|Date of Inquiry|Credit Bureau|Phone Number|Address|Type|Status|' +
    'Date Filed/Reported|Closing Date|Asset Amount|Court|Liability|Exempt Amount|Remarks|TransUnion|Transunion|' +
    'Experian|Equifax|Back to Top',
)

const known = new Set([
  ...transUnionWords,
  ...Object.values(experian).flatMap(table => Object.keys(table)),
  ...Object.keys(accountLabelTable),
  ...equifax,
  ...pages,
])

export const knownLabels = createLabels(Object.fromEntries([...known].map(text => [text, text])))

const inSmallLetters = new Map([...known].map(text => [text.toLowerCase(), text]))

/** The label or heading that a whole text is, in any case, with or without a colon. */
export const knownText = (text: string): string | null =>
  inSmallLetters.get(text.trimEnd().replace(/:$/, '').trimEnd().replaceAll(/\s+/g, ' ').toLowerCase()) ?? null
