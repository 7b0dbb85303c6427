import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outcomes } from '#features/findings/item-state.ts'
import { bureaus } from '#values/bureau.ts'
import { disputeTypes, followUps } from './dispute-requests.ts'
import { type ItemProgress, isOpenStep, listFollowUpSteps } from './follow-up-steps.ts'

const progress = (own: Partial<ItemProgress>): ItemProgress => ({
  type: 'account',
  follows: null,
  bureaus: ['TransUnion', 'Experian'],
  answers: [],
  shownAt: ['TransUnion', 'Experian', 'Equifax'],
  ruledOutAt: [],
  reinsertedAt: [],
  madeOn: '2026-10-01',
  unreached: [],
  received: {},
  freeAnnualReport: false,
  taken: [],
  today: '2026-11-20',
  ...own,
})

const at = (
  bureau: ItemProgress['answers'][number]['bureau'],
  outcome: ItemProgress['answers'][number]['outcome'],
) => ({ bureau, outcome, on: '2026-10-28' })

const stepsOf = (own: Partial<ItemProgress>) =>
  listFollowUpSteps(progress(own)).map(({ kind, bureaus: where, title }) => [kind, where, title])

it('the time to describe a check counts from the day that the bureau receives the question', () => {
  for (const outcome of ['verified', 'corrected'] as const) {
    const [how] = listFollowUpSteps(
      progress({ answers: [at('TransUnion', outcome)], shownAt: ['TransUnion'] }),
    )
    expect(how?.text).toContain('TransUnion must tell you within 15 days of receiving your letter')
  }
})

