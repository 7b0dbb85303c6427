import {
  type Company,
  harborview,
  juniperCard,
  larkspur,
  metroMobile,
  northfield,
  quarryBank,
  ridgeline,
  saltmarsh,
  tidewater,
} from '../companies.ts'
import type { PlantedError } from '../error.ts'
import { card, loan } from '../lived.ts'
import { everywhere, type Persona, plainLife } from '../persona.ts'

/** A good file until a thief uses the name in the summer of 2026. */

const unknownInquiry = (id: string, company: Company, on: string): PlantedError => ({
  id,
  bureaus: everywhere,
  from: '2026-07',
  until: null,
  rule: 'I-06',
  account: null,
  field: 'inquiry',
  shows: `${company.name}, ${on}`,
  truth: 'a thief applied, one of five times within three weeks',
  wrong: { what: 'extra inquiry', inquiry: { company, on } },
})

const errors: readonly PlantedError[] = [
  unknownInquiry('inquiry-quarry', quarryBank, '2026-06-03'),
  unknownInquiry('inquiry-juniper', juniperCard, '2026-06-05'),
  unknownInquiry('inquiry-metro', metroMobile, '2026-06-09'),
  unknownInquiry('inquiry-larkspur', larkspur, '2026-06-16'),
  unknownInquiry('inquiry-ridgeline', ridgeline, '2026-06-22'),
  {
    id: 'thiefs-card',
    bureaus: everywhere,
    from: '2026-08',
    until: null,
    rule: 'P-06',
    account: 'juniper-theft',
    field: 'account',
    shows: 'a card at Juniper Hill Card, opened 06/24/2026, drawn to its limit and late',
    truth: 'opened by a thief',
    wrong: {
      what: 'extra account',
      account: card('juniper-theft', juniperCard, '601199370264', '2026-06-24', 4000, [3985], {
        highest: 4180,
        late: {
          '2026-09': '30',
          '2026-10': '60',
          '2026-11': '90',
          '2026-12': '120',
          '2027-01': '150',
          '2027-02': '180',
        },
        chargedOff: {
          on: '2027-03-05',
          closed: '2027-01-10',
          lastPayment: '2026-08-12',
          firstDelinquency: '2026-09-12',
          amount: 4180,
        },
      }),
    },
  },
  {
    id: 'thiefs-store-card',
    bureaus: ['TransUnion', 'Experian'],
    from: '2026-08',
    until: null,
    rule: 'P-06',
    account: 'larkspur-theft',
    field: 'account',
    shows: 'a store card at Larkspur Stores, opened 06/30/2026, $1,470 of $1,500 used',
    truth: 'opened by a thief',
    wrong: {
      what: 'extra account',
      account: card('larkspur-theft', larkspur, '660299058431', '2026-06-30', 1500, [1470], {
        kind: 'store card',
      }),
    },
  },
  {
    id: 'thiefs-address',
    bureaus: ['TransUnion', 'Experian'],
    from: '2026-07',
    until: null,
    rule: 'P-04',
    account: null,
    field: 'address',
    shows: '4417 Terminal Road, Unit 12, Newark',
    truth: 'never lived there; the address of the applications',
    wrong: {
      what: 'address',
      place: { street: '4417 Terminal Road, Unit 12', city: 'Newark', state: 'NJ', postal: '07105' },
      reported: '2026-06-04',
    },
  },
]

export const identityTheft: Persona = {
  id: 'identity-theft',
  title: 'Identity theft',
  story:
    'Never late in twelve years. In June 2026 somebody applies five times in this name from a strange address, and draws two cards to their limits.',
  format: 'mismo-3',
  errors,
  life: {
    ...plainLife,
    inquiries: [{ company: northfield, on: '2025-03-11', at: ['TransUnion'] }],
    accounts: [
      card(
        'harborview-card',
        harborview,
        '437741807526',
        '2014-09-15',
        8000,
        [540, 610, 1180, 820, 602, 480, 433, 462, 505, 528],
      ),
      card(
        'saltmarsh-card',
        saltmarsh,
        '455012947063',
        '2018-02-08',
        5500,
        [210, 260, 515, 344, 240, 188, 160, 172, 190, 204],
      ),
      loan('auto loan', 'northfield-auto', northfield, '116281960427', '2025-03-20', {
        lent: 21_500,
        term: 60,
        from: 15_340,
        by: 328,
        payment: 404,
      }),
      loan(
        'personal loan',
        'tidewater-loan',
        tidewater,
        '229416073859',
        '2024-06-07',
        { lent: 5000, term: 48, from: 2310, by: 96, payment: 128 },
        { at: ['Experian', 'Equifax'] },
      ),
    ],
  },
}
