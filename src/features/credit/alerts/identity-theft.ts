import { dayNumber, showDate } from '#values/dates.ts'
import type { FullReport, MainAlert } from '../contract.ts'
import { type Facts, isWithin, listedBy, type ShownInquiry } from '../facts.ts'
import { listOf } from '../wording.ts'

/** A burst is this many companies in this many days (product.md section 5, I-06). */
const burst = { companies: 3, days: 30 } as const

/** An older burst needs no hurry; three months is the product's choice. */
const recentMonths = 3

const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Whether an account of the report carries this company's name, so that an application led to it. */
const ledToAccount = (company: string, creditors: readonly string[]): boolean => {
  const asked = plainName(company)
  return creditors.some(creditor => creditor.startsWith(asked) || asked.startsWith(creditor))
}

/** The newest three inquiries or more, by as many companies, without an account, within thirty days. */
const burstOf = (facts: Facts): ShownInquiry[] => {
  const { asOf } = facts
  if (asOf === null) return []
  const creditors = facts.accounts
    .flatMap(account => account.rows)
    .flatMap(row => [plainName(row.creditorName), plainName(row.creditorNameReported)])
    .filter(name => name.length >= 4)
  const recent = facts.inquiries.filter(
    ({ date, company }) =>
      date?.length === 10 && isWithin(date, recentMonths, asOf) && !ledToAccount(company, creditors),
  )
  const starts = recent.map(({ date }) => dayNumber(date ?? asOf))
  const windows = starts.map(start =>
    recent.filter(({ date }) => {
      const before = start - dayNumber(date ?? asOf)
      return before >= 0 && before < burst.days
    }),
  )
  return (
    windows.find(
      window => new Set(window.map(({ company }) => plainName(company))).size >= burst.companies,
    ) ?? []
  )
}

/**
 * Different Social Security numbers among the bureaus (product.md section 5, P-03), or a burst of applications
 * that led to no account (I-06). Both may have a harmless cause, so both ask. A freeze is free: 15 USC 1681c-1(i);
 * IdentityTheft.gov is where the Federal Trade Commission takes reports of theft.
 */
export const identityTheft = (facts: Facts, report: FullReport): MainAlert | null => {
  const people = report.personalInformation.filter(person => person.ssn !== null)
  if (new Set(people.map(person => person.ssn)).size > 1) {
    return {
      kind: 'identity_theft',
      title: 'The bureaus show different Social Security numbers',
      recommendation:
        'Check which one is yours, and dispute the other. You can freeze your file free of charge meanwhile.',
      explanation: `${listOf(people.map(person => `${person.bureau} shows ${person.ssn}`))}. A typing error, another person's data in your file, or identity theft can be the cause.`,
    }
  }
  const inquiries = burstOf(facts)
  if (inquiries.length === 0) return null
  const named = inquiries.slice(0, 4).map(({ company, date }) => `${company} on ${showDate(date)}`)
  return {
    kind: 'identity_theft',
    title: `Did you make these ${inquiries.length} applications?`,
    recommendation:
      'If not, freeze your file at each bureau, which is free, and report it at IdentityTheft.gov. If you did, there is nothing to report.',
    explanation: `${listOf(listedBy(inquiries))} ${listedBy(inquiries).length === 1 ? 'lists' : 'list'} ${listOf(named)}${
      inquiries.length > named.length ? ' and others' : ''
    }, all within ${burst.days} days and without an account that followed. Comparing offers for one loan can look like this too.`,
  }
}
