import type { Bureau } from '#values/bureau.ts'
import type { Dispute, Item, Letter } from '../dispute-contract.ts'
import { findReceipt } from './deadlines.ts'

/** What is known of the letters of one dispute. */
export type DisputeWithLetters = Pick<Dispute, 'id' | 'follows' | 'items'> & { letters: readonly Letter[] }

/** What an item is about, however its dispute says so; null of a freeze, which nobody investigates. */
const aboutOf = (item: Item): string | null => {
  switch (item.type) {
    case 'account':
      return `account|${item.accountId}`
    case 'inquiry':
      return `inquiry|${item.inquiryId}`
    case 'personal-info':
      return `${item.field}|${item.reportedValue}`
    case 'freeze':
      return null
  }
}

const aboutAt = ({ items }: Pick<Dispute, 'items'>, bureau: Bureau): string[] =>
  items.filter(({ bureaus }) => bureaus.includes(bureau)).flatMap(item => aboutOf(item) ?? [])

/**
 * The days on which a bureau received, or should receive, a later letter of the person about an item of a dispute: more that
 * is relevant to its investigation (15 U.S.C. 1681i(a)(1)(B)). A question how it was verified tells the bureau nothing.
 * `all` are the person's disputes, whose ids ascend in the order in which they were made.
 */
export const listLaterReceipts = (
  dispute: DisputeWithLetters,
  bureau: Bureau,
  all: readonly DisputeWithLetters[],
  timeZone: string,
): string[] => {
  const about = new Set(aboutAt(dispute, bureau))
  return all
    .filter(({ id, follows }) => id > dispute.id && follows?.kind !== 'method_of_verification')
    .filter(other => aboutAt(other, bureau).some(one => about.has(one)))
    .flatMap(({ letters }) => letters.filter(letter => letter.bureau === bureau))
    .flatMap(({ mailState, events, lobExpectedDeliveryDate: expectedOn }) => {
      const receipt = findReceipt({ mailState, events, expectedOn }, timeZone)
      return receipt === null ? [] : [receipt.on]
    })
}
