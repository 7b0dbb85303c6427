import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runFinder } from '#features/findings/find.ts'
import type { Asked, DisputedItem, DisputeRecord } from '#features/findings/item-state.ts'
import { selectLeadFinding } from '#features/findings/ranking.ts'
import type { Plan } from '#features/identity/plan.ts'
import type { Account, Report } from '#features/reports/canonical.ts'
import { redactForPlan } from '#features/reports/redact-for-plan.ts'
import { buildReportView } from '#features/reports/report-view.ts'
import { times } from '#test/support/chance.ts'
import { anyReport } from '#test/support/reports/any-report.ts'
import {
  accountOf,
  collectionOf,
  inquiryOf,
  monthsOf,
  personOf,
  quietAccounts,
  recordOf,
  reportOf,
} from '#test/support/reports/report-of.ts'
import { buildAnalytics } from './analytics.ts'

const meta = { id: 'r', receivedAt: '2026-11-15T00:00:00.000Z', origin: 'sandbox' } as const
const alertOf = (report: Report, plan: Plan = 'max', today: string | null = null) =>
  buildAnalytics({ view: buildReportView(report, plan), meta, today }).mainAlert

const withAccount = (given: Partial<Account>) => reportOf({ accounts: [...quietAccounts, accountOf(given)] })
const burst = ['2026-11-01', '2026-11-03', '2026-11-20', '2026-10-25'].map((date, index) =>
  inquiryOf({ company: `Lender ${index}`, date }),
)

/** Each report has everything that the ones below have, which proves the order. */
const collection = collectionOf({ dateOpened: '2026-09-02' })
const impossible = accountOf({
  id: 'p',
  creditorName: 'Northgate Bank',
  accountStatus: 'Paid',
  openClosed: 'Closed',
  currentBalance: '312.00',
})
const high = accountOf({ id: 'h', currentBalance: '40000.00', creditLimit: '50000.00' })
const oldInquiries = ['2026-01-01', '2025-10-01', '2025-07-01'].map(date =>
  inquiryOf({ date, company: `Old ${date}` }),
)

describe('the main alert', () => {
  test.each([
    [
      'identity_theft',
      reportOf({ accounts: [impossible, collection, high], inquiries: [...burst, ...oldInquiries] }),
    ],
    ['impossible_item', reportOf({ accounts: [impossible, collection, high], inquiries: oldInquiries })],
    ['derogatory', reportOf({ accounts: [collection, high], inquiries: oldInquiries })],
    ['utilization', reportOf({ accounts: [high, collectionOf()], inquiries: oldInquiries })],
    ['inquiries', reportOf({ accounts: [accountOf(), collectionOf()], inquiries: oldInquiries })],
    ['thin_file', reportOf({ accounts: [accountOf(), collectionOf()] })],
    ['derogatory', reportOf({ accounts: [...quietAccounts, collectionOf()] })],
    ['all_good', reportOf({ accounts: quietAccounts })],
  ])('is %s before anything less urgent', (kind, report) => {
    expect(alertOf(report).kind).toBe(kind)
  })

  test('of any report says what to do, promises nothing and has no empty text', () => {
    fc.assert(
      fc.property(anyReport, fc.constantFrom<Plan>('free', 'max'), (report, plan) => {
        const { kind, basis, ...words } = alertOf(report, plan)
        expect(Object.values(words).every(text => text.length > 10)).toBe(true)
        expect(JSON.stringify(words)).not.toMatch(
          /guarantee|remove|boost|pre-approved|erase|null|undefined|NaN|!/i,
        )
        const seen = report.accounts.filter(account => plan === 'max' || account.bureau === 'TransUnion')
        if (kind === 'all_good') expect(seen.some(account => account.isDerogatory)).toBe(false)
      }),
      { numRuns: times(40) },
    )
  })
})

