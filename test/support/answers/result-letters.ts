import type { LetterLine } from '#features/disputes/answers/letter-head.ts'
import type { AskedDispute, AskedItem } from '#features/disputes/answers/read-answer.ts'
import type { Outcome } from '#features/findings/item-state.ts'
import type { Bureau } from '#values/bureau.ts'
import { type Chance, chanceOf } from '../chance.ts'

/**
 * Invented answer letters in the styles of the three bureaus, each with its true result for every disputed item. Companies,
 * people and numbers are invented.
 */

export type ResultLetter = {
  name: string
  bureau: Bureau
  dispute: AskedDispute
  lines: LetterLine[]
  /** The result that the letter clearly states for an item; `unclear`: its text does not decide it. */
  truth: ReadonlyMap<string, Outcome | 'unclear'>
  /** The items for which a proposal is expected. */
  tells: number
}

type Result = { outcome: Outcome | 'unclear'; lines: readonly string[] }

const transUnion: readonly [Result, ...Result[]] = [
  {
    outcome: 'deleted',
    lines: ['In response to your dispute, this item was DELETED from your credit report.'],
  },
  { outcome: 'deleted', lines: ['INVESTIGATION RESULTS - INFORMATION DELETED'] },
  {
    outcome: 'verified',
    lines: [
      'We investigated the information you disputed and the disputed information was VERIFIED AS',
      'ACCURATE. Here is how this item appears on your credit report following our investigation.',
    ],
  },
  {
    outcome: 'verified',
    lines: [
      'INVESTIGATION RESULTS - VERIFIED AS ACCURATE AND UPDATED: The disputed item was verified as',
      'accurate; however, other information has also changed.',
    ],
  },
  { outcome: 'verified', lines: ['DISPUTED INFORMATION ACCURATE. ADDITIONAL INFORMATION UPDATED.'] },
  {
    outcome: 'corrected',
    lines: [
      'INVESTIGATION RESULTS - DISPUTED INFORMATION UPDATED: A change was made to the item(s)',
      'based on your dispute.',
    ],
  },
  {
    outcome: 'corrected',
    lines: ['We investigated the information you disputed and updated: Balance; Date Updated'],
  },
  {
    outcome: 'unclear',
    lines: ['We investigated this item, verified it belongs to you, and updated: Balance'],
  },
  { outcome: 'unclear', lines: ['INVESTIGATION RESULTS - VERIFIED AND UPDATED'] },
  { outcome: 'unclear', lines: ['This item was suppressed in line with our policy.'] },
]

const experian: readonly [Result, ...Result[]] = [
  { outcome: 'deleted', lines: ['Outcome: Deleted', 'This item was removed from your credit report.'] },
  {
    outcome: 'verified',
    lines: ['Outcome: Remains', 'The company that reported it certified to Experian that it is accurate.'],
  },
  { outcome: 'verified', lines: ['Outcome: Verified as accurate'] },
  { outcome: 'verified', lines: ['Outcome: Verified as accurate', 'and updated'] },
  {
    outcome: 'unclear',
    lines: [
      'Outcome: Updated - The item you disputed has been updated, which may include an update to',
      'the disputed information.',
    ],
  },
  { outcome: 'unclear', lines: ['Outcome: Processed'] },
  { outcome: 'unclear', lines: ['Outcome: Dele ed'] },
]

const equifax: readonly [Result, ...Result[]] = [
  { outcome: 'deleted', lines: ['The results are: This item has been deleted from the credit file.'] },
  {
    outcome: 'deleted',
    lines: ['The results are:', 'This account has been deleted from the', 'Equifax credit file.'],
  },
  { outcome: 'verified', lines: ['The results are: We verified that this item belongs to you.'] },
  {
    outcome: 'verified',
    lines: ['The results are: We have verified that this account has been reported correctly.'],
  },
  { outcome: 'corrected', lines: ['The results are: The disputed information has been corrected.'] },
  {
    outcome: 'unclear',
    lines: [
      'The results are: We verified that this item belongs to you. Additional information has been',
      'updated. THE FOLLOWING FIELDS HAVE BEEN MODIFIED: BALANCE.',
    ],
  },
  {
    outcome: 'unclear',
    lines: ['The results are: The historical account information on this account has been deleted.'],
  },
  { outcome: 'unclear', lines: ['The results are: This item was not deleted from the credit file.'] },
]

