import { isCollectorAccount, isSevere } from '#features/findings/account-facts.ts'
import {
  burstThreshold,
  createLedToAccount,
  findBurst,
  groupApplications,
  inquiryListedMonths,
  urgentBurstMonths,
} from '#features/findings/applications.ts'
import type { Finding, Subject } from '#features/findings/finding.ts'
import { isIdentityTheftPattern } from '#features/findings/ranking.ts'
import type { FullReport, ShownAccount } from '#features/reports/contract.ts'
import { distinctBureaus } from '#values/bureau.ts'
import { type PartialDate, showDate } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import { showMoney } from '#values/money.ts'
import type { Basis, MainAlert } from './contract.ts'
import {
  derogatoryAdvice,
  derogatoryBasis,
  derogatoryRows,
  describeRecord,
  recordBasis,
} from './factors/derogatory-marks.ts'
import { catchUpAdvice, lateAccounts } from './factors/payment-history.ts'
import { inquiryBasis } from './factors.ts'
import {
  type CreditFacts,
  isAuthorizedUserAccount,
  isWithinMonths,
  listedAccounts,
  type ShownInquiry,
  type ShownRecord,
} from './facts.ts'
import { accountBasis, accountName, count, rowLocation, rowSource } from './wording.ts'

/** The newest burst of applications (I-06); empty if it is older than six months. */
const burstOf = ({ asOf, now, accounts, inquiries }: CreditFacts): ShownInquiry[] => {
  if (asOf === null || now === null) return []
  const listed = inquiries.filter(({ date }) => isWithinMonths(date, inquiryListedMonths, asOf))
  if (listed.length < burstThreshold.companies) return []
  const leads = createLedToAccount(accounts.flatMap(account => account.rows))
  const applications = findBurst(groupApplications(listed), leads).map(({ rows: [first] }) => first)
  return isWithinMonths(applications[0]?.date ?? null, urgentBurstMonths, now) ? applications : []
}

/**
 * Different SSNs at the bureaus (P-03), or a burst of applications that led to no account (I-06). Both may have a
 * harmless cause, so both are questions. A freeze is free (15 USC 1681c-1(i)); the FTC takes reports at
 * IdentityTheft.gov.
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

const rowsOf = (facts: CreditFacts, findings: readonly Finding[]) => ({
  accounts: findings.flatMap(finding => {
    const { subject, bureaus } = finding
    return subject.kind === 'account'
      ? listedAccounts(facts)
          .filter(({ id }) => id === subject.id)
          .flatMap(({ rows }) => rows)
          .filter(row => bureaus.includes(row.bureau))
          .map(row => ({ row, finding }))
      : []
  }),
  inquiries: findings.flatMap(({ subject }) =>
    subject.kind === 'inquiry' ? facts.inquiries.filter(({ id }) => id === subject.id) : [],
  ),
  records: findings.flatMap(({ subject }) =>
    subject.kind === 'record' ? facts.records.filter(({ id }) => id === subject.id) : [],
  ),
})

const ways: Readonly<Record<Subject['kind'], string>> = {
  account: 'start an account dispute',
  inquiry: 'start an inquiry dispute',
  personal: 'start a personal info dispute',
  record: 'write to the bureau',
}

const kindOf = (found: Finding): MainAlert['kind'] => {
  if (isIdentityTheftPattern(found)) return 'identity_theft'
  return found.verdict === 'impossible' ? 'impossible_item' : 'to_check'
}

/**
 * The finding as a main alert, with the way to dispute it. Bureaus must follow reasonable procedures for
 * maximum possible accuracy (15 USC 1681e(b)) and reinvestigate what a consumer disputes (15 USC 1681i(a)).
 * An impossible entry mentions how many others there are.
 */
