import { describe, expect, it } from 'vitest'
import { type AccountReason, accountReasons, type InquiryReason } from '#features/findings/reasons.ts'
import { account } from '#test/support/reports/blank-account.ts'
import { inquiryOf } from '#test/support/reports/report-of.ts'
import type { Bureau } from '#values/bureau.ts'
import type { DisputedItem } from './build-dispute.ts'
import { type CurrentFacts, type EarlierItem, findContradictions, listDebtRows } from './contradictions.ts'
import type { PersonalField } from './dispute-requests.ts'

const today = '2026-11-20'
const on = '2026-11-02'
const own = {
  name: 'Maya Brooks',
  dob: '04/12/1988',
  ssn: 'XXX-XX-4417',
  address: '2210 Mission Oak Drive, Pasadena, CA 91106',
  phone: '(202) 555-0143',
  employer: null,
}

const row = (bureau: Bureau, creditLimit: string, lastReported = '2026-10-15') =>
  account({ id: 'a', bureau, creditLimit, currentBalance: creditLimit, lastReported })

const present: CurrentFacts = {
  rows: [row('TransUnion', '300.00'), row('Experian', '500.00'), row('Equifax', '500.00')],
  inquiries: [],
  own,
}

type AccountItem = Extract<DisputedItem, { type: 'account' }>

const about = (reason: AccountReason, more: Partial<AccountItem> = {}): AccountItem => ({
  type: 'account',
  accountId: 'a',
  creditorName: 'Oak Bank',
  reason,
  correctBureau: null,
  asksToVerify: false,
  explanation: null,
  bureaus: ['TransUnion'],
  ...more,
})

const found = (previous: DisputedItem, now: DisputedItem, given: CurrentFacts = present) =>
  findContradictions([now], [{ ...previous, on } satisfies EarlierItem], given, today).map(({ part }) => part)

describe('reasons about one account', () => {
  const opposedTo = (previous: AccountReason) =>
    accountReasons.filter(reason => found(about(previous), about(reason)).length > 0)

  it.each<[AccountReason, AccountReason[]]>([
    [
      'not_mine',
      [
        'wrong_balance',
        'wrong_limit',
        'wrong_payment_status',
        'never_late',
        'paid_or_settled',
        'closed_shown_open',
        'included_in_bankruptcy',
        'sold_or_transferred',
      ],
    ],
    ['paid_or_settled', ['not_mine', 'identity_theft', 'not_responsible', 'included_in_bankruptcy']],
    ['never_late', ['not_mine', 'identity_theft', 'not_responsible', 'reaged']],
    ['unknown_original_creditor', ['included_in_bankruptcy', 'medical']],
    ['deceased_in_error', []],
    ['too_old', []],
    ['duplicate', []],
    ['other', []],
  ])('that deny %s', (previous, opposed) => {
    expect(opposedTo(previous)).toEqual(opposed)
  })

  it('deny each other in either order', () => {
    for (const previous of accountReasons)
      for (const now of opposedTo(previous))
        expect([now, opposedTo(now)]).toEqual([now, expect.arrayContaining([previous])])
  })

  it('never deny themselves, nor those of another account', () => {
    for (const reason of accountReasons) expect(found(about(reason), about(reason))).toEqual([])
    expect(found(about('not_mine'), about('paid_or_settled', { accountId: 'b' }))).toEqual([])
  })

  it('deny nothing if the letters only ask to verify', () => {
    expect(found(about('not_mine'), about('wrong_limit', { asksToVerify: true }))).toEqual([])
  })

  it('name the earlier dispute, and how to correct a mistake', () => {
    const [one] = findContradictions(
      [about('paid_or_settled')],
      [{ ...about('not_mine'), on }],
      present,
      today,
    )
    expect(one).toEqual({
      index: 0,
      part: 'reason',
      message:
        'In your dispute of Nov 2, 2026 you said “This account is not mine”. This would say otherwise. If you were mistaken then, choose “Something else is wrong” and say so in your own words.',
      claim: 'In your dispute of Nov 2, 2026 you said “This account is not mine”. This would say otherwise.',
    })
  })
})

