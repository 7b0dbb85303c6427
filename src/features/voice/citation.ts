import type { Basis, Factor, FullReport, ShownAccount } from '#features/credit/contract.ts'
import type { Facts } from '#features/credit/facts.ts'
import { nameOf } from '#features/credit/wording.ts'
import type { Bureau } from '#values/bureau.ts'

/**
 * Where a figure of an answer stands. `field` is its place in the analytics' answer: the list, the id in it, and the
 * field (`accountInformation/{id}/creditLimit`); outside the report `history`, `disputes/{id}`, `user/subscription`.
 */
export type Citation = { label: string; bureau?: Bureau; field: string }

/** A bureau's score. */
export const ofScore = ({ bureau }: { bureau: Bureau }): Citation => ({
  label: `${bureau} score`,
  bureau,
  field: 'creditScores/score',
})

/** A bureau's scores over time. */
export const ofHistory = (bureau: Bureau): Citation => ({
  label: `${bureau} score history`,
  bureau,
  field: 'history',
})

/** A factor as Overview shows it. */
export const ofFactor = ({ id, title }: Pick<Factor, 'id' | 'title'>): Citation => ({
  label: title,
  field: `creditFactors/${id}`,
})

/** A field of an account's row. */
export const ofAccount = (row: ShownAccount, field: keyof ShownAccount, facts: Facts): Citation => ({
  label: nameOf(row, facts),
  bureau: row.bureau,
  field: `accountInformation/${row.id}/${field}`,
})

/** A public record's row. */
export const ofRecord = ({ id, type, bureau }: FullReport['publicRecords'][number]): Citation => ({
  label: type,
  bureau,
  field: `publicRecords/${id}/type`,
})

/** What a bureau holds of the person. */
export const ofPersonal = (bureau: Bureau): Citation => ({
  label: `Personal information at ${bureau}`,
  bureau,
  field: 'personalInformation',
})

/** The rows behind a factor's value. */
export const ofBasis = (basis: readonly Basis[], field: keyof ShownAccount): Citation[] =>
  basis.flatMap(({ label, bureau, accountId, inquiryId, recordId }) => {
    const place = accountId
      ? `accountInformation/${accountId}/${field}`
      : inquiryId
        ? `creditInquiries/${inquiryId}/date`
        : recordId && `publicRecords/${recordId}/type`
    return place ? [{ label, field: place, ...(bureau ? { bureau } : {}) }] : []
  })