describe('impossible items', () => {
  const mayBeTrue = ['all_good', 'to_check']
  const paid = { accountStatus: 'Paid', openClosed: 'Closed' } as const

  test.each<[string, Partial<Account>]>([
    ['paid with a balance', { ...paid, currentBalance: '312.00' }],
    [
      'paid in full with a balance',
      {
        openClosed: 'Closed',
        accountStatus: 'Closed',
        currentBalance: '312.00',
        remarks: [{ code: null, text: 'Account paid in full' }],
      },
    ],
    [
      'a paid collection with a balance',
      { accountStatus: 'Paid', isCollection: true, currentBalance: '312.00' },
    ],
    ['paid and past due', { ...paid, amountPastDue: '50.00' }],
    ['nothing owed, yet past due', { currentBalance: '0.00', amountPastDue: '50.00' }],
    ['more past due than owed', { currentBalance: '40.00', amountPastDue: '50.00' }],
    ['opened after the report', { dateOpened: '2026-12-01' }],
    ['a last payment after the report', { dateLastPayment: '2027-01' }],
  ])('%s', (_, given) => {
    expect(alertOf(withAccount(given)).kind).toBe('impossible_item')
  })

  test.each<[string, Partial<Account>]>([
    ['closed with a balance', { openClosed: 'Closed', accountStatus: 'Closed', currentBalance: '312.00' }],
    [
      'closed and past due',
      { openClosed: 'Closed', accountStatus: 'Closed', currentBalance: '312.00', amountPastDue: '100.00' },
    ],
    [
      'an open card, paid and used again',
      { accountStatus: 'Paid', openClosed: 'Open', currentBalance: '12.00' },
    ],
    [
      'not paid in full',
      {
        openClosed: 'Closed',
        accountStatus: 'Closed',
        currentBalance: '12.00',
        remarks: [{ code: null, text: 'Settled, not paid in full' }],
      },
    ],
    ['paid with nothing owed', { ...paid, currentBalance: '0.00', amountPastDue: '0.00' }],
    ['paid, balance not reported', { ...paid, currentBalance: null }],
    ['all that is owed past due', { currentBalance: '50.00', amountPastDue: '50.00' }],
    ['past due, balance not reported', { currentBalance: null, amountPastDue: '50.00' }],
    ['opened in the month of the report', { dateOpened: '2026-11' }],
    ['opened in the year of the report', { dateOpened: '2026' }],
    ['a day later, in another time zone', { dateLastPayment: '2026-11-15' }],
    ['reported to the end of the cycle', { lastReported: '2026-11-30' }],
  ])('may be true: %s', (_, given) => {
    expect(mayBeTrue).toContain(alertOf(withAccount(given)).kind)
  })

  test('an exact duplicate at one bureau is impossible, another loan of the same day is not', () => {
    const loan = {
      id: 'a',
      creditorName: 'Brightway',
      accountType: 'Installment',
      highBalance: '5000.00',
      currentBalance: '4000.00',
    } as const
    const twice = (more: Partial<Account>) =>
      alertOf(
        reportOf({ accounts: [...quietAccounts, accountOf(loan), accountOf({ ...loan, id: 'b', ...more })] }),
      ).kind
    expect(twice({})).toBe('impossible_item')
    expect(mayBeTrue).toContain(twice({ bureau: 'Equifax' }))
    expect(mayBeTrue).toContain(twice({ highBalance: '5500.00' }))
    expect(mayBeTrue).toContain(twice({ currentBalance: '3999.00' }))
    expect(mayBeTrue).toContain(twice({ accountNumber: '99990000****' }))
  })

  test('names the account, what each bureau shows, and the rows behind it', () => {
    const report = reportOf({
      accounts: [...quietAccounts, impossible, { ...impossible, bureau: 'Equifax', amountPastDue: '9.00' }],
    })
    expect(alertOf(report)).toEqual({
      kind: 'impossible_item',
      title: 'A paid account still shows a balance',
      recommendation: 'Check Northgate Bank at TransUnion. If it is wrong, start an account dispute.',
      explanation:
        'TransUnion lists it as paid, yet with a balance of $312.00. Equifax says the same. Both can’t be true.',
      basis: [
        {
          label: 'Northgate Bank',
          value: 'A paid account still shows a balance',
          accountId: 'p',
          bureau: 'TransUnion',
        },
        {
          label: 'Northgate Bank',
          value: 'A paid account still shows a balance',
          accountId: 'p',
          bureau: 'Equifax',
        },
      ],
      findingId: 'C-02:account/p:TransUnion+Equifax',
    })
  })
})

