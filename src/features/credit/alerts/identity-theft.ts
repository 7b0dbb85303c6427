import {
  burstThreshold,
  createLedToAccount,
  findBurst,
  groupApplications,
  inquiryListedMonths,
  urgentBurstMonths,
} from '#features/findings/applications.ts'
import { showDate } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import type { ShownInquiry } from '../applications.ts'
import type { FullReport, MainAlert } from '../contract.ts'
import { inquiryBasis } from '../factors/hard-inquiries.ts'
import { type CreditFacts, distinctBureaus, isWithinMonths } from '../facts.ts'

/** The newest burst of applications (I-06), as the finder tells it; empty when its newest is not of the last six months. */
const burstOf = ({ asOf, accounts, inquiries }: CreditFacts): ShownInquiry[] => {
  if (asOf === null) return []
  const listed = inquiries.filter(({ date }) => isWithinMonths(date, inquiryListedMonths, asOf))
  if (listed.length < burstThreshold.companies) return []
  const leads = createLedToAccount(accounts.flatMap(account => account.rows))
  const applications = findBurst(groupApplications(listed), leads).map(({ rows: [first] }) => first)
  return isWithinMonths(applications[0]?.date ?? null, urgentBurstMonths, asOf) ? applications : []
}

/**
 * Different Social Security numbers among the bureaus (product.md section 5, P-03), or a burst of applications
 * that led to no account (I-06). Both may have a harmless cause, so both ask. A freeze is free: 15 USC 1681c-1(i);
 * IdentityTheft.gov is where the Federal Trade Commission takes reports of theft.
 */
export const identityTheftAlert = (facts: CreditFacts, report: FullReport): MainAlert | null => {
  const people = report.personalInformation.filter(person => person.ssn !== null)
  if (new Set(people.map(person => person.ssn)).size > 1) {
    return {
      kind: 'identity_theft',
      title: 'The bureaus show different Social Security numbers',
      recommendation:
        'Check which one is yours, and dispute the other. You can freeze your file free of charge meanwhile.',
      explanation: `${showList(people.map(person => `${person.bureau} shows ${person.ssn}`))}. A typing error, another person's data in your file, or identity theft can be the cause.`,
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
    explanation: `${showList(distinctBureaus(inquiries))} ${distinctBureaus(inquiries).length === 1 ? 'lists' : 'list'} ${showList(named)}${
      inquiries.length > named.length ? ' and others' : ''
    }, all within ${burstThreshold.days} days. Comparing offers for one loan can look like this too.`,
    basis: inquiries.map(inquiryBasis),
  }
}
