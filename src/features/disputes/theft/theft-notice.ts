import { AppError } from '#api/errors.ts'
import type { BuiltDispute } from '../build-dispute.ts'
import type { TheftAsk, TheftNotice } from '../dispute-contract.ts'
import { explanationOf, itemOf, kindOf, letterToCompany } from '../furnishers/build.ts'
import { findShownAccount } from '../furnishers/shown-account.ts'
import { encloses } from '../letters/enclosures.ts'
import type { DisputeContext } from '../letters/letter.ts'
import { theftNoticeContent } from '../letters/theft-notice.ts'

/** Which paper is missing, as a sentence; null when none is. */
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
 * A notice of identity theft to the company that reports an account. Refuses as `findShownAccount` does, `document_needed`,
 * and `invalid_request` for an address that is another's or words that cannot be printed.
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
  const content = theftNoticeContent({ ...found, asks, kind, explanation })
  const item = {
    ...itemOf({ bureau, company, found }, accountId),
    type: 'theft-notice',
    reason: asks,
    explanation,
  } as const
  return letterToCompany({ bureau, company, kind, found, content, item, topics: [] }, context)
}
