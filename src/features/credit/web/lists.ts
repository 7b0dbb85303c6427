import type { FullReport, ShownAccount, ShownPart } from '#features/reports/contract.ts'
import type { Bureau } from '#values/bureau.ts'
import { showList } from '#values/list.ts'
import { matchesAllWords } from '#web/ui/text-search.ts'
import { listAccounts } from '../facts.ts'
import { count, describeRepeated } from '../wording.ts'

export type AccountFilter = { words: string; status: string; type: string }

export const emptyFilter: AccountFilter = { words: '', status: '', type: '' }

export const filterAccounts = (
  accounts: readonly ShownAccount[],
  bureau: Bureau,
  { words, status, type }: AccountFilter,
): ShownAccount[] =>
  accounts.filter(
    account =>
      account.bureau === bureau &&
      (status === '' || account.accountStatus === status) &&
      (type === '' || account.accountType === type) &&
      matchesAllWords(
        [
          account.creditorName,
          account.creditorNameReported,
          account.accountNumber,
          account.accountType,
          account.accountTypeDetail,
          account.originalCreditor,
        ],
        words,
      ),
  )

const once = (values: readonly string[]): string[] => [...new Set(values)].toSorted()

export const filterOptions = (
  accounts: readonly ShownAccount[],
): { statuses: string[]; types: string[] } => ({
  statuses: once(accounts.map(account => account.accountStatus)),
  types: once(accounts.map(account => account.accountType)),
})

/** `2 of 3 accounts`. Every entry of a bureau is shown, but an account that it lists twice counts once. */
export const countAccounts = (
  shown: readonly ShownAccount[],
  all: readonly ShownAccount[],
): { count: string; repeated: string } => {
  const [some, whole] = [shown, all].map(rows => listAccounts(rows).accounts.length)
  return {
    count: `${some === whole ? '' : `${some} of `}${count(whole ?? 0, 'account')}`,
    repeated: describeRepeated(listAccounts(shown).repeated),
  }
}

export type ShownInquiry = FullReport['creditInquiries'][number]

type InquiryFilter = { words: string; bureau: string }

/** Newest first, undated last. */
export const sortInquiries = (inquiries: readonly ShownInquiry[]): ShownInquiry[] =>
  inquiries.toSorted((one, other) => (other.date ?? '').localeCompare(one.date ?? ''))

export const filterInquiries = (
  inquiries: readonly ShownInquiry[],
  { words, bureau }: InquiryFilter,
): ShownInquiry[] =>
  inquiries.filter(
    inquiry => (bureau === '' || inquiry.bureau === bureau) && matchesAllWords([inquiry.company], words),
  )

/** Soft inquiries are shown to the consumer only (15 USC 1681b(c)(3)). Files rarely state the kind. */
export const inquiryKindLabels = {
  hard: 'Hard, an application for credit',
  soft: 'Soft, only you see it',
  unknown: 'Not stated',
} as const satisfies Record<ShownInquiry['kind'], string>

/** Says that some may be missing; null if the documents show all of them. */
export const describeIncomplete = (
  parts: readonly Pick<ShownPart, 'bureau' | 'lacks'>[],
  section: keyof typeof listed,
  shown: number,
): string | null => {
  const incomplete = parts.filter(({ lacks }) => lacks.includes(section)).map(({ bureau }) => bureau)
  return incomplete.length === 0
    ? null
    : `Your report may not show every ${listed[section]} at ${showList(incomplete)}, so there may be ${shown === 0 ? 'some' : 'more'}.`
}

const listed = { accounts: 'account', inquiries: 'inquiry' } as const

export const formatAddress = (address: ShownAccount['address']): string => {
  const present = (parts: readonly (string | null | undefined)[]) =>
    parts.filter(part => part !== null && part !== undefined && part.trim() !== '')
  const region = present([address?.state, address?.postal]).join(' ')
  return present([address?.street, address?.city, region]).join(', ') || 'No address'
}
