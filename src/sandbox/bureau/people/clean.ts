import { cedarAuto, foothill, harborview, juniperCard, orchardHome, saltmarsh } from '../companies.ts'
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
