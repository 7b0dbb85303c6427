import type { Bureau } from '#values/bureau.ts'
import { companyAddressProblems, findStatedAddress, type TypedAddress } from '../../company-address.ts'
import type { CompanyAddress } from '../../dispute-requests.ts'
import { validationMessages } from '../../limits.ts'
import type { FullReport } from '../wizard/disputable-item.ts'

/** The form state of a company's address. */
export type CompanyAnswers = TypedAddress & { readonly confirmed: boolean }

export const noCompany: CompanyAnswers = {
  name: '',
  street: '',
  secondLine: '',
  city: '',
  state: '',
  postal: '',
  confirmed: false,
}

/** Why a letter cannot be sent there, by field name. */
export const companyProblems = (answers: CompanyAnswers): Readonly<Record<string, string>> => ({
  ...companyAddressProblems(answers),
  ...(answers.confirmed ? {} : { confirmed: validationMessages.addressNotConfirmed }),
})

/** The address as the server expects it; null until the user has confirmed it. */
export const readCompany = ({ secondLine, confirmed, ...typed }: CompanyAnswers): CompanyAddress | null =>
  confirmed ? { ...typed, ...(secondLine.trim() === '' ? {} : { secondLine }), confirmed } : null

/** The addresses in a report for the company of an account, each with the first bureau that shows it. */
export const statedAddresses = (
  report: FullReport,
  accountId: string,
): { bureau: Bureau; address: TypedAddress }[] => {
  const stated = report.accountInformation
    .filter(({ id }) => id === accountId)
    .flatMap(row => {
      const address = findStatedAddress(row)
      return address === null ? [] : [{ bureau: row.bureau, address }]
    })
  const keyOf = ({ address: { name: _, ...place } }: (typeof stated)[number]) => JSON.stringify(place)
  return stated.filter((one, at) => stated.findIndex(other => keyOf(other) === keyOf(one)) === at)
}
