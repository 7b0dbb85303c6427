import { larkspur, orchardHome, quarryBank, ridgeline } from '../companies.ts'
import { atAllBureaus, createLife, type Persona } from '../persona.ts'
import { thickAccounts } from './thick-accounts.ts'

/** Twenty-five accounts over two decades. */
export const thickFile: Persona = {
  id: 'thick-file',
  title: 'Thick file',
  story: '25 accounts in two decades, one late month. The bureaus differ in five places.',
  format: 'truelink-json',
  life: {
    ...createLife,
    earlierPlaces: [
      {
        place: { street: '77 Alder Avenue', city: 'Savannah', state: 'GA', postal: '31401' },
        reported: { TransUnion: '2014-06-03', Experian: '2014-06-11', Equifax: '2014-06-05' },
      },
    ],
    employers: [{ name: 'CANAL STREET PRESS', at: ['TransUnion', 'Experian'] }],
    inquiries: [
      { company: quarryBank, on: '2026-09-14', at: ['Experian'] },
      { company: orchardHome, on: '2026-07-08', at: atAllBureaus },
      { company: ridgeline, on: '2025-11-20', at: ['TransUnion', 'Equifax'] },
      { company: larkspur, on: '2024-12-02', at: ['Equifax'] },
    ],
    accounts: thickAccounts,
  },
  errors: [
    {
      id: 'juniper-opened',
      bureaus: ['Equifax'],
      from: null,
      until: null,
      rule: 'C-21',
      account: 'juniper-card',
      field: 'date opened',
      shows: '02/27/2021',
      truth: '02/27/2012',
      wrong: { what: 'account', account: 'juniper-card', set: { opened: '2021-02-27' } },
    },
    {
      id: 'lakeshore-high-balance',
      bureaus: ['TransUnion'],
      from: null,
      until: null,
      rule: 'C-31',
      account: 'lakeshore-card',
      field: 'high balance',
      shows: '$1,650, less than the balance itself',
      truth: '$3,260',
      wrong: { what: 'account', account: 'lakeshore-card', set: { highBalance: 1650 } },
    },
    {
      id: 'quarry-late',
      bureaus: ['Experian'],
      from: '2026-08',
      until: null,
      rule: 'C-25',
      account: 'quarry-card',
      field: 'payment history, 06/2026',
      shows: '30 days late',
      truth: 'paid on time, as the two others have it',
      wrong: { what: 'months', account: 'quarry-card', months: { '2026-06': '30' } },
    },
    {
      id: 'juniper-late-after-closing',
      bureaus: ['TransUnion'],
      from: null,
      until: null,
      rule: 'C-12',
      account: 'juniper-first-card',
      field: 'payment history, 07/2023 and 08/2023',
      shows: '30 and 60 days late',
      truth: 'closed with a balance of zero on 05/19/2023',
      wrong: {
        what: 'months',
        account: 'juniper-first-card',
        months: { '2023-07': '30', '2023-08': '60' },
      },
    },
    {
      id: 'granite-balance',
      bureaus: ['Equifax'],
      from: '2026-10',
      until: null,
      rule: 'C-22',
      account: 'granite-loan',
      field: 'balance',
      shows: '$8,140',
      truth: 'the falling balance that the two others have',
      wrong: { what: 'account', account: 'granite-loan', set: { balance: 8140 } },
    },
  ],
}
