import type { Inquiry } from '#features/reports/canonical.ts'
import { type Creditor, creditorAgreement, creditorOf, creditorShelves } from '#features/reports/creditor.ts'
import { shelved } from '#features/reports/shelves.ts'
import { dayNumber } from '#values/dates.ts'

/** Applications for credit: inquiries of one company and day, whichever bureaus were asked. */

/** A company's name with what it is compared by worked out once. */
export type Company = { plain: string; creditor: Creditor }

/** A company's name in small letters and digits alone. */
export const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

const companyOf = (name: string): Company => ({
  plain: plainName(name),
  creditor: creditorOf(name),
})

/** Whether two names are one company's; bureaus shorten and cut the same name each in its own way. */
const isOneCompany = (one: Company, other: Company): boolean =>
  one.plain === other.plain || creditorAgreement(one.creditor, other.creditor) !== 'different'

/** What of an inquiry tells an application. */
type Asking = Pick<Inquiry, 'company' | 'bureau' | 'date' | 'kind'>

/** The inquiries of one application, one of each bureau that was asked. */
export type Application<Row extends Asking = Inquiry> = { rows: readonly [Row, ...Row[]]; company: Company }

type Asked<Row> = { inquiry: Row; company: Company }

/** Whether an inquiry belongs to an application. One bureau spells a company in one way. */
const belongsTo = <Row extends Asking>(
  application: readonly Asked<Row>[],
  { inquiry, company }: Asked<Row>,
): boolean =>
  application.some(row => row.company.plain === company.plain) ||
  (application.every(row => row.inquiry.bureau !== inquiry.bureau) &&
    application.some(row => isOneCompany(row.company, company)))

/**
 * The applications for credit, distinct in company and date (decisions section 5), newest first.
 * Consumer files seldom say hard or soft, so only those marked soft are left out (credit-formats section 14).
 */
export const applicationsIn = <Row extends Asking>(inquiries: readonly Row[]): Application<Row>[] => {
  const asked = inquiries
    .filter(({ kind }) => kind !== 'soft')
    .map((inquiry): Asked<Row> => ({ inquiry, company: companyOf(inquiry.company) }))
  return [...Map.groupBy(asked, ({ inquiry }) => inquiry.date).values()]
    .flatMap(ofDay => {
      const applications: Asked<Row>[][] = []
      for (const row of ofDay) {
        const same = applications.find(application => belongsTo(application, row))
        if (same) same.push(row)
        else applications.push([row])
      }
      return applications.flatMap(([first, ...others]): Application<Row>[] =>
        first === undefined
          ? []
          : [{ rows: [first.inquiry, ...others.map(({ inquiry }) => inquiry)], company: first.company }],
      )
    })
    .toSorted((one, other) => (other.rows[0].date ?? '').localeCompare(one.rows[0].date ?? ''))
}

/** Tells whether one of these creditors is a company, so that an application may have led to an account. */
export const creditorsNamed = (creditors: Iterable<string>): ((company: Company) => boolean) => {
  const named = [...new Set(creditors)].filter(name => name !== '').map(companyOf)
  const near = shelved(named, ({ creditor }) => creditorShelves(creditor), Number.MAX_SAFE_INTEGER)
  const plain = new Set(named.map(one => one.plain))
  return company =>
    plain.has(company.plain) ||
    near(creditorShelves(company.creditor)).some(creditor => isOneCompany(company, creditor))
}

/** Bureaus list inquiries for so many months; no statute sets them. */
export const listedMonths = 24

/** Two pulls of one company so many days apart are seldom two applications. */
export const repeatedWithin = 14

/** Applications of the last so many months are urgent: a thief who made them may still go on. */
export const urgentMonths = 6

/** A burst is this many companies in this many days (product paper section 5, I-06). */
export const burst = { companies: 3, days: 30 } as const

/** Who fetches files for others, mostly for home loans: a reseller (15 USC 1681a(u)). One application can show several. */
export const isReseller = ({ plain }: Company): boolean =>
  /^(?:corelogic)?credco|^corelogic|^cbcinnovis|^factualdata|^krollfactual|^kfd|^meridianl|^xactus|^advantagecredit|^advcredit|^birchwoodcr|^informativeres|^avantus|^creditplus|^unvlcredit|^universalcredit|^cisinfo|^premiumcredit/.test(
    plain,
  )

const distinct = (companies: readonly Company[]): Company[] =>
  companies.reduce<Company[]>(
    (all, company) =>
      all.some(other => isOneCompany(company, other) || (isReseller(company) && isReseller(other)))
        ? all
        : [...all, company],
    [],
  )

/**
 * The newest three applications or more, with as many companies, within thirty days, none of which led to an account; with
 * those of the same days that did: whoever applied may have got some of what was asked for. Given are applications,
 * newest first.
 */
export const burstIn = <Row extends Asking, One extends Application<Row>>(
  applications: readonly One[],
  ledToAccount: (company: Company) => boolean,
): One[] => {
  const dated = applications.flatMap(application => {
    const { date } = application.rows[0]
    return date?.length === 10 ? [{ application, day: dayNumber(date) }] : []
  })
  const unknown = dated.filter(({ application }) => !ledToAccount(application.company))
  let end = 0
  for (const [start, { day }] of unknown.entries()) {
    while (end < unknown.length && day - (unknown[end]?.day ?? day) < burst.days) end += 1
    const window = unknown.slice(start, end)
    if (distinct(window.map(({ application }) => application.company)).length >= burst.companies) {
      const from = window.at(-1)?.day ?? day
      return dated.filter(one => one.day >= from && one.day < from + burst.days).map(one => one.application)
    }
  }
  return []
}