export const findingAlert = (facts: CreditFacts, found: Finding, findings: readonly Finding[]): MainAlert => {
  const own = rowsOf(facts, [found])
  const alike =
    found.verdict === 'impossible'
      ? findings.filter(one => one !== found && one.verdict === 'impossible')
      : []
  const ownRows = new Set(own.accounts.map(({ row }) => row))
  const others = rowsOf(facts, alike).accounts.filter(({ row }) => !ownRows.has(row))
  const [first] = own.accounts
  const what = first
    ? `${accountName(first.row, facts)} ${rowLocation(first.row)}`
    : `it at ${showList(found.bureaus)}`
  const more = new Set(others.map(({ row }) => row)).size
  const basis: Basis[] = [
    ...[...own.accounts, ...others].map(({ row, finding }) => accountBasis(row, facts, finding.title)),
    ...own.inquiries.map(inquiryBasis),
    ...own.records.map(recordBasis),
  ]
  return {
    kind: kindOf(found),
    title: found.title,
    recommendation: `Check ${what}. If it is wrong, ${ways[found.subject.kind]}.`,
    explanation: `${found.explanation}${
      more > 0
        ? ` ${count(more, 'other account entry', 'other account entries')} of this report ${more === 1 ? 'does' : 'do'} not add up either.`
        : ''
    }`,
    ...(basis.length > 0 ? { basis } : {}),
    findingId: found.id,
  }
}

/** New means within the window of the score history. */
const newMonths = 6

/**
 * The day a collector opened it, otherwise the first month of charge-off or worse after something better; null if neither
 * is shown.
 */
const beganOn = (row: ShownAccount): PartialDate | null => {
  if (isCollectorAccount(row)) return row.dateOpened
  const first = row.paymentHistory.findIndex(month => isSevere(month.status))
  return first > 0 ? (row.paymentHistory[first]?.date ?? null) : null
}

const aboutRow = (row: ShownAccount, facts: CreditFacts, since: PartialDate | null): MainAlert => {
  const { recommendation, explanation } = derogatoryAdvice(row, facts)
  return {
    kind: 'derogatory',
    title: `A ${since === null ? '' : 'new '}${row.isCollection ? 'collection account' : 'derogatory mark'} is on your report`,
    recommendation,
    explanation:
      since === null
        ? explanation
        : `${explanation.slice(0, -1)}, ${isCollectorAccount(row) ? 'opened' : 'since'} ${showDate(since)}.`,
    basis: [derogatoryBasis(row, facts)],
  }
}

const aboutRecord = (record: ShownRecord, isNew: boolean): MainAlert => ({
  kind: 'derogatory',
  title: `A ${isNew ? 'new ' : ''}public record is on your report`,
  recommendation: `Check the ${describeRecord(record)}. If it is not yours, you can dispute it with ${record.bureau}.`,
  explanation: `${record.bureau} lists it. A public record comes from a court or another public office.`,
  basis: [recordBasis(record)],
})

export const newDerogatoryAlert = (facts: CreditFacts): MainAlert | null => {
  const { now } = facts
  if (now === null) return null
  const row = derogatoryRows(facts).find(mark => isWithinMonths(beganOn(mark), newMonths, now))
  if (row !== undefined) return aboutRow(row, facts, beganOn(row))
  const record = facts.records.find(({ filed }) => isWithinMonths(filed, newMonths, now))
  return record === undefined ? null : aboutRecord(record, true)
}

/** A late account, which gets worse by waiting. */
export const lateAccountAlert = (facts: CreditFacts): MainAlert | null => {
  const [row, ...others] = lateAccounts(facts)
  if (row === undefined) return null
  const name = accountName(row, facts)
  return {
    kind: 'derogatory',
    title: facts.isOld ? `${name} was behind on ${showDate(facts.asOf)}` : `${name} is behind`,
    recommendation: facts.isOld
      ? 'See in a newer report whether it still is.'
      : `${catchUpAdvice(row, facts)} If it ${isAuthorizedUserAccount(facts, row) ? '' : 'is not yours or '}was paid on time, start a dispute.`,
    explanation: `${rowSource(row)} shows it as ${row.paymentStatus.toLowerCase()}${
      row.amountPastDue === null ? '' : ` with ${showMoney(row.amountPastDue)} past due`
    }.${others.length > 0 ? ` ${count(others.length, 'other open account')} ${others.length === 1 ? 'is' : 'are'} late too.` : ''}`,
    basis: [row, ...others].map(each => accountBasis(each, facts, each.paymentStatus)),
  }
}

/** Older marks: with them a report is not "all good". */
export const listedDerogatoryAlert = (facts: CreditFacts): MainAlert | null => {
  const [row] = derogatoryRows(facts)
  if (row !== undefined) return aboutRow(row, facts, null)
  const [record] = facts.records
  return record === undefined ? null : aboutRecord(record, false)
}