type Company = { name: string; address: string }
const companies: readonly [Company, ...Company[]] = [
  { name: 'MERIDIAN COLLECTIONS', address: 'PO BOX 4410, DAYTON, OH 45401' },
  { name: 'HARBOR FIRST BANK', address: '12 HARBOR ST, SALEM, MA 01970' },
  { name: 'CEDAR AUTO FINANCE', address: '880 CEDAR RD, TULSA, OK 74101' },
  { name: 'NORTHGATE CREDIT UNION', address: '5 NORTHGATE AVE, BOISE, ID 83701' },
  { name: 'PALOMA RETAIL CARD', address: 'PO BOX 77, PHOENIX, AZ 85001' },
  { name: 'QUILL STUDENT LOANS', address: '301 QUILL BLVD, MADISON, WI 53701' },
]

/** A number as printed by a bureau: some digits at the start or the end, the others masked. */
const masked = (digits: string, bureau: Bureau): string =>
  bureau === 'Equifax'
    ? `*${digits.slice(-4)}`
    : bureau === 'Experian'
      ? `${digits.slice(0, 8)}XXXX`
      : `${digits.slice(0, 8)}****`

type Entry = { id: string | null; company: Company; digits: string; result: Result; isInquiry: boolean }

const heads: Readonly<Record<Bureau, readonly string[]>> = {
  TransUnion: ['TransUnion LLC', 'P.O. Box 2000', 'Chester, PA 19016'],
  Experian: ['Experian', 'P.O. Box 9701', 'Allen, TX 75013'],
  Equifax: ['EQUIFAX', 'Equifax Information Services LLC', 'P.O. Box 105314', 'Atlanta, GA 30348'],
}

const entryLines = (
  bureau: Bureau,
  { company: { name, address }, digits, result, isInquiry }: Entry,
  layout: Wear,
): string[] => {
  const number = masked(digits, bureau)
  if (layout === 'columns apart') return isInquiry ? [name] : [`${name} # ${number}`]
  if (layout === 'result first')
    return [...result.lines, isInquiry ? name : `${name} # ${number}`, address, 'Date opened: 03/01/2022']
  switch (bureau) {
    case 'TransUnion':
      return isInquiry
        ? [name, `( ${address} )`, ...result.lines]
        : [
            `${name} # ${number}`,
            `( ${address}, (800) 555-0100 )`,
            ...result.lines,
            'Balance: $1,284',
            'Date opened: 03/01/2022',
          ]
    case 'Experian':
      return isInquiry
        ? [name, 'Date of inquiry: 10/02/2026', ...result.lines]
        : [name, `Account number: ${number}`, ...result.lines]
    case 'Equifax':
      return [
        isInquiry
          ? '>>> We have researched the inquiry.'
          : `>>> We have researched the credit account. Account # - ${number}`,
        ...result.lines,
        `If you have additional questions about this item please contact: ${name}, ${address}`,
      ]
  }
}

const intros: Readonly<Record<Bureau, readonly string[]>> = {
  TransUnion: [
    'Our investigation of your dispute is now complete. Information that could not be verified',
    'was updated or deleted. Please read the results below.',
    'Your accounts',
  ],
  Experian: [
    'We completed the investigation of the items you disputed. Here are your results:',
    'Credit items',
  ],
  Equifax: [
    'Below are the results of your request for us to reinvestigate certain elements of your',
    'Equifax credit file. The Results Of Our Reinvestigation',
  ],
}

const legend = [
  'Definitions',
  'Deleted: the item was removed from your credit report.',
  'Remains: the item was not changed. Verified as accurate: the company certified it.',
  'You may dispute again. A dispute may be found frivolous if it adds nothing.',
]

/** Damage by a scan, or an unknown layout. */
export type Wear = 'none' | 'lost result' | 'lost line' | 'two columns' | 'result first' | 'columns apart'

const person = { firstName: 'Maya', lastName: 'Brooks' }

const wear = (lines: string[], kind: Wear, chance: Chance): string[] => {
  if (kind === 'lost line') {
    const at = chance.between(6, lines.length - 1)
    return lines.filter((_, index) => index !== at)
  }
  if (kind === 'lost result') {
    const results = lines.flatMap((line, index) =>
      /delet|verif|updat|remain|outcome/i.test(line) ? [index] : [],
    )
    const at = results[chance.between(0, Math.max(0, results.length - 1))]
    return lines.filter((_, index) => index !== at)
  }
  if (kind === 'two columns') {
    const half = Math.ceil(lines.length / 2)
    return lines.slice(0, half).map((line, index) => `${line} ${lines[half + index] ?? ''}`.trim())
  }
  return lines
}

