import type { PayToken } from '#features/reports/canonical.ts'
import type { Bureau } from '#values/bureau.ts'
import { addMonths } from '#values/dates.ts'
import { buildAccountAt, reportDate } from './account-at.ts'
import type { BureauFile, ReportedAccount } from './held.ts'
import type { Day, LifeAccount, LifeInquiry, Month, Names, Place } from './life.ts'
import { personas } from './personas.ts'

/** Reporting errors planted on top of a life: the data, and how they change a file. */

/** The account values a bureau may get wrong. */
type Settable = Omit<ReportedAccount, 'key' | 'bureau' | 'company' | 'number' | 'history'>

type ErrorPatch =
  | { what: 'account'; account: string; set: Partial<Settable> }
  /** Months of payment history, including ones the account never had. */
  | { what: 'months'; account: string; months: Readonly<Record<Month, PayToken>> }
  /** A closed account that is still reported every month. */
  | { what: 'still reported'; account: string; balance: number }
  /** An account that belongs to someone else, or a debt listed twice. */
  | { what: 'extra account'; account: LifeAccount }
  | { what: 'extra inquiry'; inquiry: Omit<LifeInquiry, 'at'> }
  | { what: 'address'; place: Place; reported: Day }
  | { what: 'birth date'; yearsOff: number }
  | { what: 'name'; lastName: (names: Names) => string }

export type PlantedError = {
  /** Unique within the persona. */
  id: string
  bureaus: readonly Bureau[]
  /** The first and last month in which the file shows it; null for no limit. */
  from: Month | null
  until: Month | null
  /** The id of the finder rule that should catch it. */
  rule: string
  /** The account's key; null for errors outside accounts. */
  account: string | null
  field: string
  /** A description of what the bureau shows and what is true. */
  shows: string
  truth: string
  wrong: ErrorPatch
}

export const isErrorVisible = (error: PlantedError, bureau: Bureau, month: Month): boolean =>
  error.bureaus.includes(bureau) &&
  (error.from === null || error.from <= month) &&
  (error.until === null || month <= error.until)

const withMonths = (account: ReportedAccount, months: Readonly<Record<Month, PayToken>>): ReportedAccount => {
  const known = new Map(account.history.map(({ date, status }) => [date, status]))
  for (const [date, status] of Object.entries(months)) known.set(date, status)
  const history = [...known]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([date, status]) => ({ date, status }))
  return { ...account, history }
}

const onAccount = (
  file: BureauFile,
  key: string,
  change: (account: ReportedAccount) => ReportedAccount,
): BureauFile => ({
  ...file,
  accounts: file.accounts.map(account => (account.key === key ? change(account) : account)),
})

/** Applies one error to a file. */
export const applyError = (file: BureauFile, { wrong }: PlantedError, month: Month): BureauFile => {
  switch (wrong.what) {
    case 'account':
      return onAccount(file, wrong.account, account => ({ ...account, ...wrong.set }))
    case 'months':
      return onAccount(file, wrong.account, account => withMonths(account, wrong.months))
    case 'still reported':
      return onAccount(file, wrong.account, account => ({
        ...account,
        balance: wrong.balance,
        reported: reportDate(addMonths(month, -1), file.bureau),
      }))
    case 'extra account': {
      const held = buildAccountAt(wrong.account, file.bureau, month)
      return held === null ? file : { ...file, accounts: [...file.accounts, held] }
    }
    case 'extra inquiry':
      return { ...file, inquiries: [wrong.inquiry, ...file.inquiries] }
    case 'address':
      return {
        ...file,
        addresses: [...file.addresses, { place: wrong.place, reported: wrong.reported }],
      }
    case 'birth date': {
      const year = Number(file.birthDate.slice(0, 4)) + wrong.yearsOff
      return { ...file, birthDate: `${year}${file.birthDate.slice(4)}` }
    }
    case 'name':
      return {
        ...file,
        aliases: [...file.aliases, { ...file.names, lastName: wrong.lastName(file.names) }],
      }
  }
}

/** Every planted error with its persona; the finder is measured against these. */
export const plantedErrors: readonly (PlantedError & { persona: string })[] = personas.flatMap(
  ({ id, errors }) => errors.map(error => ({ ...error, persona: id })),
)
