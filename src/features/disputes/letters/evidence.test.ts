import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AccountReason } from '#features/findings/reasons.ts'
import type { Account } from '#features/reports/canonical.ts'
import { account } from '#test/support/reports/blank-account.ts'
import { accountLettersFor, report } from '#test/support/reports/disputed-report.ts'
import { evidenceOf } from '#test/support/reports/surroundings.ts'
import type { Bureau } from '#values/bureau.ts'
import { toAccountFacts } from '../facts.ts'
import { accountReference, addDistinguishingFacts, describeElsewhere, factLines } from './evidence.ts'
import type { Letter } from './letter.ts'

const blank = account({ id: 'a', bureau: 'TransUnion' })

describe('what is shown about an item', () => {
  it('is what identifies it and what the reason is about, omitting unreported fields', () => {
    const [transUnion] = report.accounts
    const facts = toAccountFacts(transUnion ?? blank, '4417')
    const labels = (reason: AccountReason) => factLines(facts, reason).map(({ label }) => label)
    const identifying = [
      'Account number',
      'Account type',
      'Original creditor',
      'Date opened',
      'Status',
      'Balance',
      'Past due',
    ]
    expect(labels('not_mine')).toEqual(identifying)
    expect(labels('deceased_in_error')).toEqual(identifying.toSpliced(3, 0, 'Responsibility'))
    expect(labels('too_old')).toEqual([...identifying, 'First delinquency'])
    expect(factLines(toAccountFacts(blank, '4417'), 'not_mine')).toEqual([])
  })
})

const factsAt = (bureau: Bureau) => toAccountFacts(account({ id: 'a', bureau }), '4417')

const evidence = evidenceOf({}, [], { elsewhere: [factsAt('Experian'), factsAt('Equifax')] })

it.each<[string, (bureau: Bureau) => string | null, string[]]>([
  ['together where they show the same', () => 'shows it as paid', ['Experian and Equifax show it as paid.']],
  [
    'each with its own where they differ',
    bureau => `gives ${bureau === 'Experian' ? '2019' : '2020'} as the date opened`,
    ['Experian gives 2019 as the date opened.', 'Equifax gives 2020 as the date opened.'],
  ],
  [
    'only where they show another',
    bureau => (bureau === 'Equifax' ? 'shows it as closed' : null),
    ['Equifax shows it as closed.'],
  ],
])('other bureaus are named %s', (_, what, sentences) => {
  expect(describeElsewhere(evidence, ({ bureau }) => what(bureau))).toEqual(sentences)
})

/** Accounts of one creditor with the same first eight digits. */

const card = (id: string, own: Partial<Account> = {}) =>
  account({
    id,
    bureau: 'TransUnion',
    creditorNameReported: 'LAKESHORE CARD SVCS',
    accountNumber: `517844021234${id}`,
    accountType: 'Revolving',
    accountStatus: 'Open',
    dateOpened: '2019-06',
    currentBalance: '412.00',
    lastReported: '2026-10',
    ...own,
  })

const lettersOf = (accounts: Account[], reason: 'not_mine' | 'duplicate') =>
  accountLettersFor([{ accountId: '1', bureaus: ['TransUnion'], reason }], {
    report: { ...report, accounts },
  })

const itemOf = (letters: Letter[]) => letters[0]?.items[0]

describe('a letter about one of two accounts whose masked numbers are the same', () => {
  it('distinguishes it from the other in its subject', () => {
    const [letter] = lettersOf(
      [card('1', { dateOpened: '2019-06' }), card('2', { dateOpened: '2021-03' })],
      'not_mine',
    )
    expect(letter?.subject).toBe('Dispute of LAKESHORE CARD SVCS, account 51784402****, date opened 06/2019')
  })

  it('shows a line in the item that letters otherwise omit', () => {
    const item = itemOf(
      lettersOf(
        [card('1', { responsibility: 'Individual' }), card('2', { responsibility: 'Joint' })],
        'not_mine',
      ),
    )
    expect(item?.facts).toContainEqual({ label: 'Responsibility', value: 'Individual' })
  })

  it('states that a line is not reported if only the other has it', () => {
    const [letter] = lettersOf([card('1', { dateOpened: null }), card('2')], 'not_mine')
    expect(letter?.subject).toBe(
      'Dispute of LAKESHORE CARD SVCS, account 51784402****, date opened not reported',
    )
    expect(itemOf(letter === undefined ? [] : [letter])?.facts).toContainEqual({
      label: 'Date opened',
      value: 'not reported',
    })
  })

  it('distinguishes two entries of one debt', () => {
    const twice = [
      card('1', { accountNumber: '5178440212345678', currentBalance: '412.00' }),
      card('2', { accountNumber: '5178440212345678', currentBalance: '388.00' }),
    ]
    const [letter] = lettersOf(twice, 'duplicate')
    expect(letter?.subject).toContain('balance $412.00')
    expect(itemOf(letter === undefined ? [] : [letter])?.says).toContain(
      'Your file also lists LAKESHORE CARD SVCS, account 51784402****, balance $388.00.',
    )
  })

  it('states which of two accounts of one creditor is to be blocked', () => {
    const enclosed = (['government_id', 'identity_theft_report'] as const).map(kind => ({ kind, name: kind }))
    const accounts = [card('1', { dateOpened: '2025-06' }), card('2')]
    const [letter] = accountLettersFor(
      [
        { accountId: '1', bureaus: ['TransUnion'], reason: 'identity_theft' },
        { accountId: '2', bureaus: ['TransUnion'], reason: 'not_mine' },
      ],
      { report: { ...report, accounts }, enclosed },
    )
    expect(letter?.closing[0]).toContain(
      'Please block the reporting of the account of LAKESHORE CARD SVCS, account 51784402****, date opened 06/2025, as listed above',
    )
  })

  it('adds nothing if name or number distinguish them', () => {
    const [letter] = lettersOf([card('1'), card('2', { creditorNameReported: 'OAK BANK' })], 'not_mine')
    expect(letter?.subject).toBe('Dispute of LAKESHORE CARD SVCS, account 51784402****')
  })
})

const maybe = <T>(...values: T[]) => fc.constantFrom(null, ...values)
const anyCard = fc.record({
  dateOpened: maybe('2019', '2019-06', '2021-03-02'),
  currentBalance: maybe('0.00', '412.00'),
  accountTypeDetail: maybe('Credit card', 'Charge account'),
  responsibility: maybe('Individual', 'Joint'),
  originalCreditor: maybe('HARBOR MEDICAL GROUP'),
  creditLimit: maybe('5000.00'),
  dateClosed: maybe('2024-01'),
  dateLastPayment: maybe('2024-01'),
})

it('no two rows of a file have the same identifying line if letters can distinguish them', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(anyCard, { minLength: 2, maxLength: 5, selector: row => JSON.stringify(row) }),
      rows => {
        const all = rows.map((own, index) => toAccountFacts(card(String(index), own), '4417'))
        const named = all.map(one =>
          accountReference(
            addDistinguishingFacts(
              one,
              all.filter(other => other !== one),
            ),
          ),
        )
        expect(new Set(named).size).toBe(named.length)
        for (const line of named) expect(line).toContain('account 51784402****')
      },
    ),
  )
})
