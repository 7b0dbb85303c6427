import { harborview, lakeshore, northfield, palisade } from '../companies.ts'
import { card, loan } from '../ordinary-accounts.ts'
import { createLife, type Persona } from '../persona.ts'

/** A good file that is frozen at Experian. */
export const frozenFile: Persona = {
  id: 'frozen',
  title: 'Frozen at Experian',
  story:
    'Froze the Experian file after a lost wallet; TransUnion and Equifax answer. One of them has the wrong year of birth.',
  format: 'mismo-3',
  life: {
    ...createLife,
    frozenAt: ['Experian'],
    inquiries: [{ company: lakeshore, on: '2026-08-05', at: ['TransUnion'] }],
    accounts: [
      card({
        key: 'lakeshore-card',
        company: lakeshore,
        number: '554466108273',
        opened: '2012-05-23',
        limit: 7000,
        around: [1460, 1385, 2010, 1724, 1533, 1290, 1178, 1240, 1355, 1402],
      }),
      card({
        key: 'harborview-card',
        company: harborview,
        number: '437733690815',
        opened: '2017-03-02',
        limit: 4500,
        around: [622, 540, 1190, 880, 705, 518, 466, 490, 570, 604],
      }),
      card({
        key: 'palisade-store',
        company: palisade,
        number: '660171205438',
        opened: '2019-11-29',
        limit: 1500,
        around: [0, 96, 288, 74, 0, 0, 40, 0, 0, 0],
        kind: 'store card',
      }),
      loan({
        kind: 'auto loan',
        key: 'northfield-auto',
        company: northfield,
        number: '116205831746',
        opened: '2024-01-17',
        lent: 18_900,
        term: 60,
        from: 9615,
        by: 298,
        payment: 362,
      }),
    ],
  },
  errors: [
    {
      id: 'birth-year',
      bureaus: ['Equifax'],
      from: null,
      until: null,
      rule: 'P-02',
      account: null,
      field: 'date of birth',
      shows: 'a year that is two years too late',
      truth: 'the date that TransUnion has',
      wrong: { what: 'birth date', yearsOff: 2 },
    },
    {
      id: 'harborview-limit',
      bureaus: ['TransUnion'],
      from: '2026-09',
      until: null,
      rule: 'C-23',
      account: 'harborview-card',
      field: 'credit limit',
      shows: '$450',
      truth: '$4,500',
      wrong: { what: 'account', account: 'harborview-card', set: { limit: 450 } },
    },
  ],
}
