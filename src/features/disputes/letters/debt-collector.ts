import { showMoney } from '#values/money.ts'
import type { ContactMedium, DebtClaim } from '../collectors/debt-answers.ts'
import type { NamedDebt } from '../collectors/fields.ts'
import { findPeriod, type KnownNotice, withDaysInTime } from '../collectors/validation-period.ts'
import { afterNumber, type FactLine } from './evidence.ts'
import type { LetterContent } from './letter.ts'
import { longDate } from './words.ts'

/**
 * The texts of letters to debt collectors. None admits a debt: it is always the debt that the collector claims the user
 * owes.
 */

/** A debt in a letter: where it was seen, and what is shown about it. */
export type LetterDebt = Omit<NamedDebt, 'accountId' | 'bureau'> & {
  /** What the amount is. */
  amountLabel: 'Amount you ask for' | 'Balance' | 'Past due'
  /** Who reports it, which may be another company than the letter's; null if the user typed the debt. */
  reportedBy: string | null
  /** `my credit report of November 2, 2026 shows in my TransUnion file`; null if the user typed the debt. */
  seenIn: string | null
  /** Its number at another bureau that shows more digits. */
  clearerNumber: FactLine | null
}

export type ValidationRequest = {
  debt: LetterDebt
  notice: KnownNotice
  /** `YYYY-MM-DD`. */
  today: string
  /** The disputed amount; null for all of it. */
  partAmount: string | null
  claims: readonly DebtClaim[]
  asksOriginalCreditor: boolean
  explanation: string | null
}

const factsOf = (debt: LetterDebt): FactLine[] => {
  const { number, amount, amountLabel, originalCreditor, reportedBy, seenIn, clearerNumber } = debt
  const given = [
    ['Reported by', reportedBy],
    [seenIn === null ? 'Your number' : 'Account number', number],
    ['Original creditor', originalCreditor],
    [amountLabel, amount === null ? null : showMoney(amount)],
  ] as const
  const shown = given.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]))
  return afterNumber(shown, clearerNumber)
}

const title = 'The debt that you say I owe'

const openingOf = ({ seenIn }: LetterDebt): string =>
  `I write about the debt below, which you say I owe${seenIn === null ? '' : ` and which ${seenIn}`}.`

const noAdmission = 'Nothing in this letter is an admission that I owe this debt or any part of it.'

/** The prompts of the model validation notice (12 CFR part 1006, appendix B), without stating that anything is owed. */
const claimSentences: Readonly<Record<DebtClaim, string>> = {
  not_mine: 'This is not my debt.',
  wrong_amount: 'The amount that you say I owe is wrong.',
}

const noticeSentences = ({ state, on, endsOn }: KnownNotice): string[] => {
  if (state === 'not_come')
    return ['I have not received the notice of this debt that 15 U.S.C. 1692g(a) provides for.']
  return [
    on === null ? null : `Your notice of this debt came on ${longDate(on)}.`,
    endsOn === null ? null : `Your notice gives ${longDate(endsOn)} as the last day to dispute.`,
  ].filter(sentence => sentence !== null)
}

/**
 * Section 809(b) of the Act, 15 U.S.C. 1692g(b): what a collector must send after a timely dispute before it continues.
 */
const requestOf = ({ asksOriginalCreditor, notice }: ValidationRequest): string =>
  [
    'Please send me verification of the debt or a copy of a judgment.',
    ...(asksOriginalCreditor
      ? ['Please also send me the name and address of the original creditor, if it is not the current one.']
      : []),
    ...(notice.state === 'not_come' ? ['If you have not sent the notice, please send it.'] : []),
  ].join(' ')

const rule = '15 U.S.C. 1692g(b) and 12 CFR 1006.38'

/**
 * The request to stop collecting, which requires a dispute within the validation period. The letter never calls itself
 * timely, because it may be mailed later than it is created. If the period is unknown the request is conditional, and
 * after the period it is omitted.
 */
