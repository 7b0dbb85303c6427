import { cedarAuto, foothill, granite, harborview, ironbridge, larkspur, northfield } from '../companies.ts'
import type { PlantedError } from '../error.ts'
import type { LifeAccount } from '../life.ts'
import { card, loan } from '../ordinary-accounts.ts'
import { createLife, type Persona } from '../persona.ts'

/** Chapter 7 in 2023, and the years since. */

const filed = '2023-03-14'

const included = (
  account: Pick<LifeAccount, 'kind' | 'key' | 'company' | 'number' | 'opened' | 'highest' | 'limit' | 'term'>,
): LifeAccount => ({
  owed: { always: 0 },
  payment: 0,
  payDay: 10,
  window: 24,
  late: { '2022-11': '30', '2022-12': '60', '2023-01': '90', '2023-02': '120' },
  bankruptcy: { filed, lastPayment: '2022-09-10', firstDelinquency: '2022-10-10' },
  ...account,
})

const errors: readonly PlantedError[] = [
  {
    id: 'granite-not-discharged',
    bureaus: ['TransUnion'],
    from: null,
    until: null,
    rule: 'C-38',
    account: 'granite-loan',
    field: 'balance and past due',
    shows: '$4,260 owed, $1,140 past due',
    truth: 'discharged on 07/05/2023: nothing is owed',
    wrong: { what: 'account', account: 'granite-loan', set: { balance: 4260, pastDue: 1140 } },
  },
  {
    id: 'larkspur-still-open',
    bureaus: ['Equifax'],
    from: null,
    until: null,
    rule: 'C-24',
    account: 'larkspur-store',
    field: 'status and balance',
    shows: 'an open charge-off with $880 past due',
    truth: 'included in the bankruptcy and closed on 03/14/2023, as the two others have it',
    wrong: {
      what: 'account',
      account: 'larkspur-store',
      set: {
        condition: 'Derogatory',
        rating: 'CO',
        balance: 880,
        pastDue: 880,
        closed: null,
        remark: 'charged off',
      },
    },
  },
  {
    id: 'harborview-late-after-filing',
    bureaus: ['Experian'],
    from: null,
    until: null,
    rule: 'C-12',
    account: 'harborview-card',
    field: 'payment history, 05/2023',
    shows: '180 days late',
    truth: 'closed on 03/14/2023: no payment was due after the filing',
    wrong: { what: 'months', account: 'harborview-card', months: { '2023-05': '180' } },
  },
]

export const bankruptcyFile: Persona = {
  id: 'bankruptcy',
  title: 'Bankruptcy',
  story:
    'Chapter 7 filed in March 2023, discharged in July, four debts included; three lenders did not update their rows. A secured card and a car since, always paid.',
  format: 'truelink-json',
  errors,
  life: {
    ...createLife,
    bankruptcy: {
      filed,
      discharged: '2023-07-05',
      court: 'US BANKRUPTCY COURT',
      caseNumber: '23-20718',
      owed: 21_460,
    },
    inquiries: [
      { company: cedarAuto, on: '2025-09-02', at: ['TransUnion', 'Experian', 'Equifax'] },
      { company: foothill, on: '2026-05-19', at: ['Experian'] },
    ],
    accounts: [
      included({
        kind: 'card',
        key: 'harborview-card',
        company: harborview,
        number: '437788014362',
        opened: '2012-08-20',
        highest: 7310,
        limit: 7000,
      }),
      included({
        kind: 'card',
        key: 'ironbridge-card',
        company: ironbridge,
        number: '441085203917',
        opened: '2015-01-13',
        highest: 5120,
        limit: 5000,
      }),
      included({
        kind: 'store card',
        key: 'larkspur-store',
        company: larkspur,
        number: '660280417526',
        opened: '2017-11-17',
        highest: 1240,
        limit: 1200,
      }),
      included({
        kind: 'personal loan',
        key: 'granite-loan',
        company: granite,
        number: '718266094135',
        opened: '2020-06-09',
        highest: 9500,
        term: 48,
      }),
      card({
        key: 'foothill-secured',
        company: foothill,
        number: '440075820194',
        opened: '2024-02-06',
        limit: 700,
        around: [92, 120, 210, 148, 101, 70, 66, 81, 88, 90],
        kind: 'secured card',
      }),
      loan({
        kind: 'auto loan',
        key: 'cedar-auto',
        company: cedarAuto,
        number: '330074105826',
        opened: '2025-09-10',
        lent: 14_300,
        term: 66,
        from: 12_055,
        by: 186,
        payment: 289,
      }),
      loan({
        kind: 'personal loan',
        key: 'northfield-builder',
        company: northfield,
        number: '116254817093',
        opened: '2025-06-16',
        lent: 1200,
        term: 24,
        from: 410,
        by: 50,
        payment: 54,
      }),
    ],
  },
}