describe('entries of one debt', () => {
  const amounts = { currentBalance: '1284.00', dateOpened: '2021-03-02' }
  const creditor = account({
    ...amounts,
    id: 'a',
    bureau: 'TransUnion',
    creditorNameReported: 'Oak Bank',
    dateOpened: '2019-04-02',
  })
  const collector = account({
    ...amounts,
    id: 'b',
    bureau: 'TransUnion',
    creditorNameReported: 'Meridian',
    originalCreditor: 'OAK BANK',
  })
  const rows = [creditor, collector]
  const atB = (reason: AccountReason) => about(reason, { accountId: 'b', creditorName: 'Meridian' })

  it.each<[string, readonly (typeof creditor)[], number]>([
    ['the creditor and its collector', rows, 1],
    [
      'the creditor at one bureau and its collector at another',
      [creditor, { ...collector, bureau: 'Experian' }],
      1,
    ],
    [
      'two collectors of one creditor',
      [{ ...collector, id: 'a', creditorNameReported: 'Quill' }, collector],
      1,
    ],
    ['a collector of another amount', [creditor, { ...collector, currentBalance: '310.00' }], 0],
    ['a collector that names another creditor', [creditor, { ...collector, originalCreditor: 'Elm CU' }], 0],
    [
      'two collectors that do not know the creditor',
      ['a', 'b'].map(id => ({ ...collector, id, creditorNameReported: id, originalCreditor: 'UNKNOWN' })),
      0,
    ],
  ])('of %s are one debt', (_, given, count) => {
    const said = about('paid_or_settled')
    expect(found(said, atB('not_mine'), { ...present, rows: given })).toHaveLength(count)
    expect(findContradictions([said, atB('not_mine')], [], { ...present, rows: given }, today)).toHaveLength(
      count,
    )
  })

  it('are looked up from the report with the account that is disputed', () => {
    const other = account({ ...amounts, id: 'c', bureau: 'TransUnion', creditorNameReported: 'Elm CU' })
    expect(listDebtRows([creditor, collector, other], ['b'])).toEqual(rows)
    expect(listDebtRows([creditor, collector, other], ['c'])).toEqual([other])
  })

  it('may be disputed for reasons that fit together, or in own words', () => {
    for (const reason of ['paid_or_settled', 'duplicate', 'other'] as const)
      expect(found(about('paid_or_settled'), atB(reason), { ...present, rows })).toEqual([])
  })

  it('are not told apart by values, which each company reports for itself', () => {
    const said = about('wrong_balance', { correctBureau: 'TransUnion' })
    expect(found(said, atB('wrong_balance'), { ...present, rows })).toEqual([])
  })

  it('are named, in the same dispute and in an earlier one', () => {
    const messages = (asked: DisputedItem[], earlier: EarlierItem[]) =>
      findContradictions(asked, earlier, { ...present, rows }, today).map(({ message }) => message)
    expect(messages([about('paid_or_settled'), atB('not_mine')], [])).toEqual([
      'In this dispute you also say “I paid or settled this account” about Oak Bank, which looks like the same debt. This would say otherwise. If they are two debts, choose “Something else is wrong” and say so in your own words.',
    ])
    expect(messages([atB('not_mine')], [{ ...about('paid_or_settled'), on }])).toEqual([
      'In your dispute of Nov 2, 2026 you said “I paid or settled this account” about Oak Bank, which looks like the same debt. This would say otherwise. If they are two debts, or you were mistaken then, choose “Something else is wrong” and say so in your own words.',
    ])
  })

  it('may be denied after an offer to settle, which admits nothing', () => {
    const offer: DisputedItem = {
      type: 'settlement',
      accountId: 'a',
      creditorName: 'Oak Bank',
      company: 'Oak',
      shownBy: 'TransUnion',
      reason: 'not_asked',
      amount: '500.00',
      payBy: null,
      explanation: null,
      bureaus: [],
    }
    expect(found(offer, about('identity_theft'))).toEqual([])
  })
})

