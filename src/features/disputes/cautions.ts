import type { DocumentKind } from '#features/documents/upload-rules.ts'
import { isInBankruptcy } from '#features/findings/account-facts.ts'
import { latestDay } from '#features/findings/reporting-period.ts'
import type { ReportPart } from '#features/reports/canonical.ts'
import { OLD_REPORT_DAYS } from '#features/reports/refresh-rules.ts'
import type { Bureau } from '#values/bureau.ts'
import { addBusinessDays, addDays } from '#values/business-days.ts'
import type { BuiltDispute, DisputedItem } from './build-dispute.ts'
import type { DisputeType } from './dispute-requests.ts'
import type { AccountRow } from './facts.ts'
import { enclosesEvidence } from './letters/enclosures.ts'
import { type ChangedItem, isSuperseded } from './letters/follow-up.ts'
import { joinWithAnd, longDate } from './letters/words.ts'

/** What users should know before letters are made and mailed. None of it blocks them. */

export const cautionCodes = [
  'old_report',
  'answered_since',
  'newer_report',
  'answer_changed',
  'no_identification',
  'no_support',
  'debt_in_bankruptcy',
  'denied_before',
  'asked_to_stop',
  'early_pay_day',
  'early_lift_day',
] as const
export type Caution = { code: (typeof cautionCodes)[number]; message: string }

/** The date of each bureau's part of a report. */
export type ReportDates = readonly Pick<ReportPart, 'bureau' | 'reportDate'>[]

/**
 * The caution that a report is too old to dispute from without checking a newer one; null if no part is, or has a date.
 */
export const oldReportCaution = (dates: ReportDates, today: string): Caution | null => {
  const old = dates.flatMap(({ bureau, reportDate }) =>
    reportDate !== null && addDays(latestDay(reportDate), OLD_REPORT_DAYS) < today
      ? [{ bureau, reportDate }]
      : [],
  )
  const [first] = old
  if (first === undefined) return null
  const isOneDate = dates.every(({ reportDate }) => reportDate === first.reportDate)
  const which = isOneDate
    ? `Your report is of ${longDate(first.reportDate)}`
    : joinWithAnd(old.map(({ bureau, reportDate }) => `your ${bureau} report is of ${longDate(reportDate)}`))
  return {
    code: 'old_report',
    message: `${which.slice(0, 1).toUpperCase()}${which.slice(1)}, more than ${OLD_REPORT_DAYS} days ago. The bureaus may show something else by now. Refresh your report in Analytics, or import a newer one, and check that the item is still wrong. The letters give the date of the report that they are about.`,
  }
}

const nameOf = (item: DisputedItem): string[] => {
  if (item.type === 'account' || 'shownBy' in item) return [item.creditorName]
  if (item.type === 'inquiry') return [`the inquiry by ${item.company}`]
  return item.type === 'personal-info' ? [`“${item.reportedValue}”`] : []
}

/**
 * The caution that a bureau written to answered that it changed a disputed item, which the report may show as it was
 * before.
 */
const answeredCaution = (
  items: readonly DisputedItem[],
  dates: ReportDates,
  changed: readonly ChangedItem[],
): Caution | null => {
  const context = { changed, reportDate: null, parts: [...dates] }
  const found = dates.flatMap(({ bureau }) => {
    const names = items.flatMap(item =>
      item.bureaus.includes(bureau) && isSuperseded(item, bureau, context) ? nameOf(item) : [],
    )
    return names.length === 0
      ? []
      : [
          `${bureau} answered that it corrected or deleted ${joinWithAnd(names)}, and your report is not later.`,
        ]
  })
  if (found.length === 0) return null
  return {
    code: 'answered_since',
    message: `${found.join(' ')} It may show what is no longer in your file. Refresh your report in Analytics, or import a newer one, and check that the item is still wrong. The letters give the date of the report that they are about.`,
  }
}

/**
 * The caution that another report came after letters were made; `changed` says for each item in which bureaus' files in
 * it the item was not found, and in which its reason is ruled out. An item that was not found may still be there: part
 * of a document may be unread, or an entry spelled differently.
 */
