import { buildBlockingIndex } from '#features/reports/blocking-index.ts'
import type { Account, Inquiry } from '#features/reports/canonical.ts'
import {
  type Creditor,
  compareCreditors,
  creditorBlockingKeys,
  findOriginalCreditor,
  parseCreditor,
} from '#features/reports/creditor.ts'
import { dayNumber } from '#values/dates.ts'

/** Applications for credit: the inquiries of one company on one day, at any bureau. */

/** The purpose that a company's name implies: offers for one home or car are compared within days. */
type Purpose = 'home' | 'car' | null

type Company = { plain: string; creditor: Creditor; purpose: Purpose }

export const normalizeName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/**
 * Resellers fetch files for others, mostly for home loans (15 USC 1681a(u)). One application can cause several, and none
 * opens an account. Names as spelled in public sample reports and by the resellers.
 */
const resellers =
  /^(?:corelogic)?credco|^firstamericancredco|^corelogic|^cbcinnovis|^factualdata|^krollfactual|^kfd|^meridianl|^xactus|^advantagecredit|^advcredit|^birchwoodcr|^informativeres|^avantus|^creditplus|^unvlcredit|^universalcredit|^cisinfo|^ciscredit|^premiumcredit|^settlementone|^service1st|^sarma|^partnerscredit|^datafacts|^certifiedcredit|^acranet|^credittechno|^americanreporting|^alliancecredit|^equifaxmortgage|^efxmortgage|^oldrepubliccr/

const homeLenders = /mortgage|mortg\b|\bmtge?\b|home (?:loan|lend|fund)|hm mtg|rocket|quicken|loandepot/i

/** Dealers, who send one application to several lenders, and the lenders of car makers. */
const carLenders =
  /\bauto(?:s|motive|mobile|nation)?\b|\bmotors?\b|\bcars?\b|carmax|carvana|drivetime|dealer|\bcoaf\b|\bally\b|americredit|gm fin|\b(?:toyota|honda|ford|chevrolet|chevy|nissan|infiniti|hyundai|kia|subaru|mazda|bmw|mercedes|volkswagen|vw|audi|lexus|acura|chrysler|jeep|dodge)\b|santander cons|westlake fin|exeter fin|credit acceptance|700 ?credit/i

const detectPurpose = (name: string): Purpose => {
  if (resellers.test(normalizeName(name)) || homeLenders.test(name)) return 'home'
  return carLenders.test(name) ? 'car' : null
}

const parseCompany = (name: string): Company => ({
  plain: normalizeName(name),
  creditor: parseCreditor(name),
  purpose: detectPurpose(name),
})

/** Bureaus shorten and truncate the same name in different ways. */
const isSameCompany = (one: Company, other: Company): boolean =>
  one.plain === other.plain || compareCreditors(one.creditor, other.creditor) !== 'different'

type Asking = Pick<Inquiry, 'company' | 'bureau' | 'date' | 'kind'>

/** The inquiries of one application, one for each bureau that was asked. */
export type Application<Row extends Asking = Inquiry> = { rows: readonly [Row, ...Row[]]; company: Company }

type Asked<Row> = { inquiry: Row; company: Company }

/** One bureau always spells a company the same way. */
const belongsTo = <Row extends Asking>(
  application: readonly Asked<Row>[],
  { inquiry, company }: Asked<Row>,
): boolean =>
  application.some(row => row.company.plain === company.plain) ||
  (application.every(row => row.inquiry.bureau !== inquiry.bureau) &&
    application.some(row => isSameCompany(row.company, company)))

/**
 * Applications for credit, grouped by company and date, newest first. Files rarely state hard or soft, so only inquiries
 * marked soft are left out.
 */
