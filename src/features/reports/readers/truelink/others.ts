import type { Bureau } from '#values/bureau.ts'
import type { Inquiry, PublicRecord } from '../../canonical.ts'
import type { RecordKind } from '../../public-records.ts'
import { lookUp, splitCamelCase, truelinkResponsibility } from '../codes.ts'
import { parseDate, parseFreeText, parseMoney, parseText } from '../fields.ts'
import { asList, get, isNode, rawText, type Tree, type TreeNode } from '../json.ts'
import { findSubscriber, readSubscribers } from './accounts.ts'
import { readAddress, readDescription, readSource, readSymbol } from './codes.ts'

/** TrueLink inquiries and public records. */

type Placed<T> = { items: T[]; unplaced: number }

const placed = <T>(
  nodes: readonly TreeNode[],
  fallback: Bureau | null,
  read: (node: TreeNode, bureau: Bureau, index: number) => T,
): Placed<T> => {
  const items = nodes.flatMap((node, index) => {
    const bureau = readSource(node) ?? fallback
    return bureau === null ? [] : [read(node, bureau, index)]
  })
  return { items, unplaced: nodes.length - items.length }
}

/** `inquiryType` is an ECOA letter, not a hard or soft flag, so the kind stays unknown. */
export const readInquiries = (report: TreeNode, fallback: Bureau | null, prefix: string): Placed<Inquiry> => {
  const subscribers = readSubscribers(report)
  const nodes = asList(get(report, 'InquiryPartition')).flatMap(partition =>
    asList(get(partition, 'Inquiry')),
  )
  return placed(nodes, fallback, (node, bureau, index) => ({
    id: `${prefix}-inquiry-${index}`,
    company: parseFreeText(rawText(node, 'subscriberName')) ?? 'Unnamed company',
    bureau,
    date: parseDate(rawText(node, 'inquiryDate')),
    kind: 'unknown',
    industry: readDescription(get(node, 'IndustryCode')),
    address: readAddress(
      get(findSubscriber(subscribers, rawText(node, 'subscriberNumber')), 'CreditAddress'),
    ),
  }))
}

/** The part of a record that depends on its kind; converters leave the others as empty objects. */
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

/** A `LegalItem` may be a judgment or a suit, a `MiscPublicRecord` anything. */
const kindsByPart: Readonly<Record<string, RecordKind>> = {
  Bankruptcy: 'bankruptcy',
  TaxLien: 'lien',
  Garnishment: 'adverse',
  Foreclosure: 'adverse',
}

const isFilled = (part: Tree | undefined): boolean =>
  typeof part === 'string' ? part !== '' : isNode(part) && [...part.values()].some(isFilled)

/** Every public record of a TrueLink report. One sender writes `PulblicRecordPartition`. */
export const readPublicRecords = (
  report: TreeNode,
  fallback: Bureau | null,
  prefix: string,
): Placed<PublicRecord> => {
  const partitions = [
    ...asList(get(report, 'PulblicRecordPartition')),
    ...asList(get(report, 'PublicRecordPartition')),
  ]
  const nodes = partitions.flatMap(partition => asList(get(partition, 'PublicRecord')))
  return placed(nodes, fallback, (node, bureau, index) => {
    const first = (...keys: readonly string[]) =>
      details
        .flatMap(kind => keys.map(key => rawText(node, kind, key)))
        .find(text => parseText(text) !== null)
    const amounts = ['amount', 'actionAmount', 'awardAmount', 'liabilityAmount'].map(key =>
      parseMoney(first(key)),
    )
    const named = readDescription(get(node, 'Type')) ?? readDescription(get(node, 'Classification'))
    const isBankruptcy = readSymbol(get(node, 'Classification')) === 'B'
    const part = isBankruptcy ? 'Bankruptcy' : details.find(kind => isFilled(get(node, kind)))
    const kind = part === undefined ? null : lookUp(kindsByPart, part)
    const designator = get(node, 'AccountDesignator')
    return {
      id: `${prefix}-record-${index}`,
      bureau,
      type: named ?? splitCamelCase(part ?? null) ?? 'Public record',
      ...(kind === null ? {} : { kind }),
      disposition: readDescription(get(node, 'Status')),
      filed: parseDate(rawText(node, 'dateFiled')),
      disposed: parseDate(first('dateResolved', 'dateSatisfied', 'dateReleased', 'dateSettled')),
      court: parseFreeText(rawText(node, 'courtName')),
      caseNumber: parseText(rawText(node, 'referenceNumber')),
      amount: amounts.find(amount => Number(amount) > 0) ?? null,
      plaintiff: parseFreeText(first('plaintiff', 'creditor')),
      responsibility: truelinkResponsibility(readSymbol(designator), readDescription(designator)),
    }
  })
}
