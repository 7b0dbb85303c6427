import type { Basis, Factor, FullReport, ShownAccount } from '#features/credit/contract.ts'
import type { CreditFacts } from '#features/credit/facts.ts'
import { accountName } from '#features/credit/wording.ts'
import type { Bureau } from '#values/bureau.ts'

/**
 * Where a figure of an answer stands. `field` is its place in the analytics' answer: the list, the id in it, and the
 * field (`accountInformation/{id}/creditLimit`); outside the report `history`, `disputes/{id}`, `user/subscription`.
 */
export type Citation = { label: string; bureau?: Bureau; field: string }

/** A bureau's score. */
export const citeScore = ({ bureau }: { bureau: Bureau }): Citation => ({
  label: `${bureau} score`,
  bureau,
  field: 'creditScores/score',
})

/** A bureau's scores over time. */
export const citeScoreHistory = (bureau: Bureau): Citation => ({
  label: `${bureau} score history`,
  bureau,
  field: 'history',
})

/** A factor as Overview shows it. */
export const citeFactor = ({ id, title }: Pick<Factor, 'id' | 'title'>): Citation => ({
  label: title,
  field: `creditFactors/${id}`,
})

/** A field of an account's row. */
export const citeAccount = (row: ShownAccount, field: keyof ShownAccount, facts: CreditFacts): Citation => ({
  label: accountName(row, facts),
  bureau: row.bureau,
  field: `accountInformation/${row.id}/${field}`,
})

/** A public record's row. */
export const citePublicRecord = ({ id, type, bureau }: FullReport['publicRecords'][number]): Citation => ({
  label: type,
  bureau,
  field: `publicRecords/${id}/type`,
})

/** What a bureau holds of the person. */
export const citePersonalInformation = (bureau: Bureau): Citation => ({
  label: `Personal information at ${bureau}`,
  bureau,
  field: 'personalInformation',
})

/** The rows behind a factor's value. */
export const citeBasis = (basis: readonly Basis[], field: keyof ShownAccount): Citation[] =>
  basis.flatMap(({ label, bureau, accountId, inquiryId, recordId }) => {
    const place = accountId
      ? `accountInformation/${accountId}/${field}`
      : inquiryId
        ? `creditInquiries/${inquiryId}/date`
        : recordId && `publicRecords/${recordId}/type`
    return place ? [{ label, field: place, ...(bureau ? { bureau } : {}) }] : []
  })
