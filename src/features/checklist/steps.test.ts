import { expect, test } from 'vitest'
import { type ChecklistFacts, listSteps } from './steps.ts'

const fresh: ChecklistFacts = {
  identity: 'not_needed',
  enrolled: false,
  report: 'none',
  reviewed: false,
  documents: [],
  letters: 'none',
  answered: false,
  hidden: false,
}
const here = { report: 'here' } as const

test.each<[string, Partial<ChecklistFacts>, string]>([
  ['nothing done', {}, 'report todo, review later, proofs todo, letter later, answer later'],
  [
    'agreed to pulls, not confirmed',
    { enrolled: true, identity: 'open' },
    'identity todo, report todo, review later, proofs todo, letter later, answer later',
  ],
  [
    'not agreed, and the identity is needed for mailing',
    { identity: 'open' },
    'report todo, identity todo, review later, proofs todo, letter later, answer later',
  ],
  [
    'a check and a pull under way',
    { enrolled: true, identity: 'pending', report: 'coming' },
    'identity waiting, report waiting, review later, proofs todo, letter later, answer later',
  ],
  [
    'a report',
    { ...here, enrolled: true, identity: 'confirmed' },
    'identity done, report done, review todo, proofs todo, letter todo, answer later',
  ],
  [
    'reviewed',
    { ...here, reviewed: true },
    'report done, review done, proofs todo, letter todo, answer later',
  ],
  [
    'one proof of two',
    { ...here, documents: ['government_id', 'other'] },
    'report done, review todo, proofs todo, letter todo, answer later',
  ],
  [
    'both proofs',
    { ...here, documents: ['proof_of_address', 'government_id'] },
    'report done, review todo, proofs done, letter todo, answer later',
  ],
  [
    'a letter without a look at the found items',
    { ...here, letters: 'created' },
    'report done, review done, proofs todo, letter done, answer todo',
  ],
  [
    'a mailed letter, and the report removed since',
    { letters: 'mailed' },
    'report todo, review done, proofs todo, letter done, answer waiting',
  ],
  ['a recorded answer', { ...here, letters: 'mailed', answered: true }, ''],
  ['hidden', { hidden: true }, ''],
])('%s', (_name, facts, steps) => {
  expect(
    listSteps({ ...fresh, ...facts })
      .map(({ id, state }) => `${id} ${state}`)
      .join(', '),
  ).toBe(steps)
})
