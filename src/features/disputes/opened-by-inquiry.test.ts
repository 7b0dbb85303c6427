import { describe, expect, it } from 'vitest'
import { accountReasons, inquiryReasons } from '#features/findings/reasons.ts'
import type { Account, Inquiry } from '#features/reports/canonical.ts'
import { accountOf, inquiryOf } from '#test/support/reports/report-of.ts'
import type { DisputedItem } from './build-dispute.ts'
import { describeOpenedBy, listRelatedRows } from './opened-by-inquiry.ts'

const inquiry = { id: 'i', company: 'Elm Card, Inc.', date: '2021-08-01' } as const
const account = { id: 'a', creditorNameReported: 'ELM CARD INC', dateOpened: '2021-08-14' } as const

const inquiryItem = (reason: (typeof inquiryReasons)[number]): DisputedItem => ({
  type: 'inquiry',
  inquiryId: 'i',
  ids: { TransUnion: 'i' },
  company: 'Elm Card, Inc.',
  reason,
  explanation: null,
  bureaus: ['TransUnion'],
})
const accountItem = (reason: (typeof accountReasons)[number], asksToVerify = false): DisputedItem => ({
  type: 'account',
  accountId: 'a',
  creditorName: 'Elm Card',
  reason,
  correctBureau: null,
  asksToVerify,
  explanation: null,
  bureaus: ['TransUnion'],
})

const rowsOf = (opened: Partial<Account> = {}, asked: Partial<Inquiry> = {}) => ({
  rows: [accountOf({ ...account, ...opened })],
  inquiries: [inquiryOf({ ...inquiry, ...asked })],
})
const warns = (now: DisputedItem, previous: DisputedItem, rows = rowsOf()) =>
  describeOpenedBy([now], [{ ...previous, on: '2026-11-02' }], rows)

describe('an account that the company of an inquiry opened soon after', () => {
  it('is the person’s own or not, like the application', () => {
    const against = (reason: (typeof inquiryReasons)[number]) =>
      accountReasons.filter(one => warns(accountItem(one), inquiryItem(reason)) !== null).toSorted()
    const own = [
      'closed_shown_open',
      'included_in_bankruptcy',
      'never_late',
      'paid_or_settled',
      'sold_or_transferred',
      'wrong_balance',
      'wrong_limit',
      'wrong_payment_status',
    ]
    expect(inquiryReasons.map(reason => [reason, against(reason)])).toEqual([
      ['no_application', own],
      ['identity_theft', own],
      ['not_hard', own],
      ['duplicate', ['identity_theft', 'not_mine']],
      ['wrong_date', []],
      ['too_old', []],
      ['other', []],
    ])
  })

  it('is warned about in either order', () => {
    const end =
      ', and your report shows that account as opened within 30 days after that inquiry. Send it only if both are true.'
    const [denied, paid] = [inquiryItem('no_application'), accountItem('paid_or_settled')]
    const inquiryClaim = '“I did not apply to this company” about the inquiry of Elm Card, Inc.'
    const accountClaim = '“I paid or settled this account” about the account of Elm Card'
    expect(warns(paid, denied)).toBe(
      `In your dispute of Nov 2, 2026 you said ${inquiryClaim}. This says ${accountClaim}${end}`,
    )
    expect(warns(denied, paid)).toBe(
      `In your dispute of Nov 2, 2026 you said ${accountClaim}. This says ${inquiryClaim}${end}`,
    )
  })

  it.each([
    ['was opened before', rowsOf({ dateOpened: '2021-07-31' })],
    ['was opened much later', rowsOf({ dateOpened: '2021-09-01' })],
    ['has only a month', rowsOf({ dateOpened: '2021-08' })],
    ['is listed in another file', rowsOf({ bureau: 'Equifax' })],
    ['is of another company', rowsOf({}, { company: 'Oak' })],
    ['follows another inquiry', rowsOf({}, { id: 'j' })],
  ])('is not meant if it %s', (_, rows) => {
    expect(warns(accountItem('paid_or_settled'), inquiryItem('no_application'), rows)).toBeNull()
  })

  it('may be asked to be verified', () => {
    expect(warns(accountItem('wrong_balance', true), inquiryItem('no_application'))).toBeNull()
  })

  it('is looked up from the inquiry, and the inquiry from the account', () => {
    const { rows, inquiries } = rowsOf()
    const more = {
      accounts: [...rows, accountOf({ id: 'b' })],
      inquiries: [...inquiries, inquiryOf({ id: 'j' })],
    }
    expect(listRelatedRows(more, [inquiryItem('other')])).toEqual({ rows, inquiries: more.inquiries })
    expect(listRelatedRows(more, [accountItem('other')])).toEqual({ rows, inquiries })
  })
})
