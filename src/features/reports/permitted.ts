import { showList } from '#values/list.ts'
import type { Account, Report } from './canonical.ts'

/**
 * How long a report may be. Whatever is computed from one takes time by its rows, and a file that lists more than any
 * person has is no credit report; the bounds are far above the longest real ones.
 */
export type ReportLimits = { accounts: number; inquiries: number; publicRecords: number }

/** What one account or one bureau's personal details may list, and the months of payment history of all accounts. */
const mostRemarks = 50
const mostDetails = 100
const mostScores = 100
const mostMonths = 200_000
const mostMonthsOfAccount = 600

type Counted = { name: string; count: number; most: number }

const most = (counts: readonly number[]): number => counts.reduce((one, other) => Math.max(one, other), 0)

const months = ({ paymentHistory }: Account): number => paymentHistory.length

const counted = (report: Report, permitted: ReportLimits): Counted[] => {
  const { accounts, inquiries, publicRecords, personal, scores, otherScores, scoreExclusions } = report
  return [
    { name: 'account entries', count: accounts.length, most: permitted.accounts },
    { name: 'inquiries', count: inquiries.length, most: permitted.inquiries },
    { name: 'public records', count: publicRecords.length, most: permitted.publicRecords },
    {
      name: 'scores',
      count: scores.length + otherScores.length + scoreExclusions.length,
      most: mostScores,
    },
    { name: 'sets of personal details', count: personal.length, most: mostDetails },
    {
      name: 'names, addresses, employers, phones or statements at one bureau',
      count: most(
        personal.flatMap(one =>
          [one.aliases, one.previousAddresses, one.employers, one.phones, one.consumerStatements].map(
            ({ length }) => length,
          ),
        ),
      ),
      most: mostDetails,
    },
    {
      name: 'remarks of one account',
      count: most(accounts.map(({ remarks }) => remarks.length)),
      most: mostRemarks,
    },
    {
      name: 'months of one account’s payment history',
      count: most(accounts.map(months)),
      most: mostMonthsOfAccount,
    },
    {
      name: 'months of payment history',
      count: accounts.reduce((sum, account) => sum + months(account), 0),
      most: mostMonths,
    },
  ]
}

const show = (count: number): string => count.toLocaleString('en-US')

/** What a report lists too much of, in a sentence for the person; null when it is permitted. */
export const describeExcess = (report: Report, permitted: ReportLimits): string | null => {
  const beyond = counted(report, permitted).filter(({ count, most: bound }) => count > bound)
  return beyond.length === 0
    ? null
    : `This file lists more than a credit report can: ${showList(
        beyond.map(({ name, count, most: bound }) => `${show(count)} ${name}, of at most ${show(bound)}`),
      )}. Nothing was kept.`
}

/** How many reports are kept for a person, and their sealed bytes together. */
export type ReportQuota = { reports: number; bytes: number }

/** The bounds that an operator sets. */
export type ReportBounds = { limits: ReportLimits; quota: ReportQuota }

const MEGABYTE = 1024 * 1024

/** Why one more report is not kept; null when there is room. */
export const describeFullQuota = (held: ReportQuota, more: number, quota: ReportQuota): string | null =>
  held.reports < quota.reports && held.bytes + more <= quota.bytes
    ? null
    : `Your account keeps ${show(held.reports)} reports already, of at most ${show(quota.reports)} and ${show(
        Math.floor(quota.bytes / MEGABYTE),
      )} MB. None was removed, and this one was not kept. Ask support to make room for it.`
