import type { FullReport, ShownAccount } from '#features/reports/contract.ts'
import type { Bureau } from '#values/bureau.ts'
import { showDate } from '#values/dates.ts'
import { showPhone } from '#values/phone.ts'
import { matchesAllWords } from '#web/ui/text-search.ts'

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

export const describeCount = (
  shown: number,
  all: number,
  bureau: Bureau,
): { count: string; rest: string } => ({
  count: `${shown === all ? '' : `${shown} of `}${all} ${all === 1 ? 'account' : 'accounts'}`,
  rest: `on your ${bureau} file`,
})

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

/** Soft inquiries are shown to the consumer only (15 USC 1681b(c)(3)). Files seldom say which kind one is. */
export const inquiryKindLabels = {
  hard: 'Hard, an application for credit',
  soft: 'Soft, only you see it',
  unknown: 'Not stated',
} as const satisfies Record<ShownInquiry['kind'], string>

export type ShownPersonalInfo = FullReport['personalInformation'][number]

/** `only`: no other bureau's file has it. */
type PersonalValue = { text: string; only: boolean }

/** `missing` is shown without a value; null leaves the line out. */
export type PersonalLine = { label: string; values: PersonalValue[]; missing: string | null }

type Line = {
  label: string
  missing: string | null
  values: (person: ShownPersonalInfo) => readonly (string | null)[]
  agree?: (one: string, other: string) => boolean
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

const sameText = (one: string, other: string): boolean => plain(one) === plain(other)

/** `1990` agrees with `04/27/1990`. */
const sameDate = (one: string, other: string): boolean => one.endsWith(other) || other.endsWith(one)

const lines: readonly Line[] = [
  { label: 'Name', missing: '-', values: person => [person.name] },
  { label: 'Also known as', missing: null, values: person => person.aliases },
  { label: 'Birth date', missing: '-', values: person => [showDate(person.dob)], agree: sameDate },
  { label: 'Social Security number', missing: '-', values: person => [person.ssn] },
  { label: 'Current address', missing: 'No address', values: person => [person.currentAddress] },
  { label: 'Previous addresses', missing: 'No address', values: person => person.previousAddresses },
  { label: 'Employers', missing: null, values: person => person.employers },
  { label: 'Phones', missing: null, values: person => person.phones.map(showPhone) },
  { label: 'Statements', missing: null, values: person => person.consumerStatements },
]

const given = (line: Line, person: ShownPersonalInfo): string[] => [
  ...new Set(line.values(person).filter((text): text is string => text !== null && text.trim() !== '')),
]

export const buildPersonalLines = (
  person: ShownPersonalInfo,
  others: readonly ShownPersonalInfo[],
): PersonalLine[] =>
  lines.map(line => {
    const { label, missing, agree = sameText } = line
    const elsewhere = others.flatMap(other => given(line, other))
    return {
      label,
      missing,
      values: given(line, person).map(text => ({
        text,
        only: elsewhere.length > 0 && !elsewhere.some(other => agree(text, other)),
      })),
    }
  })

export const formatAddress = (address: ShownAccount['address']): string => {
  const present = (parts: readonly (string | null | undefined)[]) =>
    parts.filter(part => part !== null && part !== undefined && part.trim() !== '')
  const region = present([address?.state, address?.postal]).join(' ')
  return present([address?.street, address?.city, region]).join(', ') || 'No address'
}