describe('the bureau that is right', () => {
  const right = about('wrong_limit', { correctBureau: 'Experian' })

  it.each<[string, AccountItem, string[]]>([
    ['called inaccurate', about('wrong_limit', { bureaus: ['Experian'] }), ['reason']],
    ['asked to verify', about('wrong_limit', { bureaus: ['Experian'], asksToVerify: true }), []],
    ['named again to another', about('wrong_limit', { bureaus: ['Equifax'], correctBureau: 'Experian' }), []],
    ['exchanged for one that shows the same', about('wrong_limit', { correctBureau: 'Equifax' }), []],
    [
      'exchanged for one that shows another',
      about('wrong_limit', { bureaus: ['Equifax'], correctBureau: 'TransUnion' }),
      ['correctBureau'],
    ],
    ['doubted in another value', about('wrong_dates', { bureaus: ['Experian'] }), []],
  ])('may later be %s or not', (_, now, parts) => {
    expect(found(right, now)).toEqual(parts)
  })

  it('must not have been called inaccurate before', () => {
    const now = about('wrong_limit', { bureaus: ['Experian'], correctBureau: 'TransUnion' })
    expect(found(about('wrong_limit'), now)).toEqual(['correctBureau'])
  })

  it('of a balance is no longer right once it reported again, but of a date it is', () => {
    const rows = [row('Experian', '700.00', '2026-11-15')]
    const previous = about('wrong_balance', { correctBureau: 'Experian' })
    const now = about('paid_or_settled', { bureaus: ['Experian'] })
    expect(found(previous, now)).toEqual(['reason'])
    expect(found(previous, now, { ...present, rows })).toEqual([])
    const dates = about('wrong_dates', { correctBureau: 'Experian' })
    expect(found(dates, about('wrong_dates', { bureaus: ['Experian'] }), { ...present, rows })).toEqual([
      'reason',
    ])
  })

  const late = { ...row('Experian', '500.00'), openClosed: 'Open', payStatus: '30' } as const
  const paid = { ...row('Experian', '0.00'), openClosed: 'Closed', payStatus: 'OK' } as const

  it.each<[AccountReason, AccountReason]>([
    ['wrong_balance', 'paid_or_settled'],
    ['wrong_balance', 'sold_or_transferred'],
    ['wrong_payment_status', 'closed_shown_open'],
    ['wrong_payment_status', 'never_late'],
  ])('about %s shows nothing that %s at another bureau denies, in either order', (reason, denying) => {
    const called = about(reason, { correctBureau: 'Experian' })
    const denies = about(denying, { bureaus: ['Equifax'] })
    const at = (shown: typeof late | typeof paid) => ({ ...present, rows: [shown] })
    expect(found(called, denies, at(late))).toEqual(['reason'])
    expect(found(denies, called, at(late))).toEqual(['correctBureau'])
    expect(found(called, denies, at(paid))).toEqual([])
    expect(found(called, denies, { ...present, rows: [{ ...late, lastReported: '2026-11-15' }] })).toEqual([])
    expect(found(about(reason, { asksToVerify: true }), denies, at(late))).toEqual([])
  })

  it('does not prevent that a later payment, sale or closing is claimed where it was reported since', () => {
    const at = (equifax: string) => ({
      ...present,
      rows: [late, { ...row('Equifax', '500.00', equifax), openClosed: 'Open' as const }],
    })
    for (const [reason, event] of [
      ['wrong_balance', 'paid_or_settled'],
      ['wrong_balance', 'sold_or_transferred'],
      ['wrong_payment_status', 'closed_shown_open'],
    ] as const) {
      const called = about(reason, { correctBureau: 'Experian' })
      const now = about(event, { bureaus: ['Equifax'] })
      expect(found(called, now, at('2026-11-10'))).toEqual([])
      expect(found(called, now, at('2026-11-01'))).toEqual(['reason'])
      expect(found(now, called, at('2026-11-10'))).toEqual(['correctBureau'])
    }
  })

  it.each<[string, Partial<CurrentFacts['rows'][number]>, string, string[]]>([
    ['other late months', {}, '2026-03', []],
    ['the month of its status', {}, '2026-10', ['reason']],
    ['a month in a bankruptcy', { payStatus: 'BK' }, '2026-10', []],
  ])(
    'shows a status that never_late denies only about its month, and in no bankruptcy: %s',
    (_, shown, month, parts) => {
      const equifax = {
        ...row('Equifax', '500.00', '2026-11-10'),
        paymentHistory: [{ date: month, status: '30' as const }],
      }
      const called = about('wrong_payment_status', { correctBureau: 'Experian' })
      const now = about('never_late', { bureaus: ['Equifax'] })
      expect(found(called, now, { ...present, rows: [{ ...late, ...shown }, equifax] })).toEqual(parts)
    },
  )

  it('is not called so after a claim that denies it, which the message quotes', () => {
    const called = about('wrong_balance', { correctBureau: 'Experian' })
    const denies = { ...about('paid_or_settled', { bureaus: ['Equifax'] }), on }
    expect(findContradictions([called], [denies], present, today).map(({ message }) => message)).toEqual([
      'In your dispute of Nov 2, 2026 you said “I paid or settled this account”. This would say otherwise. If you were mistaken then, choose “Something else is wrong” and say so in your own words.',
    ])
  })
})