describe('files that could not be read', () => {
  test('without any file nothing is called good', () => {
    const files = [
      { bureau: 'TransUnion', status: 'frozen', text: null },
      { bureau: 'Equifax', status: 'noHit', text: null },
    ] as const
    expect(alertOf(reportOf({ files: [...files] }))).toMatchObject({
      kind: 'no_report',
      explanation:
        'Your TransUnion file is frozen and Equifax found no file for you. That does not mean that you have no debts.',
    })
  })

  test('a report that covers no bureau of the plan is not called empty', () => {
    const experian = accountOf({ bureau: 'Experian' })
    const report = reportOf({
      files: [{ bureau: 'Experian', status: 'hit', text: null }],
      accounts: [experian],
    })
    expect(alertOf(report, 'free')).toEqual({
      kind: 'no_report',
      title: 'This report covers no bureau in your plan',
      recommendation: 'Import a report from a bureau in your plan. You can see your plan in Profile.',
      explanation: 'Your plan shows none of it. That does not mean that you have no debts.',
    })
  })

  test('a frozen bureau with few accounts is named', () => {
    const report = reportOf({
      accounts: quietAccounts.slice(0, 4),
      files: [{ bureau: 'Experian', status: 'frozen', text: null }],
    })
    expect(alertOf(report)).toMatchObject({ kind: 'thin_file' })
    expect(alertOf(report).explanation).toContain('Your Experian file is frozen, so we could not look there.')
    expect(alertOf(report, 'free').explanation).not.toContain('Experian')
  })

  test('a frozen bureau among good ones is named', () => {
    const report = reportOf({
      accounts: quietAccounts,
      files: [{ bureau: 'Experian', status: 'frozen', text: null }],
    })
    expect(alertOf(report)).toMatchObject({ kind: 'all_good' })
    expect(alertOf(report).explanation).toContain('Your Experian file is frozen, so we could not look there.')
    expect(alertOf(report, 'free').explanation).not.toContain('Experian')
  })
})

test('high use of someone else’s card is for its owner to pay down', () => {
  const used = { currentBalance: '40000.00', creditLimit: '50000.00', responsibility: 'Authorized user' }
  expect(alertOf(withAccount(used))).toMatchObject({
    kind: 'utilization',
    recommendation:
      'The high balance is on a card you use as an authorized user. Ask its owner to pay it down, or to take you off the card.',
  })
})

describe('derogatory marks', () => {
  test.each<[string, Report, string]>([
    [
      'a collection of this year half',
      reportOf({ accounts: [...quietAccounts, collection] }),
      'A new collection account is on your report',
    ],
    [
      'an older collection',
      reportOf({ accounts: [...quietAccounts, collectionOf()] }),
      'A collection account is on your report',
    ],
    [
      'a charge-off that began after good months',
      withAccount({
        isDerogatory: true,
        accountStatus: 'Derogatory',
        paymentHistory: monthsOf('2026-11', 'OK 30 60 90 120 150 180 CO CO'),
      }),
      'A new derogatory mark is on your report',
    ],
    [
      'a charge-off whose beginning is not shown',
      withAccount({
        isDerogatory: true,
        accountStatus: 'Derogatory',
        paymentHistory: monthsOf('2026-11', 'CO CO'),
      }),
      'A derogatory mark is on your report',
    ],
    [
      'an old account that its creditor newly rates as in collection',
      withAccount({
        isDerogatory: true,
        isCollection: true,
        accountStatus: 'Derogatory',
        dateOpened: '2014-08-01',
        paymentHistory: monthsOf('2026-11', 'OK 30 60 90 COL COL'),
      }),
      'A new collection account is on your report',
    ],
    [
      'a new public record',
      reportOf({ accounts: quietAccounts, publicRecords: [recordOf({ filed: '2026-08-01' })] }),
      'A new public record is on your report',
    ],
    [
      'an old public record',
      reportOf({ accounts: quietAccounts, publicRecords: [recordOf()] }),
      'A public record is on your report',
    ],
    [
      'an account that is late now',
      withAccount({ payStatus: '30', amountPastDue: '45', currentBalance: '90' }),
      'Lakeshore Card Services is behind',
    ],
  ])('%s', (_, report, title) => {
    expect(alertOf(report)).toMatchObject({ kind: 'derogatory', title })
  })

  test('advice to pay also says what to do when the account is not theirs', () => {
    expect(alertOf(withAccount({ payStatus: '30' })).recommendation).toBe(
      'Pay what is past due on Lakeshore Card Services, or ask for a plan to catch up. If it is not yours or was paid on time, start a dispute.',
    )
  })

  test('an authorized user is not told to pay', () => {
    const report = withAccount({ payStatus: '30', responsibility: 'Authorized user' })
    expect(alertOf(report).recommendation).toBe(
      'Ask the owner of Lakeshore Card Services to pay what is past due, or to take you off the account. If it was paid on time, start a dispute.',
    )
  })

  test('a new one states since when', () => {
    expect(alertOf(reportOf({ accounts: [...quietAccounts, collection] })).explanation).toBe(
      'TransUnion lists it as a collection account with a balance of $1,284.00, opened 09/02/2026.',
    )
  })
})