const stopOf = ({ notice, today, partAmount, asksOriginalCreditor }: ValidationRequest): string[] => {
  const what = partAmount === null || asksOriginalCreditor ? 'the debt' : 'the part that I dispute'
  switch (findPeriod(notice, today).state) {
    case 'open':
      return [
        `Until you have sent me what I ask for, please stop collecting ${what}, as ${rule} provide for a dispute made in writing within the validation period.`,
      ]
    case 'not_begun':
    case 'unknown':
      return [
        `For a dispute within the validation period ${rule} provide that you stop collecting ${what} until you have sent what is asked for. If this letter reaches you in that time or before it, please do so.`,
      ]
    case 'over':
      return []
  }
}

/** A dispute of a debt with the request for verification: 15 U.S.C. 1692g(b), 12 CFR 1006.38. */
export const validationContent = (request: ValidationRequest): LetterContent => {
  const { debt, notice, today, partAmount, claims, explanation } = request
  const disputed =
    partAmount === null ? 'I dispute the whole debt.' : `I dispute ${showMoney(partAmount)} of it.`
  return {
    subject: 'Dispute of a debt and request for verification',
    opening: openingOf(debt),
    items: [
      {
        title,
        facts: factsOf(debt),
        says: [
          disputed,
          ...claims.map(claim => claimSentences[claim]),
          // A day that has passed would tell the collector that the dispute is late.
          ...noticeSentences(withDaysInTime(notice, today)),
        ],
        ownWords: explanation,
        ask: requestOf(request),
      },
    ],
    closing: [
      ...stopOf(request),
      'If you tell a credit bureau or anyone else about this debt, please say that it is disputed (15 U.S.C. 1692e(8)).',
      `${noAdmission} Please answer in writing to the address above.`,
    ],
  }
}

export type CeaseRequest = {
  debt: LetterDebt
  /** What should stop; null for all communication. */
  limits: { media: readonly ContactMedium[]; notAtWork: boolean } | null
  explanation: string | null
}

const mediumWords: Readonly<Record<ContactMedium, string>> = {
  phone: 'by phone',
  text: 'by text message',
  email: 'by email',
}

/**
 * Contact media that a consumer asks a collector not to use (12 CFR 1006.14(h)(1)), and the workplace as an inconvenient
 * place (15 U.S.C. 1692c(a)(1), 12 CFR 1006.6(b)(1)(ii)). Times and other places are in the user's own words.
 */
const limitSentences = ({ media, notAtWork }: NonNullable<CeaseRequest['limits']>): string[] => [
  ...(media.length === 0
    ? []
    : [
        `Please do not contact me ${media.map(medium => mediumWords[medium]).join(' or ')} (12 CFR 1006.14(h)).`,
      ]),
  ...(notAtWork
    ? [
        'Please do not contact me at my place of work. That place is inconvenient to me (15 U.S.C. 1692c(a)(1)).',
      ]
    : []),
]

/** What remains allowed. The user's own words may name mail, or the home to which it comes. */
const closingOf = ({ limits, explanation }: Pick<CeaseRequest, 'limits' | 'explanation'>): string[] => {
  if (limits === null)
    return [
      'You may still tell me that you end your efforts to collect it, or notify me of a specific remedy that you or the creditor may invoke or intend to invoke (15 U.S.C. 1692c(c)(1) to (3)).',
    ]
  return explanation === null ? ['You may write to me by mail at the address above.'] : []
}

/** The request to stop communicating about a debt, or to stop in some ways: 15 U.S.C. 1692c, 12 CFR 1006.6 and 1006.14(h). */
export const ceaseContent = ({ debt, limits, explanation }: CeaseRequest): LetterContent => ({
  subject: limits === null ? 'Request to cease communication' : 'Request about how you contact me',
  opening: openingOf(debt),
  items: [
    {
      title,
      facts: factsOf(debt),
      says:
        limits === null
          ? ['I want you to cease further communication with me about this debt.']
          : ['This letter is about how you contact me. It does not ask you to stop all communication.'],
      ownWords: explanation,
      ask:
        limits === null
          ? 'Please do so from the day you receive this letter, as 15 U.S.C. 1692c(c) and 12 CFR 1006.6(c) provide.'
          : [
              ...limitSentences(limits),
              ...(explanation === null
                ? []
                : [
                    'Please do not contact me at the times or places that I name. They are inconvenient to me (15 U.S.C. 1692c(a)(1)).',
                  ]),
            ].join(' '),
    },
  ],
  closing: [...closingOf({ limits, explanation }), noAdmission],
})
