import type { Bureau } from '#values/bureau.ts'
import type { Inquiry, PublicRecord } from '../../canonical.ts'
import { truelinkResponsibilityOf, wordsOf } from '../codes.ts'
import { dateOf, freeTextOf, moneyOf, textOf } from '../fields.ts'
import { get, isNode, listOf, rawOf, type Tree, type TreeNode } from '../json.ts'
import { subscriberOf, subscribersOf } from './accounts.ts'
import { addressOf, descriptionOf, sourceOf, symbolOf } from './codes.ts'

/** TrueLink inquiries and public records. */

type Placed<T> = { items: T[]; unplaced: number }

const placed = <T>(
  nodes: readonly TreeNode[],
  fallback: Bureau | null,
  read: (node: TreeNode, bureau: Bureau, index: number) => T,
): Placed<T> => {
  const items = nodes.flatMap((node, index) => {
    const bureau = sourceOf(node) ?? fallback
    return bureau === null ? [] : [read(node, bureau, index)]
  })
  return { items, unplaced: nodes.length - items.length }
}

/** `inquiryType` is an ECOA letter, not a hard or soft flag, so the kind stays unknown. */
export const readInquiries = (report: TreeNode, fallback: Bureau | null, prefix: string): Placed<Inquiry> => {
  const subscribers = subscribersOf(report)
  const nodes = listOf(get(report, 'InquiryPartition')).flatMap(partition =>
    listOf(get(partition, 'Inquiry')),
  )
  return placed(nodes, fallback, (node, bureau, index) => ({
    id: `${prefix}-inquiry-${index}`,
    company: freeTextOf(rawOf(node, 'subscriberName')) ?? 'Unnamed company',
    bureau,
    date: dateOf(rawOf(node, 'inquiryDate')),
    kind: 'unknown',
    industry: descriptionOf(get(node, 'IndustryCode')),
    address: addressOf(get(subscriberOf(subscribers, rawOf(node, 'subscriberNumber')), 'CreditAddress')),
  }))
}

/** The part of a record that depends on its kind; a converter leaves the others as empty objects. */
const details = [
  'Bankruptcy',
  'TaxLien',
  'LegalItem',
  'Garnishment',
  'Foreclosure',
  'MaritalItem',
  'FinancialCounseling',
  'MiscPublicRecord',
]

/** Whether a part says anything. */
const isFilled = (part: Tree | undefined): boolean =>
  typeof part === 'string' ? part !== '' : isNode(part) && [...part.values()].some(isFilled)

/** Every public record of a TrueLink report. One sender writes `PulblicRecordPartition`. */
export const readPublicRecords = (
  report: TreeNode,
  fallback: Bureau | null,
  prefix: string,
): Placed<PublicRecord> => {
  const partitions = [
    ...listOf(get(report, 'PulblicRecordPartition')),
    ...listOf(get(report, 'PublicRecordPartition')),
  ]
  const nodes = partitions.flatMap(partition => listOf(get(partition, 'PublicRecord')))
  return placed(nodes, fallback, (node, bureau, index) => {
    const first = (...keys: readonly string[]) =>
      details.flatMap(kind => keys.map(key => rawOf(node, kind, key))).find(text => textOf(text) !== null)
    const amounts = ['amount', 'actionAmount', 'awardAmount', 'liabilityAmount'].map(key =>
      moneyOf(first(key)),
    )
    const named = descriptionOf(get(node, 'Type')) ?? descriptionOf(get(node, 'Classification'))
    const isBankruptcy = symbolOf(get(node, 'Classification')) === 'B'
    const part = isBankruptcy ? 'Bankruptcy' : details.find(kind => isFilled(get(node, kind)))
    const designator = get(node, 'AccountDesignator')
    return {
      id: `${prefix}-record-${index}`,
      bureau,
      type: named ?? wordsOf(part ?? null) ?? 'Public record',
      disposition: descriptionOf(get(node, 'Status')),
      filed: dateOf(rawOf(node, 'dateFiled')),
      disposed: dateOf(first('dateResolved', 'dateSatisfied', 'dateReleased', 'dateSettled')),
      court: freeTextOf(rawOf(node, 'courtName')),
      caseNumber: textOf(rawOf(node, 'referenceNumber')),
      amount: amounts.find(amount => Number(amount) > 0) ?? null,
      plaintiff: freeTextOf(first('plaintiff', 'creditor')),
      responsibility: truelinkResponsibilityOf(symbolOf(designator), descriptionOf(designator)),
    }
  })
}