const toLines = (texts: readonly string[]): LetterLine[] =>
  texts.map((text, at) => ({ page: 1 + Math.floor(at / 45), text }))

const results = { TransUnion: transUnion, Experian: experian, Equifax: equifax }

/** One letter of a bureau about two or three disputed items and as many that were not disputed here. */
export const resultLetter = (seed: number, bureau: Bureau, kind: Wear = 'none'): ResultLetter => {
  const chance = chanceOf(seed)
  const entries: Entry[] = Array.from({ length: chance.between(2, 5) }, (_, at) => {
    // Some letters contain the same company twice, with another number.
    const company = companies[chance.is(0.15) ? 0 : (seed + at) % companies.length] ?? companies[0]
    const isInquiry = at > 0 && chance.is(0.2) && bureau !== 'Experian'
    return {
      id: chance.is(0.7) || at === 0 ? `item-${at}` : null,
      company,
      digits: chance.digits(16).replace(/^0/, '4'),
      result: chance.one(results[bureau]),
      isInquiry,
    }
  })
  const own = entries.filter(({ id }) => id !== null)
  const items: AskedItem[] = own.map(({ id, company, digits, isInquiry }) => ({
    id: id ?? '',
    at: [
      {
        bureau,
        named: isInquiry
          ? { kind: 'inquiry', name: company.name }
          : {
              kind: 'account',
              name: company.name,
              number: bureau === 'Equifax' ? `****${digits.slice(-4)}` : `${digits.slice(0, 8)}****`,
            },
      },
    ],
  }))
  const hasLegend = chance.is(0.5)
  const texts = [
    ...heads[bureau],
    chance.one(['November 20, 2026', 'Date: 11/20/2026', 'Date issued: Nov 20, 2026']),
    'MAYA BROOKS',
    '4417 Alder Court',
    'Springfield, IL 62701',
    chance.one(['Dear Maya Brooks:', 'Dear Ms. Brooks,', 'Dear Consumer']),
    ...intros[bureau],
    ...entries.flatMap(entry => entryLines(bureau, entry, kind)),
    ...(kind === 'columns apart' ? entries.flatMap(({ result }) => result.lines) : []),
    ...(hasLegend ? legend : []),
    'Sincerely,',
    `${bureau} Consumer Relations`,
  ]
  return {
    name: `${bureau} ${seed}, ${kind}`,
    bureau,
    dispute: { items, others: [], person, createdOn: '2026-10-15', today: '2026-11-23' },
    lines: toLines(wear(texts, kind, chance)),
    truth: new Map(own.map(({ id, result }) => [id ?? '', result.outcome])),
    tells: own.filter(({ result }) => result.outcome !== 'unclear').length,
  }
}

const notices: Readonly<Record<Bureau, readonly (readonly string[])[]>> = {
  TransUnion: [
    [
      'We have determined that your dispute is frivolous or irrelevant, because you did not provide',
      'sufficient information to investigate it.',
    ],
    ['It appears that the correspondence was not sent by you. As a result we did not process it.'],
  ],
  Experian: [
    [
      'We received a suspicious request in the mail regarding your personal credit report and',
      'determined that it was not sent by you.',
    ],
    ['We are unable to verify your identity. Please send us copies of your driver license.'],
  ],
  Equifax: [
    ['We were not able to locate your credit file with the identification that you provided.'],
    ['Equifax considers your dispute frivolous, since it is the same as an earlier one.'],
  ],
}

/** Letters that refuse an investigation. */
export const refusalLetters = (bureau: Bureau): ResultLetter[] =>
  notices[bureau].map((said, at) => {
    const plain = resultLetter(at + 1, bureau)
    const texts = [
      ...heads[bureau],
      'November 20, 2026',
      'Maya Brooks',
      'Dear Maya Brooks:',
      ...said,
      'Sincerely,',
    ]
    return {
      ...plain,
      name: `${bureau} refusal ${at + 1}`,
      lines: toLines(texts),
      truth: new Map([...plain.truth.keys()].map(id => [id, 'frivolous' as const])),
      tells: plain.truth.size,
    }
  })