describe('the main alert and the finder', () => {
  test('lead with the same finding, and show "all good" only if none is worth a dispute', () => {
    fc.assert(
      fc.property(anyReport, fc.constantFrom<Plan>('free', 'max'), (report, plan) => {
        const alert = alertOf(report, plan)
        const lead = selectLeadFinding(runFinder(redactForPlan(report, plan)))
        expect([undefined, lead?.id]).toContain(alert.findingId)
        if (alert.kind === 'all_good') expect(lead?.recommended ?? false).toBe(false)
        if (alert.kind === 'impossible_item') expect(lead?.verdict).toBe('impossible')
      }),
      { numRuns: times(40) },
    )
  })

  const limits = [
    ...quietAccounts,
    accountOf({ id: 'l', creditLimit: '3000.00' }),
    accountOf({ id: 'l', bureau: 'Equifax', creditLimit: '5000.00' }),
  ]
  const card = accountOf({
    id: 'h',
    creditorName: 'Harborview Card',
    currentBalance: '40000.00',
    creditLimit: '50000.00',
  })

  test.each<[string, Report, string, RegExp]>([
    [
      'two bureaus that contradict each other, before high card use',
      reportOf({ accounts: [...limits, card] }),
      'to_check',
      /^Check Lakeshore Card Services at TransUnion\. If it is wrong, start an account dispute\.$/,
    ],
    [
      'an inquiry that cannot be',
      reportOf({ accounts: quietAccounts, inquiries: [inquiryOf({ date: '2027-01-10' })] }),
      'impossible_item',
      /^Check it at TransUnion\. If it is wrong, start an inquiry dispute\.$/,
    ],
    [
      'two dates of birth',
      reportOf({
        accounts: quietAccounts,
        personal: [personOf(), personOf({ bureau: 'Equifax', dob: '1991-04-27' })],
      }),
      'to_check',
      /^Check it at TransUnion and Equifax\. If it is wrong, start a personal info dispute\.$/,
    ],
  ])('%s', (_, report, kind, recommendation) => {
    const alert = alertOf(report)
    expect(alert.kind).toBe(kind)
    expect(alert.recommendation).toMatch(recommendation)
    expect(alert.findingId).toBeDefined()
  })

  test('it does not call wrong what may be true', () => {
    const { title, recommendation, explanation } = alertOf(reportOf({ accounts: limits }))
    expect(`${title} ${recommendation} ${explanation}`).not.toMatch(/error|can’t be true|mistake/i)
  })
})

