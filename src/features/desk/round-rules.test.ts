import { expect, it } from 'vitest'
import { errorCodes } from '#api/errors.ts'
import type { Dispute } from '#features/disputes/dispute-contract.ts'
import type { Bureau } from '#values/bureau.ts'
import { isRoundRefusal, listRoundLetters, type RoundStep, roundRefusalMessage } from './round-rules.ts'

type Item = Dispute['items'][number]
type Step = Item['steps'][number]

const open = (kind: Step['kind'], ...bureaus: Bureau[]): Step => ({ kind, bureaus, title: '', text: '' })
const answer = (bureau: Bureau, outcome: Item['answers'][number]['outcome']) => ({
  bureau,
  outcome,
  on: '2026-11-01',
  documentId: null,
  replyDeleted: false,
})

const disputed = (
  steps: Step[],
  answers: Item['answers'],
  awaitingAttestation = false,
): Pick<Dispute, 'id' | 'items' | 'awaitingAttestation'> => ({
  id: 'd',
  awaitingAttestation,
  items: [
    {
      id: 'i',
      type: 'account',
      accountId: 'a',
      creditorName: 'MERIDIAN',
      reason: 'not_mine',
      correctBureau: null,
      asksToVerify: false,
      explanation: null,
      bureaus: answers.flatMap(({ bureau }) => bureau ?? []),
      outcomes: {},
      answers,
      steps,
    },
  ],
})

it.each<[string, RoundStep, ReturnType<typeof disputed>, Bureau[] | null]>([
  [
    'an item that was verified',
    'how_verified',
    disputed([open('method_of_verification', 'Experian')], [answer('Experian', 'verified')]),
    ['Experian'],
  ],
  [
    'a question that was asked already, whose step is not open',
    'how_verified',
    disputed([open('statement', 'Experian')], [answer('Experian', 'verified')]),
    null,
  ],
  [
    'a correction, which a person judges',
    'how_verified',
    disputed([open('method_of_verification', 'Experian')], [answer('Experian', 'corrected')]),
    null,
  ],
  [
    'an answer that did not come, without the bureau that verified',
    'result',
    disputed(
      [open('dispute_again', 'Equifax'), open('dispute_again', 'Experian')],
      [answer('Equifax', 'no_answer'), answer('Experian', 'verified')],
    ),
    ['Equifax'],
  ],
  [
    'two bureaus whose answers did not come, in one dispute',
    'result',
    disputed(
      [open('dispute_again', 'Equifax'), open('dispute_again', 'TransUnion')],
      [answer('Equifax', 'no_answer'), answer('TransUnion', 'no_answer')],
    ),
    ['Equifax', 'TransUnion'],
  ],
  [
    'an answer that is not late yet, whose step is not open',
    'result',
    disputed([], [answer('Equifax', 'no_answer')]),
    null,
  ],
  [
    'letters that the client has not confirmed',
    'how_verified',
    disputed([open('method_of_verification', 'Experian')], [answer('Experian', 'verified')], true),
    null,
  ],
])('%s (%s)', (_, step, dispute, bureaus) => {
  expect(listRoundLetters([dispute], step).map(({ body }) => body.bureaus)).toEqual(
    bureaus === null ? [] : [bureaus],
  )
})

it('every refusal has a message', () => {
  for (const code of [...errorCodes, 'leaving', 'nothing_due', 'staff_disabled'])
    expect(isRoundRefusal(code) && roundRefusalMessage(code)).toMatch(/^[A-Z].*\.$/)
  expect(isRoundRefusal('of another release')).toBe(false)
})
