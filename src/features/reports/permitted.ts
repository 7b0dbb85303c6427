import { showList } from '#values/list.ts'
import type { Account, Report } from './canonical.ts'

/**
 * Limits on a report's size. Computing on a report takes time proportional to its rows, and a file with more
 * rows than anyone has is not a credit report; the limits are far above the longest real ones.
 */
export type ReportLimits = { accounts: number; inquiries: number; publicRecords: number }

/**
 * The most items one account or one bureau's personal information may list, and the payment months of all
 * accounts.
 */
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

/** The message about a report that is too long; null when it is within the limits. */
export const describeExcess = (report: Report, permitted: ReportLimits): string | null => {
  const beyond = counted(report, permitted).filter(({ count, most: bound }) => count > bound)
  return beyond.length === 0
    ? null
    : `This file lists more than a credit report can: ${showList(
        beyond.map(({ name, count, most: bound }) => `${show(count)} ${name}, of at most ${show(bound)}`),
      )}. Nothing was saved.`
}

/** How many reports are stored for a user, and their total encrypted size. */
export type ReportQuota = { reports: number; bytes: number }

/** Limits configured by the operator. `joinDays`: how far apart the parts of one report may be. */
export type ReportBounds = { limits: ReportLimits; quota: ReportQuota; joinDays: number }

const MEGABYTE = 1024 * 1024

/** Why another report cannot be stored; null when there is room. */
export const describeFullQuota = (held: ReportQuota, more: number, quota: ReportQuota): string | null =>
  held.reports < quota.reports && held.bytes + more <= quota.bytes
    ? null
    : `Your account already has ${show(held.reports)} reports. It can have up to ${show(quota.reports)} reports and ${show(
        Math.floor(quota.bytes / MEGABYTE),
      )} MB. None was removed, and this one was not saved. Ask support to make room.`
