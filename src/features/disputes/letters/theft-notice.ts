import { AppError } from '#api/errors.ts'
import type { BuiltDispute } from '../build-dispute.ts'
import type { TheftAsk, TheftNotice } from '../dispute-requests.ts'
import { explanationOf, findShownAccount, itemOf, kindOf, letterToCompany } from '../furnishers/build.ts'
import type { RecipientKind } from '../recipients.ts'
import { accountClaim } from './claims.ts'
import { encloses } from './enclosures.ts'
import { accountReference } from './evidence.ts'
import { identify, type ShownAccount } from './furnisher.ts'
import type { DisputeContext, LetterContent } from './letter.ts'

/** The letter about identity theft to the company that reports an account. */

type NoticeOfTheft = ShownAccount & {
  asks: TheftAsk
  kind: Extract<RecipientKind, 'furnisher' | 'collector'>
  explanation: string | null
  today: string
}

/**
 * 15 USC 1681s-2(a)(6)(B): after an identity theft report, unless the company knows or is informed that the information
 * is correct.
 */
const stopReporting =
  'Please do not furnish information about this account to any consumer reporting agency, as section 623(a)(6)(B) of the Fair Credit Reporting Act, 15 U.S.C. 1681s-2(a)(6)(B), provides after an identity theft report.'

/** 15 USC 1681m(g)(1): a collector for a third party must notify it. */
const tellCreditor =
  'If you collect this debt for someone else, please tell them that the information may be the result of identity theft, as section 615(g)(1) of the Act, 15 U.S.C. 1681m(g)(1), provides.'

const records = {
  /** 15 USC 1681g(e)(1), (2) and (4): within 30 days of a request, subject to verification, free of charge. */
  furnisher:
    'Please also send me, free of charge and within 30 days, copies of the application for this account and of the business transaction records about it that you have or that are kept for you, as section 609(e) of the Act, 15 U.S.C. 1681g(e), provides. The enclosed copies are my proof of identity and of the claim of identity theft.',
  /** 15 USC 1681m(g)(2). */
  collector:
    'In that case please also send me all information about this debt to which I would be entitled if I were not a victim of identity theft and wished to dispute it, as section 615(g)(2) of the Act provides.',
} as const

/** A notice of identity theft to the company that reports an account. It admits no debt, and itself accuses nobody. */
const theftNoticeContent = ({
  evidence,
  seen,
  asks,
  kind,
  explanation,
  today,
}: NoticeOfTheft): LetterContent => ({
  subject: `Identity theft: ${accountReference(evidence.row)}`,
  opening: `I am a victim of identity theft and enclose a copy of my identity theft report. The account below${seen}, resulted from identity theft.`,
  items: [
    {
      title: evidence.row.creditorNameReported,
      facts: identify(evidence),
      says: accountClaim('identity_theft', evidence, today).wrong,
      ownWords: explanation,
      ask: stopReporting,
    },
  ],
  closing: [
    ...(kind === 'collector' ? [tellCreditor] : []),
    ...(asks === 'stop_and_records' ? [records[kind]] : []),
    'Please tell me in writing, at the address above, what you did.',
  ],
})

/** The missing paper, as a message; null if none is missing. */
const paperMissing = (
  asks: TheftAsk,
  kind: ReturnType<typeof kindOf>,
  enclosed: DisputeContext['enclosed'],
): string | null => {
  if (!encloses(enclosed, 'identity_theft_report'))
    return 'Enclose your identity theft report: the letter asks for what the law gives with one (15 U.S.C. 1681s-2(a)(6)(B)).'
  return asks === 'stop_and_records' && kind === 'furnisher' && !encloses(enclosed, 'government_id')
    ? 'Enclose a copy of a government ID: a lender may ask for proof of who you are before it sends records (15 U.S.C. 1681g(e)(2)).'
    : null
}

/**
 * A notice of identity theft to the company that reports an account. Throws the errors of `findShownAccount`,
 * `document_needed`, or `invalid_request` for another company's address or unprintable text.
 */
export const buildTheftNotice = (
  { account, company }: TheftNotice,
  context: DisputeContext,
): BuiltDispute => {
  const { accountId, bureau, asks } = account
  const found = findShownAccount(account, context)
  const kind = kindOf(found)
  const documentIds = paperMissing(asks, kind, context.enclosed)
  if (documentIds !== null) throw new AppError('document_needed', { fields: { documentIds } })
  const explanation = explanationOf(account.explanation, context)
  const content = theftNoticeContent({ ...found, asks, kind, explanation, today: context.today })
  const item = {
    ...itemOf({ bureau, company, found }, accountId),
    type: 'theft-notice',
    reason: asks,
    explanation,
  } as const
  return letterToCompany({ bureau, company, kind, found, content, item, topics: [] }, context)
}