describe('inquiries', () => {
  const inquiry = (reason: InquiryReason, ids: Partial<Record<Bureau, string>>): DisputedItem => ({
    type: 'inquiry',
    inquiryId: Object.values(ids)[0] ?? '',
    ids,
    company: 'Elm',
    reason,
    explanation: null,
    bureaus: ['TransUnion'],
  })

  it('of one application are not both unknown and listed twice', () => {
    const previous = inquiry('no_application', { TransUnion: 'i', Experian: 'j' })
    expect(found(previous, inquiry('duplicate', { Experian: 'j' }))).toEqual(['reason'])
    expect(found(previous, inquiry('duplicate', { Experian: 'k' }))).toEqual([])
    expect(found(previous, inquiry('identity_theft', { Experian: 'j' }))).toEqual([])
  })

  const listed = (id: string, date: string, bureau: Bureau = 'TransUnion') =>
    inquiryOf({ id, company: 'ELM', bureau, date })
  const twice = { ...present, inquiries: [listed('i', '2026-09-14'), listed('k', '2026-09-20')] }

  it.each<InquiryReason>(['no_application', 'identity_theft', 'not_hard'])(
    'are not %s in one letter, and the same application as another in a later or earlier one',
    reason => {
      const denied = inquiry(reason, { TransUnion: 'i', Experian: 'j' })
      const listedTwice = inquiry('duplicate', { TransUnion: 'k' })
      expect(found(denied, listedTwice, twice)).toEqual(['reason'])
      expect(found(listedTwice, denied, twice)).toEqual(['reason'])
    },
  )

  it('are two applications if another is named, or listed elsewhere', () => {
    const denied = inquiry('no_application', { TransUnion: 'i' })
    const listedTwice = inquiry('duplicate', { TransUnion: 'k' })
    const apart = [listed('i', '2026-08-01'), listed('k', '2026-09-20'), listed('l', '2026-09-21')]
    expect(found(denied, listedTwice, { ...present, inquiries: apart })).toEqual([])
    const elsewhere = [listed('i', '2026-09-14', 'Equifax'), listed('k', '2026-09-20')]
    expect(found(denied, listedTwice, { ...present, inquiries: elsewhere })).toEqual([])
  })

  it('that one dispute denied and left out of another’s duplicates may be denied again', () => {
    const denied = inquiry('no_application', { TransUnion: 'i' })
    const listedTwice = inquiry('duplicate', { TransUnion: 'k' })
    const three = { ...present, inquiries: [...twice.inquiries, listed('l', '2026-09-21')] }
    expect(findContradictions([denied, listedTwice], [], three, today)).toEqual([])
    const earlier = [denied, listedTwice].map(item => ({ ...item, on }))
    expect(findContradictions([denied], earlier, three, today)).toEqual([])
  })

  it('after an earlier letter were not named by it', () => {
    const since = [listed('i', '2026-10-30'), listed('k', '2026-11-01'), listed('l', '2026-11-05')]
    const listedTwice = inquiry('duplicate', { TransUnion: 'k' })
    const stolen = (id: string) => inquiry('identity_theft', { TransUnion: id })
    expect(found(listedTwice, stolen('l'), { ...present, inquiries: since })).toEqual([])
    expect(found(listedTwice, stolen('i'), { ...present, inquiries: since })).toEqual(['reason'])
  })

  it('that earlier letters denied may be left out of a duplicate’s letters, if another is named', () => {
    const denied = inquiry('no_application', { TransUnion: 'i' })
    const listedTwice = inquiry('duplicate', { TransUnion: 'k' })
    const three = { ...present, inquiries: [...twice.inquiries, listed('l', '2026-09-21')] }
    expect(found(denied, listedTwice, three)).toEqual(['reason'])
    expect(found(denied, listedTwice, { ...three, leftOut: ['i'] })).toEqual([])
    expect(found(denied, listedTwice, { ...twice, leftOut: ['i'] })).toEqual(['reason'])
    const both = [inquiry('not_hard', { TransUnion: 'l' }), listedTwice]
    const rest = findContradictions(both, [{ ...denied, on }], { ...three, leftOut: ['i'] }, today)
    expect(rest.map(({ index }) => index)).toEqual([1])
  })

  it('of an application that an earlier letter named are told so', () => {
    const earlier = { ...inquiry('duplicate', { TransUnion: 'k' }), on }
    const [one] = findContradictions(
      [inquiry('no_application', { TransUnion: 'i' })],
      [earlier],
      twice,
      today,
    )
    expect(one?.message).toBe(
      'In your dispute of Nov 2, 2026 you said “One application is listed more than once” about another inquiry of Elm of about the same day. This would say otherwise. If you were mistaken then, choose “Something else is wrong” and say so in your own words.',
    )
  })
})

