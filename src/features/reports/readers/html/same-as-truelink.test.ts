import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { printIdentityIq, shownMonths } from '#test/support/reports/printed/identityiq.ts'
import { printSmartCredit } from '#test/support/reports/printed/smartcredit.ts'
import { requireReport } from '#test/support/reports/require-report.ts'
import type { Account, Report } from '../../canonical.ts'
import { keepCarried } from '../../keep-carried.ts'
import { readReport } from '../detect.ts'

/** The pages display TrueLink data: common content is equal in the page and in the document behind it. */

const person = { firstName: 'Ada', lastName: 'Quill', ssnLastFour: '2041' }

const read = (text: string): Report => requireReport(readReport(text, person))

const document = read(
  readFileSync(new URL('../../fixtures/three-bureaus.truelink.json', import.meta.url), 'utf8'),
)

/** The page names an account once, lists addresses by name and remarks without codes, and has its own order. */
const comparable = (rows: readonly Account[]) =>
  rows
    .map(row => ({
      ...row,
      id: '',
      creditorName: '',
      creditorNameReported: '',
      address: null,
      creditorPhone: null,
      remarks: row.remarks.map(({ text }) => text),
    }))
    .toSorted((a, b) => `${a.dateOpened} ${a.bureau}`.localeCompare(`${b.dateOpened} ${b.bureau}`))

test.each([
  ['identityiq-html', printIdentityIq(document)],
  ['smartcredit-html', printSmartCredit(document)],
] as const)('%s', (format, page) => {
  // IdentityIQ has no dispute flag, only remarks about disputes.
  const flagged =
    format === 'identityiq-html'
      ? document.accounts.map(row => ({ ...row, disputed: null }))
      : document.accounts
  const kept = keepCarried({ ...document, accounts: flagged }, format)
  const groups = [...Map.groupBy(kept.accounts, one => one.id).values()].map(shownMonths)
  expect(comparable(read(page).accounts)).toEqual(comparable(groups.flat()))
})
