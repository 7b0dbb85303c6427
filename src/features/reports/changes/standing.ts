import { type PartialDate, showDate } from '#values/dates.ts'
import type { Account, PayToken } from '../canonical.ts'
import { isSameOpening } from '../evidence.ts'
import { isSevere } from '../readers/codes.ts'
import { type BureauFile, missingFrom, normalizeText, pairAccounts } from './bureau-file.ts'
import type { DetectedChange } from './notable.ts'

/** How the bureau says that an account stands: its status, its remarks, the date that its age is counted from. */

const adverseWords: Partial<Record<PayToken, string>> = {
  CO: 'charged off',
  COL: 'in collection',
  REPO: 'a repossession',
  FC: 'a foreclosure',
  VS: 'a voluntary surrender',
  BK: 'included in bankruptcy',
}

const isLate = (token: PayToken | null) => token !== null && /^\d/.test(token)

/** What the status is now, when it is another one than before. */
const statusChange = (before: Account, now: Account, name: string): DetectedChange[] => {
  const token = now.payStatus
  if (token !== null && isSevere(token) && token !== before.payStatus && before.payStatus !== null)
    return [{ kind: 'adverse', summary: `${name} is now reported as ${adverseWords[token]}.` }]
  const [was, is] = [before.accountStatus, now.accountStatus]
  if (was === is)
    return isLate(before.payStatus) && token === 'OK'
      ? [{ kind: 'caughtUp', summary: `${name} is now reported as current.` }]
      : []
  if (is === 'Derogatory') return [{ kind: 'adverse', summary: `${name} is now reported as derogatory.` }]
  if (is === 'Paid') return [{ kind: 'paid', summary: `${name} is now shown as paid.` }]
  if (was === 'Derogatory')
    return [
      {
        kind: 'noLongerAdverse',
        summary: `${name} is no longer derogatory. It is now shown as ${is.toLowerCase()}.`,
      },
    ]
  if (is === 'Open')
    return [
      { kind: 'reopened', summary: `${name} was shown as ${was.toLowerCase()} and is now shown as open.` },
    ]
  const kind = { Closed: 'closed', Transferred: 'transferred', Refinanced: 'refinanced' } as const
  return [{ kind: kind[is], summary: `${name} is now shown as ${is.toLowerCase()}.` }]
}

/** Compared only as exactly as both dates are given. */
const differs = (one: PartialDate, other: PartialDate): boolean => {
  const length = Math.min(one.length, other.length)
  return one.slice(0, length) !== other.slice(0, length)
}

/** The seven years of a delinquency run from its start (15 U.S.C. 1681c(c); Metro 2 field 25). */
const delinquencyChange = (before: Account, now: Account, name: string): DetectedChange[] => {
  const [was, is] = [before.dateFirstDelinquency, now.dateFirstDelinquency]
  if (was === null || is === null || !differs(was, is)) return []
  const summary = `${name} went from ${showDate(was)} to ${showDate(is)}. How long the item may stay is counted from this date.`
  return [{ kind: 'delinquencyMoved', summary }]
}

/** A debt that is dated anew looks younger than it is. Bureaus date one opening up to a month apart. */
const openingChange = (before: Account, now: Account, name: string): DetectedChange[] => {
  const [was, is] = [before.dateOpened, now.dateOpened]
  if (was === null || is === null || !differs(was, is) || isSameOpening(was, is)) return []
  return [{ kind: 'openedMoved', summary: `${name} went from ${showDate(was)} to ${showDate(is)}.` }]
}

const remarkChanges = (before: Account, now: Account, files: [BureauFile, BureauFile]): DetectedChange[] => {
  const [fileBefore, fileNow] = files
  const name = fileNow.accountLabel(now)
  const [former, current] = [before, now].map(({ remarks }) => remarks.map(({ text }) => text))
  if (former === undefined || current === undefined) return []
  return [
    ...missingFrom(current, former, normalizeText).map(
      (text): DetectedChange => ({
        kind: 'remarkAdded',
        summary: `${name}: "${fileNow.mask(text)}"`,
      }),
    ),
    ...missingFrom(former, current, normalizeText).map(
      (text): DetectedChange => ({
        kind: 'remarkRemoved',
        summary: `${name}: "${fileBefore.mask(text)}"`,
      }),
    ),
  ]
}

/** What changed in how the accounts of both files stand. */
export const findAccountStatusChanges = (before: BureauFile, now: BureauFile): DetectedChange[] =>
  pairAccounts(before, now).flatMap(([was, is]) => {
    const name = now.accountLabel(is)
    const about = { kind: 'account', id: is.id } as const
    return [
      ...statusChange(was, is, name).map(noticed => ({ ...noticed, about })),
      ...delinquencyChange(was, is, name),
      ...openingChange(was, is, name),
      ...remarkChanges(was, is, [before, now]),
    ]
  })
