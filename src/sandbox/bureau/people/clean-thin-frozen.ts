import {
  cedarAuto,
  foothill,
  harborview,
  juniperCard,
  lakeshore,
  northfield,
  orchardHome,
  palisade,
  quarryBank,
  saltmarsh,
} from '../companies.ts'
import { card, loan, past } from '../ordinary-accounts.ts'
import { createLife, type Persona } from '../persona.ts'

/** Nothing to repair. */
export const cleanFile: Persona = {
  id: 'clean',
  title: 'Clean and good',
  story:
    'Cards hardly used, a mortgage and a car paid on the day, never late. Three bureaus that agree: there is nothing to dispute.',
  format: 'truelink-json',
  errors: [],
  life: {
    ...createLife,
    employers: [{ name: 'HOLLY RIDGE CLINIC', at: ['Experian'] }],
    inquiries: [{ company: cedarAuto, on: '2025-05-12', at: ['TransUnion', 'Experian', 'Equifax'] }],
    accounts: [
      card({
        key: 'harborview-card',
        company: harborview,
        number: '437720918453',
        opened: '2008-04-16',
        limit: 14_000,
        around: [410, 380, 905, 520, 366, 295, 340, 402, 377, 391],
      }),
      card({
        key: 'juniper-card',
        company: juniperCard,
        number: '601150273914',
        opened: '2011-09-07',
        limit: 9000,
        around: [0, 122, 460, 88, 0, 0, 140, 0, 65, 0],
      }),
      card({
        key: 'foothill-card',
        company: foothill,
        number: '440041706285',
        opened: '2014-02-20',
        limit: 6500,
        around: [92, 118, 240, 133, 80, 74, 101, 95, 84, 90],
      }),
      loan({
        kind: 'mortgage',
        key: 'orchard-mortgage',
        company: orchardHome,
        number: '770131846602',
        opened: '2016-06-30',
        lent: 198_000,
        term: 360,
        from: 141_750,
        by: 498,
        payment: 1120,
        window: 60,
      }),
      loan({
        kind: 'auto loan',
        key: 'cedar-auto',
        company: cedarAuto,
        number: '330061927540',
        opened: '2025-05-19',
        lent: 22_600,
        term: 60,
        from: 16_905,
        by: 352,
        payment: 421,
      }),
      past({
        kind: 'auto loan',
        key: 'saltmarsh-auto',
        company: saltmarsh,
        number: '281502617893',
        opened: '2018-10-11',
        ended: '2023-10-10',
        highest: 16_400,
        term: 60,
      }),
    ],
  },
}

/** Two young accounts. */
export const thinFile: Persona = {
  id: 'thin-file',
  title: 'Thin file',
  story:
    'A secured card since August 2025 and a first card since April 2026, both paid on time. One bureau leaves out the limit.',
  format: 'mismo-3',
  life: {
    ...createLife,
    inquiries: [
      { company: quarryBank, on: '2026-03-30', at: ['TransUnion', 'Equifax'] },
      { company: foothill, on: '2025-08-04', at: ['Experian'] },
    ],
    accounts: [
      card({
        key: 'foothill-secured',
        company: foothill,
        number: '440026601758',
        opened: '2025-08-11',
        limit: 300,
        around: [66, 92, 181, 140, 75, 48, 51, 60, 88, 72],
        kind: 'secured card',
      }),
      card({
        key: 'quarry-card',
        company: quarryBank,
        number: '412263814097',
        opened: '2026-04-02',
        limit: 800,
        around: [210, 244, 365, 301, 262, 190, 118, 130, 154, 176],
        at: ['TransUnion', 'Equifax'],
      }),
    ],
  },
  errors: [
    {
      id: 'foothill-no-limit',
      bureaus: ['Experian'],
      from: null,
      until: null,
      rule: 'C-27',
      account: 'foothill-secured',
      field: 'credit limit',
      shows: 'none',
      truth: '$300',
      wrong: { what: 'account', account: 'foothill-secured', set: { limit: null } },
    },
  ],
}

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