describe('a debt', () => {
  type Validation = Extract<DisputedItem, { type: 'validation' }>
  const debt = { accountId: null, bureau: null, number: 'QR-1', amount: null, originalCreditor: null }
  const validation = (given: Partial<Validation> = {}): Validation => ({
    type: 'validation',
    collector: 'Quillfeather Recovery',
    debt,
    reason: 'whole',
    partAmount: null,
    claims: [],
    asksOriginalCreditor: false,
    notice: { state: 'unknown', on: null, endsOn: null },
    explanation: null,
    bureaus: [],
    ...given,
  })
  const denied = validation({ claims: ['not_mine'] })
  const part = validation({ reason: 'part', partAmount: '40', claims: ['wrong_amount'] })
  const noNotice = validation({ notice: { state: 'not_come', on: null, endsOn: null } })
  const noticeOn = (day: string | null) =>
    validation({ notice: { state: 'came', on: day, endsOn: '2026-12-20' } })

  it.each<[string, DisputedItem, DisputedItem, string[]]>([
    ['not theirs, then wrong in a part', denied, part, ['scope']],
    ['wrong in a part, then not theirs', part, denied, ['claims']],
    ['disputed whole for no reason, then not theirs', validation(), denied, []],
    ['not theirs twice', denied, denied, []],
    ['of another number', denied, { ...part, debt: { ...debt, number: 'QR-2' } }, []],
    ['of another collector', denied, { ...part, collector: 'Meridian' }, []],
    ['that is not named', { ...denied, debt: { ...debt, number: null } }, part, []],
    ['whose notice had not come, and came earlier', noNotice, noticeOn('2026-10-30'), ['notice.on']],
    ['whose notice had not come, and came that day', noNotice, noticeOn(on), []],
    ['whose notice had not come, and came since', noNotice, noticeOn('2026-11-05'), []],
    ['whose notice came on an unknown day', noNotice, noticeOn(null), []],
    ['whose notice came, and did not come', noticeOn('2026-10-30'), noNotice, ['notice.state']],
    ['whose notice came', { ...noticeOn('2026-10-30'), collector: 'Meridian' }, noNotice, []],
    [
      'of the report paid to its creditor, then not theirs to the collector',
      about('paid_or_settled', { accountId: 'creditor' }),
      { ...denied, debt: { ...debt, accountId: 'collector' } },
      ['claims'],
    ],
  ])('%s', (_, said, now, parts) => {
    const names = { currentBalance: '80.00', bureau: 'TransUnion' } as const
    const rows = [
      account({ ...names, id: 'creditor', creditorNameReported: 'Elm CU' }),
      account({ ...names, id: 'collector', creditorNameReported: 'Quill', originalCreditor: 'Elm CU' }),
    ]
    expect(found(said, now, { ...present, rows })).toEqual(parts)
  })

  it('whose notice came may be disputed without saying so, which the message tells', () => {
    const earlier = { ...noticeOn('2026-10-30'), on }
    const messages = (state: 'not_come' | 'unknown') =>
      findContradictions(
        [validation({ notice: { state, on: null, endsOn: null } })],
        [earlier],
        present,
        today,
      ).map(({ message }) => message)
    expect(messages('not_come')).toEqual([
      'In your letter of Nov 2, 2026 you said that the notice of Quillfeather Recovery came. This would say otherwise. If you were mistaken then, choose “I don’t know” and say so in your own words.',
    ])
    expect(messages('unknown')).toEqual([])
  })
})

