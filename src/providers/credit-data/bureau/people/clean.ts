import { cedarAuto, foothill, harborview, juniperCard, orchardHome, saltmarsh } from '../companies.ts'
import { card, loan, past } from '../lived.ts'
import { type Persona, plainLife } from '../persona.ts'

/** Nothing to repair. */
export const cleanFile: Persona = {
  id: 'clean',
  title: 'Clean and good',
  story:
    'Cards hardly used, a mortgage and a car paid on the day, never late. Three bureaus that agree: there is nothing to dispute.',
  format: 'truelink-json',
  errors: [],
  life: {
    ...plainLife,
    employers: [{ name: 'HOLLY RIDGE CLINIC', at: ['Experian'] }],
    inquiries: [{ company: cedarAuto, on: '2025-05-12', at: ['TransUnion', 'Experian', 'Equifax'] }],
    accounts: [
      card(
        'harborview-card',
        harborview,
        '437720918453',
        '2008-04-16',
        14_000,
        [410, 380, 905, 520, 366, 295, 340, 402, 377, 391],
      ),
      card(
        'juniper-card',
        juniperCard,
        '601150273914',
        '2011-09-07',
        9000,
        [0, 122, 460, 88, 0, 0, 140, 0, 65, 0],
      ),
      card(
        'foothill-card',
        foothill,
        '440041706285',
        '2014-02-20',
        6500,
        [92, 118, 240, 133, 80, 74, 101, 95, 84, 90],
      ),
      loan(
        'mortgage',
        'orchard-mortgage',
        orchardHome,
        '770131846602',
        '2016-06-30',
        { lent: 198_000, term: 360, from: 141_750, by: 498, payment: 1120 },
        { window: 60 },
      ),
      loan('auto loan', 'cedar-auto', cedarAuto, '330061927540', '2025-05-19', {
        lent: 22_600,
        term: 60,
        from: 16_905,
        by: 352,
        payment: 421,
      }),
      past('auto loan', 'saltmarsh-auto', saltmarsh, '281502617893', '2018-10-11', '2023-10-10', {
        highest: 16_400,
        term: 60,
      }),
    ],
  },
}