export const newerReportCaution = (
  items: readonly DisputedItem[],
  changed: readonly { goneAt: readonly Bureau[]; ruledOutAt: readonly Bureau[] }[],
): Caution => {
  const sentences = items.flatMap((item, index) => {
    const [name] = nameOf(item)
    const { goneAt, ruledOutAt } = changed[index] ?? { goneAt: [], ruledOutAt: [] }
    if (name === undefined) return []
    return [
      ...(goneAt.length === 0
        ? []
        : [
            `We did not find ${name} in its ${goneAt.length === 1 ? 'part' : 'parts'} from ${joinWithAnd(goneAt)}.`,
          ]),
      ...(ruledOutAt.length === 0
        ? []
        : [
            `The ${ruledOutAt.length === 1 ? 'letter' : 'letters'} to ${joinWithAnd(ruledOutAt)} about ${name} may no longer fit what your report shows.`,
          ]),
    ]
  })
  return {
    code: 'newer_report',
    message: [
      'You received another report after these letters were made.',
      ...sentences,
      'Check that what they dispute is still wrong. If it is not, do not confirm them.',
    ].join(' '),
  }
}

/** The caution that an answer which a follow-up may state was recorded, or removed, after its letters were made. */
export const answerChangedCaution: Caution = {
  code: 'answer_changed',
  message:
    'An answer on this item was recorded or removed after these letters were made. Read what they say about answers, and confirm them only if it is right.',
}

/** Documents that prove the user's identity and address. */
const identifying = [
  { kind: 'government_id', words: 'a government ID' },
  { kind: 'proof_of_address', words: 'a proof of address' },
] as const satisfies readonly { kind: DocumentKind; words: string }[]

/** Document kinds that are enclosed with letters unless the user leaves them out. */
export const identificationKinds: readonly DocumentKind[] = identifying.map(({ kind }) => kind)

/**
 * Requests that depend on proof of identity, at a bureau by the Act (15 U.S.C. 1681c-1(a)(1), (b)(1), (c), (i)(1)(B),
 * (2)(A)).
 */
const dependsOnIdentity: Partial<Record<DisputeType, string>> = {
  freeze: 'A bureau acts on a freeze request by mail only with proper identification (15 U.S.C. 1681c-1(i))',
  'agency-freeze': 'An agency acts on a freeze request only when it can tell who asks',
  'fraud-alert': 'A bureau places an alert only with appropriate proof of who you are (15 U.S.C. 1681c-1)',
}

/** The caution that such a request lacks the proof; null for letters of other types. */
export const identificationCaution = (
  type: DisputeType,
  enclosed: readonly { kind?: DocumentKind | undefined }[],
): Caution | null => {
  const rule = dependsOnIdentity[type]
  if (rule === undefined) return null
  const missing = identifying.filter(({ kind }) => !enclosed.some(one => one.kind === kind))
  if (missing.length === 0) return null
  return {
    code: 'no_identification',
    message: `No copy of ${missing.map(({ words }) => words).join(' or ')} is enclosed. ${rule}, so it may send the letter back or ask for copies first.`,
  }
}

/** The caution that a direct dispute encloses nothing that supports it (12 CFR 1022.43(d)(3), (f)(1)(i)). */
const supportCaution = (enclosed: readonly { kind: DocumentKind }[]): Caution | null =>
  enclosesEvidence(enclosed)
    ? null
    : {
        code: 'no_support',
        message:
          'Nothing that supports your dispute is enclosed. A direct dispute must include the documents that the company reasonably needs, such as a statement, a court order or the page of your report (12 CFR 1022.43(d)(3)). Without them it may decline to look into it.',
      }

const inBankruptcy = {
  settlement:
    'so if this debt was discharged you need not pay it, and an offer can only cost you. Ask your bankruptcy lawyer or a legal aid office before you send this, especially while the case is open.',
  goodwill: 'so if this debt was discharged, do not write that you owe it or will pay it.',
} as const

/**
 * The caution that a request is about a debt in bankruptcy. It does not block: a case may be dismissed, a debt excepted
 * from the discharge (11 U.S.C. 523(a)) or reaffirmed (524(c)), and a discharged debt may be repaid voluntarily (524(f)).
 */