describe('what the user disputed', () => {
  const asked = (own: Partial<Asked> = {}): Asked => ({
    bureau: 'TransUnion',
    progress: 'in_dispute',
    mailedOn: '2026-11-15',
    dueOn: null,
    answer: null,
    ...own,
  })
  const record = (item: DisputedItem, one = asked()): DisputeRecord => ({
    disputeId: 'd1',
    createdOn: '2026-11-15',
    asksHow: false,
    item,
    asked: [one],
  })
  const alertWith = (report: Report, ...disputes: DisputeRecord[]) =>
    buildAnalytics({
      view: buildReportView(report, 'max'),
      meta,
      known: { earlierReports: [], ownDetails: null, disputes },
    }).mainAlert
  const answered = asked({ answer: { outcome: 'verified', on: '2026-11-20' } })
  const account = (id: string): DisputedItem => ({ kind: 'account', id })

  test.each<[string, Report, DisputedItem]>([
    ['an impossible entry', reportOf({ accounts: [...quietAccounts, impossible] }), account('p')],
    ['a new collection', reportOf({ accounts: [...quietAccounts, collection] }), account(collection.id)],
    [
      'an account that is behind',
      withAccount({ id: 'late', payStatus: '60', amountPastDue: '80.00' }),
      account('late'),
    ],
    [
      'an old derogatory mark',
      withAccount({ id: 'old', isDerogatory: true, accountStatus: 'Derogatory' }),
      account('old'),
    ],
    [
      'a burst of applications',
      reportOf({ accounts: quietAccounts, inquiries: burst }),
      { kind: 'inquiry', ids: burst.map(({ id }) => id) },
    ],
  ])('does not lead: %s', (_, report, item) => {
    const before = alertWith(report)
    expect(['all_good', 'in_dispute']).not.toContain(before.kind)
    for (const one of [asked(), asked({ progress: 'letter_ready', mailedOn: null }), answered]) {
      const after = alertWith(report, record(item, one))
      expect([after.kind, after.title]).not.toEqual([before.kind, before.title])
      expect(after.findingId).toBeUndefined()
    }
  })

  test('is called in dispute or answered, and never good', () => {
    const report = reportOf({ accounts: [...quietAccounts, impossible] })
    expect(alertWith(report, record(account('p')))).toMatchObject({
      kind: 'in_dispute',
      title: 'What we found in this report is in dispute',
      explanation: '1 dispute of yours waits for an answer.',
    })
    expect(alertWith(report, record(account('p'), answered))).toMatchObject({
      kind: 'in_dispute',
      title: 'What we found in this report was answered',
    })
  })

  test('leads again when it was deleted and is listed again', () => {
    const report = reportOf({ accounts: [...quietAccounts, impossible] })
    const deleted = asked({ mailedOn: '2026-09-02', answer: { outcome: 'deleted', on: '2026-10-05' } })
    expect(alertWith(report, record(account('p'), deleted)).kind).toBe('impossible_item')
  })
})

describe('an old report', () => {
  const early = burst.filter(({ date }) => date !== '2026-11-20')
  const whole = reportOf({ accounts: [...quietAccounts, high], inquiries: early })
  const alertOn = (today: string, report: Report = whole) => alertOf(report, 'max', today)

  test.each([
    ['a week later', '2026-11-22', 'identity_theft', false],
    ['two months later, when a thief may still be active', '2027-01-20', 'identity_theft', true],
    ['a year later, when nothing in it is new', '2027-11-20', 'utilization', true],
  ])('leads %s with what is true on that day', (_, today, kind, isOld) => {
    const alert = alertOn(today)
    expect(alert.kind).toBe(kind)
    expect(alert.explanation.endsWith(': this may have changed since.')).toBe(isOld)
  })

  test('states balances and late payments as of its date', () => {
    const { title, recommendation } = alertOn('2027-11-20')
    expect(title).toMatch(/^Your card balances were high for their limits on \d\d\/\d\d\/2026$/)
    expect(recommendation).toBe('Check what you owe on each card today.')
    const late = withAccount({ id: 'late', payStatus: '30', amountPastDue: '40.00' })
    expect(alertOn('2027-11-20', late).title).toMatch(/ was behind on \d\d\/\d\d\/2026$/)
    expect(alertOf(late).title).toMatch(/ is behind$/)
  })

  test('does not count an inquiry that has dropped off since', () => {
    const asked = reportOf({ accounts: quietAccounts, inquiries: oldInquiries })
    expect(alertOf(asked).kind).toBe('inquiries')
    expect(alertOn('2027-06-01', asked).kind).toBe('inquiries')
    expect(alertOn('2028-06-01', asked).kind).toBe('to_check')
  })

  test('is not called new, nor good without its date', () => {
    const marked = reportOf({ accounts: [...quietAccounts, collection] })
    expect(alertOf(marked).title).toMatch(/^A new collection/)
    expect(alertOn('2027-11-20', marked).title).not.toMatch(/new/)
    expect(alertOn('2027-11-20', reportOf({ accounts: quietAccounts }))).toMatchObject({
      kind: 'all_good',
      recommendation: 'Get a newer report to see where you stand now.',
    })
  })
})
