import { foothill, quarryBank } from '../companies.ts'
import { card } from '../ordinary-accounts.ts'
import { createLife, type Persona } from '../persona.ts'

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
