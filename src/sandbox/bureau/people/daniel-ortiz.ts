import { brightway, harborview, lakeshore } from '../companies.ts'
import { createLife, type Persona } from '../persona.ts'

/** Daniel Ortiz of the demo: a thin file without errors. */
export const danielOrtiz: Persona = {
  id: 'daniel-ortiz',
  title: 'Daniel Ortiz',
  story: 'A first card, a student loan, a family card he may use. Always paid on time, nothing wrong.',
  format: 'mismo-3',
  errors: [],
  life: {
    ...createLife,
    livesHereSince: { TransUnion: '2023-09-09', Experian: '2023-09-01', Equifax: '2023-09-05' },
    earlierPlaces: [
      {
        place: { street: '60 Linden Avenue', city: 'Towson', state: 'MD', postal: '21204' },
        reported: { Experian: '2020-08-20' },
      },
    ],
    employers: [{ name: 'FELLS POINT BICYCLES', at: ['Experian'] }],
    phones: [{ number: '2025550178', at: ['TransUnion'] }],
    aliases: [{ names: { firstName: 'Daniel', middleName: 'R', lastName: 'Ortiz' }, at: ['TransUnion'] }],
    scoreShift: { TransUnion: -22, Experian: -35, Equifax: 5 },
    inquiries: [{ company: harborview, on: '2026-07-22', at: ['TransUnion', 'Experian'] }],
    accounts: [
      {
        key: 'harborview-card',
        company: harborview,
        kind: 'card',
        number: '437744100168',
        opened: '2023-10-06',
        openedAs: { Equifax: '2023-10-01' },
        owed: { around: [143, 212, 388, 612, 405, 260, 190, 244, 310, 176, 128, 167], at: '2026-10' },
        highest: 612,
        limit: 1000,
        payment: 30,
        payDay: 12,
      },
      {
        key: 'brightway-loan',
        company: brightway,
        kind: 'student loan',
        number: '911940207133',
        opened: '2020-08-24',
        openedAs: { Equifax: '2020-08-01' },
        owed: { from: 8214, by: 58, at: '2026-10' },
        highest: 9000,
        term: 120,
        payment: 96,
        payDay: 20,
      },
      {
        key: 'lakeshore-family-card',
        company: lakeshore,
        kind: 'card',
        number: '554471266104',
        responsibility: 'Authorized user',
        at: ['TransUnion', 'Experian'],
        opened: '2019-10-18',
        owed: {
          around: [388, 520, 1240, 2950, 1810, 960, 610, 455, 402, 730, 566, 421],
          at: '2026-10',
        },
        highest: 2950,
        limit: 6500,
        payment: 25,
        payDay: 18,
        window: 48,
      },
    ],
  },
}