export const groupApplications = <Row extends Asking>(inquiries: readonly Row[]): Application<Row>[] => {
  const asked = inquiries
    .filter(({ kind }) => kind !== 'soft')
    .map((inquiry): Asked<Row> => ({ inquiry, company: parseCompany(inquiry.company) }))
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

const createCreditorMatcher = (creditors: Iterable<string>): ((company: Company) => boolean) => {
  const named = [...new Set(creditors)].filter(name => name !== '').map(parseCompany)
  const near = buildBlockingIndex(
    named,
    ({ creditor }) => creditorBlockingKeys(creditor),
    Number.MAX_SAFE_INTEGER,
  )
  const plain = new Set(named.map(one => one.plain))
  return company =>
    plain.has(company.plain) ||
    near(creditorBlockingKeys(company.creditor)).some(creditor => isSameCompany(company, creditor))
}

/** Bureaus list inquiries for this many months by their own practice; no statute says so. */
export const inquiryListedMonths = 24

/** Two inquiries of one company this close together are rarely two applications. */
export const repeatWindowDays = 14

/** A burst this recent is urgent: a thief may still be active. */
export const urgentBurstMonths = 6

export const burstThreshold = { companies: 3, days: 30 } as const

export const isReseller = (name: string): boolean => resellers.test(normalizeName(name))

const isSameSearch = (one: Company, other: Company): boolean =>
  (one.purpose !== null && one.purpose === other.purpose) || isSameCompany(one, other)

const hasManySearches = (companies: Iterable<Company>, many: number): boolean => {
  const searches: Company[] = []
  for (const company of companies) {
    if (!searches.some(other => isSameSearch(company, other))) searches.push(company)
    if (searches.length >= many) return true
  }
  return false
}

/** How many days after the last application a loan may be opened. */
const followsWithin = { car: 30, home: 100 } as const

type Opened = Pick<
  Account,
  | 'accountType'
  | 'accountTypeDetail'
  | 'creditorName'
  | 'creditorNameReported'
  | 'originalCreditor'
  | 'dateOpened'
>

const detectLoanPurpose = (row: Opened): Purpose => {
  if (row.accountType === 'Mortgage' || /home equity|heloc/i.test(row.accountTypeDetail ?? '')) return 'home'
  if (row.accountType !== 'Installment' && row.accountType !== 'Open') return null
  if (/auto|vehicle|lease/i.test(row.accountTypeDetail ?? '')) return 'car'
  return detectPurpose(row.creditorNameReported) === 'car' ? 'car' : null
}

/**
 * Returns a function that checks whether an application led to one of these accounts: one at its company, or a loan for
 * its purpose soon after.
 */
export const createLedToAccount = (
  accounts: readonly Opened[],
): (<Row extends Asking>(application: Application<Row>) => boolean) => {
  const isCreditor = createCreditorMatcher(
    accounts.flatMap(row => [row.creditorName, row.creditorNameReported, findOriginalCreditor(row) ?? '']),
  )
  const opened = new Set(
    accounts.flatMap(row => {
      const purpose = detectLoanPurpose(row)
      return purpose === null || row.dateOpened?.length !== 10
        ? []
        : [`${purpose} ${dayNumber(row.dateOpened)}`]
    }),
  )
  return ({ company, rows: [{ date }] }) => {
    if (isCreditor(company)) return true
    const { purpose } = company
    if (purpose === null || date?.length !== 10) return false
    const day = dayNumber(date)
    // A dealer may request the report after the date of the loan.
    for (let after = -3; after <= followsWithin[purpose]; after += 1)
      if (opened.has(`${purpose} ${day + after}`)) return true
    return false
  }
}

/**
 * Joins applications for one home or one car within fourteen days, since borrowers compare offers for that long. Input
 * and output are newest first.
 */
export const groupLoanSearches = <One extends Application>(
  applications: readonly One[],
): [One, ...One[]][] => {
  const open = new Map<Purpose, [One, ...One[]]>()
  return applications.flatMap(application => {
    const { purpose } = application.company
    const { date } = application.rows[0]
    const before = open.get(purpose)
    const newest = before?.[0].rows[0].date ?? null
    if (purpose !== null && date !== null && newest !== null && before !== undefined)
      if (dayNumber(newest) - dayNumber(date) <= repeatWindowDays) {
        before.push(application)
        return []
      }
    const search: [One, ...One[]] = [application]
    open.set(purpose, search)
    return [search]
  })
}

function* windowCompanies(window: ReadonlyMap<string, { company: Company }>): Generator<Company> {
  for (const { company } of window.values()) yield company
}

/**
 * The newest burst: applications at three or more companies within thirty days that led to no account. Those for one home
 * or one car count as one. Includes applications of the same days that did lead to an account, since the same person may
 * have made them all. Input is newest first.
 */
export const findBurst = <Row extends Asking, One extends Application<Row>>(
  applications: readonly One[],
  ledToAccount: (application: One) => boolean,
): One[] => {
  const dated = applications.flatMap(application => {
    const { date } = application.rows[0]
    return date?.length === 10 ? [{ application, day: dayNumber(date) }] : []
  })
  const unknown = dated.filter(({ application }) => !ledToAccount(application))
  // Counts each name or purpose once and visits each application once.
  const inWindow = new Map<string, { company: Company; times: number }>()
  const keyOf = ({ purpose, plain }: Company) => purpose ?? `name ${plain}`
  let end = 0
  for (const { application, day } of unknown) {
    for (
      let next = unknown[end];
      next !== undefined && day - next.day < burstThreshold.days;
      next = unknown[end]
    ) {
      const { company } = next.application
      inWindow.set(keyOf(company), { company, times: (inWindow.get(keyOf(company))?.times ?? 0) + 1 })
      end += 1
    }
    if (hasManySearches(windowCompanies(inWindow), burstThreshold.companies)) {
      const from = unknown[end - 1]?.day ?? day
      return dated
        .filter(one => one.day >= from && one.day < from + burstThreshold.days)
        .map(one => one.application)
    }
    const key = keyOf(application.company)
    const times = inWindow.get(key)?.times ?? 0
    if (times > 1) inWindow.set(key, { company: application.company, times: times - 1 })
    else inWindow.delete(key)
  }
  return []
}
