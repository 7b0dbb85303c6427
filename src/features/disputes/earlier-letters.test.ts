import { describe, expect, it } from 'vitest'
import { accountReasons, inquiryReasons } from '#features/findings/reasons.ts'
import type { Account, Inquiry } from '#features/reports/canonical.ts'
import { accountOf, inquiryOf } from '#test/support/reports/report-of.ts'
import type { DisputedItem } from './build-dispute.ts'
import type { GoodwillWish } from './dispute-requests.ts'
import {
  describeCeased,
  describeDenial,
  describeOpenedBy,
  listEarlierCautions,
  listRelatedRows,
} from './earlier-letters.ts'

const on = '2026-11-02'
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
const accountItem = (
  reason: (typeof accountReasons)[number],
  asksToVerify = false,
  accountId = 'a',
): DisputedItem => ({
  type: 'account',
  accountId,
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
  describeOpenedBy([now], [{ ...previous, on }], rows)

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

describe('a request about a debt that an earlier letter denied', () => {
  const company = { accountId: 'a', creditorName: 'Oak Bank', company: 'Oak', shownBy: 'TransUnion' } as const
  const request = { ...company, explanation: null, bureaus: [] }
  const offer = {
    ...request,
    type: 'settlement',
    reason: 'not_asked',
    amount: '500.00',
    payBy: null,
  } as const
  const goodwill = (reason: GoodwillWish) => ({ ...request, type: 'goodwill', reason }) as const
  const notice = { ...request, type: 'theft-notice', reason: 'stop_reporting' } as const
  const says = (now: DisputedItem, previous: DisputedItem) =>
    describeDenial([now], [{ ...previous, on }], rowsOf())
  const speakAgainst = (now: DisputedItem) =>
    accountReasons.filter(reason => says(now, accountItem(reason)) !== null).toSorted()

  it('is denied by these reasons', () => {
    const notOwn = ['identity_theft', 'not_mine', 'not_responsible'] as const
    expect(speakAgainst(goodwill('whole_account'))).toEqual(notOwn)
    expect(speakAgainst(goodwill('late_payments'))).toEqual([...notOwn, 'never_late'].toSorted())
    expect(speakAgainst(offer)).toEqual([...notOwn, 'paid_or_settled', 'included_in_bankruptcy'].toSorted())
  })

  it('names the earlier letter, to a bureau or to the company', () => {
    expect(says(offer, accountItem('not_mine'))).toBe(
      'In your dispute of Nov 2, 2026 you said “This account is not mine”. This offer suggests otherwise, and the company can hold that against you. Send it only if you were mistaken then.',
    )
    expect(says(goodwill('late_payments'), notice)).toContain('This request suggests otherwise')
  })

  it('does not speak against one about another debt', () => {
    expect(says({ ...offer, accountId: 'b' }, accountItem('not_mine'))).toBeNull()
  })
})

describe('a letter to a collector that was asked to stop all contact', () => {
  const debt = { bureau: null, number: null, amount: null, originalCreditor: null }
  const cease = (
    reason: 'all' | 'limited',
    named: { accountId: string } | { number: string } = { accountId: 'a' },
  ): DisputedItem => ({
    type: 'cease',
    collector: 'Quill Recovery',
    debt: { ...debt, accountId: null, ...named },
    reason,
    media: [],
    notAtWork: reason === 'limited',
    explanation: null,
    bureaus: [],
  })
  const offer: DisputedItem = {
    type: 'settlement',
    accountId: 'a',
    creditorName: 'Quill',
    company: 'QUILL RECOVERY',
    shownBy: 'TransUnion',
    reason: 'not_asked',
    amount: '500.00',
    payBy: null,
    explanation: null,
    bureaus: [],
  }
  const says = (now: DisputedItem, previous: DisputedItem) => describeCeased([now], [{ ...previous, on }])

  it('is warned that it asks for contact', () => {
    expect(says(offer, cease('all'))).toBe(
      'In your letter of Nov 2, 2026 you asked Quill Recovery to stop all contact with you about this debt. This letter asks it to write to you, so the collector may take that request as withdrawn, or not answer. Send it only if you want to hear from it again.',
    )
    expect(says(cease('limited'), cease('all'))).toContain('leaves other ways of contact open')
    expect(says(offer, cease('all', { number: 'QR-1' }))).toContain(
      'about a debt, which may be this one. This letter',
    )
  })

  it.each<[string, DisputedItem, DisputedItem]>([
    ['asks for the same again', cease('all'), cease('all')],
    ['was asked only to respect limits', offer, cease('limited')],
    ['is another company', { ...offer, company: 'Oak' }, cease('all')],
    ['is about another debt', cease('limited', { accountId: 'b' }), cease('all')],
    ['goes to a bureau', accountItem('not_mine'), cease('all')],
  ])('is not warned if it %s', (_, now, previous) => {
    expect(says(now, previous)).toBeNull()
  })
})

it('a letter that nobody received is called the opposite only of what contradicts it', () => {
  const own = { name: null, dob: null, ssn: null, address: null, phone: null, employer: null }
  const warned = (...undelivered: DisputedItem[]) =>
    listEarlierCautions(
      [
        accountItem('paid_or_settled'),
        accountItem('never_late', false, 'b'),
        accountItem('not_mine', false, 'b'),
      ],
      { said: [], undelivered: undelivered.map(item => ({ ...item, on })) },
      { ...rowsOf(), own },
      '2026-11-20',
    ).map(({ code }) => code)
  expect(warned(accountItem('other', false, 'c'))).toEqual([])
  expect(warned(accountItem('not_mine'))).toEqual(['denied_before'])
})