export const bankruptcyCaution = (
  type: keyof typeof inBankruptcy,
  bureau: Bureau,
  { row, bankruptcies }: { row: AccountRow; bankruptcies: readonly unknown[] },
): Caution | null => {
  const isMarked = isInBankruptcy(row)
  if (!isMarked && bankruptcies.length === 0) return null
  const shows = isMarked
    ? `${bureau} shows this account as part of a bankruptcy`
    : `Your ${bureau} file lists a bankruptcy that may include this debt`
  return {
    code: 'debt_in_bankruptcy',
    message: `${shows}. Nobody may collect a discharged debt from you (11 U.S.C. 524(a)(2)), ${inBankruptcy[type]}`,
  }
}

/**
 * Each of two letters takes one to five business days by First-Class Mail, which the postal service does not guarantee
 * (usps.com, "First-Class Mail"). The answer must be in writing before anything is paid.
 */
const MAIL_BOTH_WAYS_DAYS = 10

/** The caution that an offer names a last day of payment before the written agreement that it asks for can come. */
export const payDayCaution = (payBy: string | null, today: string): Caution | null => {
  if (payBy === null || payBy > addBusinessDays(today, MAIL_BOTH_WAYS_DAYS)) return null
  return {
    code: 'early_pay_day',
    message:
      // Refused when the offer is made, but it may be confirmed later.
      payBy <= today
        ? `The letter offers to pay by ${longDate(payBy)}, and it cannot arrive by then. Do not confirm it. Make an offer with a later day.`
        : `By ${longDate(payBy)} a written agreement may not have come: this letter and the answer to it can take ${MAIL_BOTH_WAYS_DAYS} business days in the mail. Pay nothing before you have it, or name a later day.`,
  }
}

/**
 * One to five business days by First-Class Mail, and three from receipt until a credit bureau must have lifted the freeze
 * (15 U.S.C. 1681c-1(i)(3)(C)(ii)); a specialty agency has no such limit.
 */
const LIFT_BY_MAIL_DAYS = 8

/** The caution that a freeze may not be lifted by the days that a letter asks for. */
export const liftDayCaution = (item: DisputedItem, today: string): Caution | null => {
  if ((item.type !== 'freeze' && item.type !== 'agency-freeze') || item.reason !== 'lift') return null
  const asked = item.from ?? item.until
  if (asked === null || asked > addBusinessDays(today, LIFT_BY_MAIL_DAYS)) return null
  // Refused when letters are made, but they may be confirmed later.
  if (item.until !== null && item.until <= today)
    return {
      code: 'early_lift_day',
      message: `The letter asks for a lift until ${longDate(item.until)}, and it cannot arrive by then. Do not confirm it. Ask for later days, or lift the freeze online or by phone.`,
    }
  const day = asked < today ? today : asked
  const faster =
    item.type === 'freeze'
      ? 'Online or by phone a credit bureau must lift it within one hour (15 U.S.C. 1681c-1(i)(3)(C)(i)).'
      : 'Ask the agency whether it lifts a freeze faster online or by phone.'
  return {
    code: 'early_lift_day',
    message: `On ${longDate(day)} the freeze may still be in place: the letter can take five business days in the mail, and ${item.type === 'freeze' ? 'a credit bureau has three more' : 'the agency needs time'} to lift it. ${faster}`,
  }
}

/** The cautions for letters of a type. */
export const listCautions = (
  {
    type,
    items,
    reportDates,
    cautions = [],
  }: Pick<BuiltDispute, 'type' | 'items' | 'reportDates' | 'cautions'>,
  {
    enclosed,
    changed,
    today,
  }: { enclosed: readonly { kind: DocumentKind }[]; changed: readonly ChangedItem[]; today: string },
): Caution[] =>
  [
    oldReportCaution(reportDates, today),
    answeredCaution(items, reportDates, changed),
    identificationCaution(type, enclosed),
    type === 'direct' ? supportCaution(enclosed) : null,
    ...items.map(item => liftDayCaution(item, today)),
    ...items.map(item => (item.type === 'settlement' ? payDayCaution(item.payBy, today) : null)),
    ...cautions,
  ].filter(caution => caution !== null)
