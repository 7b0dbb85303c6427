import { expect, it } from 'vitest'
import { account } from '#test/support/reports/blank-account.ts'
import type { Bureau } from '#values/bureau.ts'
import { toAccountFacts } from '../facts.ts'
import { describeElsewhere, type LetterEvidence } from './evidence.ts'

const factsAt = (bureau: Bureau) => toAccountFacts(account({ id: 'a', bureau }), '4417')

const told: LetterEvidence = {
  facts: factsAt('TransUnion'),
  elsewhere: [factsAt('Experian'), factsAt('Equifax')],
  right: null,
  asksToVerify: false,
  sameDebt: [],
  bankruptcies: [],
}

it.each<[string, (bureau: Bureau) => string | null, string[]]>([
  ['together where they show the same', () => 'shows it as paid', ['Experian and Equifax show it as paid.']],
  [
    'each with its own where they differ',
    bureau => `gives ${bureau === 'Experian' ? '2019' : '2020'} as the date opened`,
    ['Experian gives 2019 as the date opened.', 'Equifax gives 2020 as the date opened.'],
  ],
  [
    'only where they show another',
    bureau => (bureau === 'Equifax' ? 'shows it as closed' : null),
    ['Equifax shows it as closed.'],
  ],
])('other bureaus are named %s', (_, what, sentences) => {
  expect(describeElsewhere(told, ({ bureau }) => what(bureau))).toEqual(sentences)
})
