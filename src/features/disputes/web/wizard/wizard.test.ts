import { describe, expect, it } from 'vitest'
import { applyAction, emptyChoice, startWizard, type Wizard, type WizardAction } from './wizard.ts'

const empty = startWizard({ choices: [], documentIds: [] })

const after = (...answers: WizardAction[]): Wizard => answers.reduce(applyAction, empty)

const meridian = [
  { did: 'choose', key: 'meridian', offered: ['TransUnion', 'Experian'] },
  { did: 'bureau', key: 'meridian', bureau: 'Experian', on: true },
  { did: 'bureau', key: 'meridian', bureau: 'TransUnion', on: true },
  { did: 'reason', key: 'meridian', reason: 'not_mine' },
] as const satisfies WizardAction[]

describe('answers', () => {
  it('start with nothing chosen and the statement of truth unchecked', () => {
    expect(empty).toEqual({
      choices: [],
      documentIds: [],
      freeReport: false,
      repeat: false,
      attested: false,
      problems: [],
    })
  })

  it('of an item at several bureaus preselect no bureau', () => {
    expect(after(meridian[0]).choices).toEqual([emptyChoice('meridian')])
  })

  it('of an item that only one bureau reports need no second click', () => {
    const wizard = after({ did: 'choose', key: 'oak', offered: ['Equifax'] })
    expect(wizard.choices[0]?.bureaus).toEqual(['Equifax'])
  })

  it('keep bureaus in display order', () => {
    expect(after(...meridian).choices[0]?.bureaus).toEqual(['TransUnion', 'Experian'])
  })

  it.each<[string, WizardAction]>([
    ['another item', { did: 'choose', key: 'oak', offered: ['Equifax'] }],
    ['an item less', { did: 'drop', key: 'meridian' }],
    ['a bureau less', { did: 'bureau', key: 'meridian', bureau: 'Experian', on: false }],
    ['another reason', { did: 'reason', key: 'meridian', reason: 'too_old' }],
    ['other words', { did: 'say', key: 'meridian', text: 'I never lived there.' }],
    ['another document', { did: 'enclose', documentId: 'd1', on: true }],
    ['another day', { did: 'day', key: 'meridian', part: 'from', day: '2026-12-01' }],
  ])(
    'take the statement of truth and the repeat back with %s, for the letters are others then',
    (_, answer) => {
      const confirmed = after(...meridian, { did: 'attest', on: true }, { did: 'repeat', on: true })
      expect(confirmed).toMatchObject({ attested: true, repeat: true })
      expect(applyAction(confirmed, answer)).toMatchObject({ attested: false, repeat: false })
    },
  )

  it('clear the message about what they answer and no other', () => {
    const wizard = after(meridian[0], {
      did: 'meet',
      problems: [
        { key: 'meridian', part: 'bureaus', text: 'Choose at least one bureau' },
        { key: 'oak', part: 'bureaus', text: 'Choose at least one bureau' },
      ],
    })
    expect(applyAction(wizard, meridian[1]).problems).toEqual([
      { key: 'oak', part: 'bureaus', text: 'Choose at least one bureau' },
    ])
  })

  it('enclose documents in the order in which they were chosen, each once', () => {
    const enclose = (documentId: string, on = true): WizardAction => ({ did: 'enclose', documentId, on })
    const wizard = after(enclose('d1'), enclose('d2'), enclose('d3'), enclose('d2', false), enclose('d1'))
    expect(wizard.documentIds).toEqual(['d3', 'd1'])
  })

  it('clear an emptied day', () => {
    const day = (text: string): WizardAction => ({ did: 'day', key: 'meridian', part: 'until', day: text })
    expect(after(meridian[0], day('2026-12-01')).choices[0]?.until).toBe('2026-12-01')
    expect(after(meridian[0], day('2026-12-01'), day('')).choices[0]?.until).toBeNull()
  })

  it('start over with nothing confirmed', () => {
    const wizard = after(...meridian, { did: 'attest', on: true }, { did: 'restart', answers: empty })
    expect(wizard).toEqual(empty)
  })
})