describe('the steps after an answer', () => {
  it.each<[string, Partial<ItemProgress>, unknown[]]>([
    ['are none before any answer', {}, []],
    [
      'are three when a bureau verified the item',
      { answers: [at('TransUnion', 'verified')] },
      [
        ['method_of_verification', ['TransUnion'], 'Ask how it was verified'],
        ['dispute_again', ['TransUnion'], 'Dispute it again with something new'],
        ['statement', ['TransUnion'], 'Add a statement to your file'],
      ],
    ],
    [
      'ask how a correction was checked, or state what is still wrong, while the report shows the item',
      { answers: [at('TransUnion', 'corrected'), at('Experian', 'corrected')], shownAt: ['TransUnion'] },
      [
        ['method_of_verification', ['TransUnion'], 'Ask how the correction was checked'],
        ['statement', ['TransUnion'], 'Add a statement to your file'],
      ],
    ],
    [
      'ask once more how it was verified after fifteen days without a description',
      {
        follows: 'method_of_verification',
        answers: [at('TransUnion', 'no_answer')],
        received: { TransUnion: '2026-11-04' },
      },
      [['method_of_verification', ['TransUnion'], 'Ask again how it was verified']],
    ],
    [
      'wait fifteen days for the description',
      {
        follows: 'method_of_verification',
        answers: [at('TransUnion', 'no_answer')],
        received: { TransUnion: '2026-11-05' },
      },
      [],
    ],
    [
      'are none when the description came: those of the dispute before it stay open',
      { follows: 'method_of_verification', answers: [at('TransUnion', 'corrected')] },
      [],
    ],
    [
      'are none after a statement',
      { follows: 'statement', answers: [at('TransUnion', 'verified'), at('Experian', 'no_answer')] },
      [],
    ],
    [
      'are to send what was missing when a bureau called it frivolous',
      { answers: [at('Experian', 'frivolous')] },
      [['dispute_again', ['Experian'], 'Send what was missing']],
    ],
    [
      'are to tell the bureaus that still show it, and not one whose answer is awaited',
      { answers: [at('TransUnion', 'deleted')] },
      [
        ['other_bureaus', ['Equifax'], 'Tell the other bureaus'],
        ['notify_recipients', ['TransUnion'], 'Have recipients of your report told'],
      ],
    ],
    [
      'tell a bureau that verified what another one corrected',
      {
        answers: [at('TransUnion', 'corrected'), at('Experian', 'verified')],
        shownAt: ['TransUnion', 'Experian'],
      },
      [
        ['method_of_verification', ['Experian'], 'Ask how it was verified'],
        ['method_of_verification', ['TransUnion'], 'Ask how the correction was checked'],
        ['dispute_again', ['Experian'], 'Dispute it again with something new'],
        ['other_bureaus', ['Experian'], 'Tell the other bureaus'],
        ['statement', ['TransUnion', 'Experian'], 'Add a statement to your file'],
      ],
    ],
    [
      'are to have recipients told where both deleted it, once at each',
      {
        answers: [at('TransUnion', 'deleted'), at('Experian', 'deleted')],
        shownAt: [],
        taken: [{ kind: 'notify_recipients', bureaus: ['Experian'] }],
      },
      [['notify_recipients', ['TransUnion'], 'Have recipients of your report told']],
    ],
    [
      'are none after such a request',
      { follows: 'notify_recipients', answers: [at('TransUnion', 'corrected')] },
      [],
    ],
    [
      'dispute again only what the report still shows',
      { answers: [at('TransUnion', 'verified')], shownAt: ['Experian'] },
      [['method_of_verification', ['TransUnion'], 'Ask how it was verified']],
    ],
    [
      'dispute what came back',
      { answers: [at('TransUnion', 'deleted')], reinsertedAt: ['TransUnion'], shownAt: ['TransUnion'] },
      [['dispute_again', ['TransUnion'], 'Dispute that it came back']],
    ],
    [
      'tell other bureaus of no deletion that was undone',
      {
        answers: [at('TransUnion', 'deleted'), at('Experian', 'frivolous')],
        reinsertedAt: ['TransUnion'],
        shownAt: ['TransUnion', 'Experian'],
        taken: [{ kind: 'dispute_again', bureaus: ['TransUnion', 'Experian'] }],
      },
      [],
    ],
    [
      'dispute nothing at a bureau whose data rule out the reason',
      {
        bureaus: ['TransUnion', 'Experian'],
        answers: [at('TransUnion', 'corrected'), at('Experian', 'frivolous')],
        shownAt: ['Experian', 'Equifax'],
        ruledOutAt: ['Experian', 'Equifax'],
      },
      [],
    ],
    [
      'leave out a step that was taken, at the bureau where it was',
      {
        answers: [at('TransUnion', 'verified'), at('Experian', 'verified')],
        taken: [{ kind: 'method_of_verification', bureaus: ['TransUnion'] }],
        shownAt: [],
      },
      [['method_of_verification', ['Experian'], 'Ask how it was verified']],
    ],
    [
      'ask for a result when the thirty days are over',
      { answers: [at('TransUnion', 'no_answer')], received: { TransUnion: '2026-10-20' } },
      [['dispute_again', ['TransUnion'], 'Ask TransUnion for the result']],
    ],
    [
      'ask for no result of a letter that came back',
      { answers: [at('TransUnion', 'no_answer')], madeOn: '2026-01-01', unreached: ['TransUnion'] },
      [],
    ],
    [
      'wait until the thirty days are over',
      { answers: [at('TransUnion', 'no_answer')], received: { TransUnion: '2026-10-21' } },
      [],
    ],
    [
      'wait forty-five days after a free yearly report',
      {
        answers: [at('TransUnion', 'no_answer')],
        received: { TransUnion: '2026-10-06' },
        freeAnnualReport: true,
      },
      [],
    ],
    [
      'believe the user when nobody knows when the letter arrived',
      { answers: [at('TransUnion', 'no_answer')] },
      [['dispute_again', ['TransUnion'], 'Ask TransUnion for the result']],
    ],
    [
      'do not believe that the time is over before it can be',
      { answers: [at('TransUnion', 'no_answer')], madeOn: '2026-10-21' },
      [],
    ],
    ['are none for a freeze', { type: 'freeze', answers: [at('TransUnion', 'verified')] }, []],
  ])('%s', (_, own, steps) => {
    expect(stepsOf(own)).toEqual(steps)
  })

  it('state the bureau’s deadline', () => {
    const [step] = listFollowUpSteps(
      progress({ answers: [at('TransUnion', 'no_answer')], received: { TransUnion: '2026-10-20' } }),
    )
    expect(step?.text).toBe(
      'The law gives a bureau 30 days from receiving your letter, and 45 at most. The 30 days ended on Nov 19, 2026, the 45 end on Dec 4, 2026.',
    )
  })

  it('state that the bureau had forty-five days after a free annual report', () => {
    const answers = [at('TransUnion', 'no_answer')]
    const received = { TransUnion: '2026-10-05' }
    const [step] = listFollowUpSteps(progress({ answers, received, freeAnnualReport: true }))
    expect(step?.text).toBe(
      'After a free yearly report the law gives a bureau 45 days from receiving your letter. They ended on Nov 19, 2026.',
    )
  })

  it('state which bureau is the evidence', () => {
    const [step] = listFollowUpSteps(progress({ answers: [at('TransUnion', 'deleted')] }))
    expect(step?.text).toBe(
      'TransUnion deleted it. Equifax still shows it in your report. A copy of the answer is your evidence.',
    )
  })

  it('never include a bureau without grounds, for any answers', () => {
    const some = fc.uniqueArray(fc.constantFrom(...bureaus))
    const anyProgress = fc.record({
      type: fc.constantFrom(...disputeTypes),
      follows: fc.constantFrom(null, ...followUps),
      bureaus: some,
      answers: fc.uniqueArray(
        fc.record({
          bureau: fc.constantFrom(...bureaus),
          outcome: fc.constantFrom(...outcomes),
          on: fc.constant('2026-10-28'),
        }),
        { selector: ({ bureau }) => bureau },
      ),
      shownAt: some,
      ruledOutAt: some,
      reinsertedAt: some,
      freeAnnualReport: fc.boolean(),
      unreached: some,
      madeOn: fc.constantFrom('2026-01-01', '2026-11-01'),
      received: fc.constantFrom({}, { TransUnion: '2026-11-01' }, { Experian: '2026-01-01' }),
      taken: fc.array(fc.record({ kind: fc.constantFrom(...followUps), bureaus: some }), { maxLength: 2 }),
      today: fc.constant('2026-11-20'),
    })
    fc.assert(
      fc.property(anyProgress, one => {
        for (const { kind, bureaus: where, title, text } of listFollowUpSteps(one)) {
          expect(where.length).toBeGreaterThan(0)
          expect(`${title} ${text}`).not.toMatch(/undefined|NaN|!/)
          for (const bureau of where) {
            expect(one.taken.some(step => step.kind === kind && step.bureaus.includes(bureau))).toBe(false)
            const answer = one.answers.find(each => each.bureau === bureau)
            // A deleted item is no longer in the report, so there is nothing left to show.
            if (kind === 'notify_recipients') expect(answer?.outcome).toBe('deleted')
            else if (kind !== 'method_of_verification') expect(one.shownAt).toContain(bureau)
            if (kind === 'method_of_verification')
              expect(['verified', 'corrected', 'no_answer']).toContain(answer?.outcome)
            if (kind === 'statement') expect(['verified', 'corrected']).toContain(answer?.outcome)
            if (one.follows === 'statement') expect(kind).toBe('none is open')
            if (kind === 'dispute_again')
              expect(answer !== undefined || one.reinsertedAt.includes(bureau)).toBe(true)
          }
        }
      }),
    )
  })
})

describe('a step', () => {
  it('is open only if it is open at all given bureaus', () => {
    const steps = listFollowUpSteps(progress({ answers: [at('TransUnion', 'verified')] }))
    expect(isOpenStep(steps, 'dispute_again', ['TransUnion'])).toBe(true)
    expect(isOpenStep(steps, 'dispute_again', ['TransUnion', 'Experian'])).toBe(false)
    expect(isOpenStep(steps, 'other_bureaus', ['TransUnion'])).toBe(false)
  })
})