describe('personal information', () => {
  const entry = (field: PersonalField, reportedValue: string, correctValue: string | null): DisputedItem => ({
    type: 'personal-info',
    field,
    reportedValue,
    reason: correctValue === null ? 'remove' : 'correct',
    correctValue,
    explanation: null,
    bureaus: ['TransUnion'],
  })

  it.each<[string, DisputedItem, DisputedItem, string[]]>([
    [
      'one name, then another',
      entry('name', 'M BROKES', 'Maia Brooks'),
      entry('name', 'MAYA BROX', 'Mara Brooks'),
      ['correctValue'],
    ],
    [
      'one name twice, however it is typed',
      entry('name', 'M BROKES', 'Maia Brooks'),
      entry('name', 'MAYA BROX', 'MAIA BROOKS'),
      [],
    ],
    [
      'the name of the profile, which changed',
      entry('name', 'M BROKES', 'Maya Miller'),
      entry('name', 'MAYA BROX', 'Maya Brooks'),
      [],
    ],
    [
      'one address for an entry, then another',
      entry('address', '1 Elm St', '2 Oak St'),
      entry('address', '1 ELM ST', '3 Ash St'),
      ['correctValue'],
    ],
    [
      'addresses of two entries',
      entry('address', '1 Elm St', '2 Oak St'),
      entry('address', '9 Fir St', '3 Ash St'),
      [],
    ],
    [
      'an address that was given as right, removed',
      entry('address', '1 Elm St', '2 Oak St'),
      entry('address', '2 OAK ST', null),
      ['action'],
    ],
    [
      'an address that was removed, given as right',
      entry('address', '2 Oak St', null),
      entry('address', '1 Elm St', '2 Oak St'),
      ['correctValue'],
    ],
    [
      'an address that was removed, and is the person’s own by now',
      entry('address', own.address, null),
      entry('address', '1 Elm St', own.address),
      [],
    ],
    ['two removals', entry('address', '2 Oak St', null), entry('address', '1 Elm St', null), []],
    ['another field', entry('employer', 'Elm', 'Oak'), entry('name', 'Elm', 'Maya Brook'), []],
  ])('%s', (_, previous, now, parts) => {
    expect(found(previous, now)).toEqual(parts)
  })

  it('is checked within one dispute too', () => {
    const items = [entry('name', 'A', 'Maia Brooks'), entry('name', 'B', 'Mara Brooks')]
    expect(findContradictions(items, [], present, today).map(({ index }) => index)).toEqual([1])
  })
})
