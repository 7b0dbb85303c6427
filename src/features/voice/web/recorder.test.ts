import { describe, expect, it } from 'vitest'
import { ApiError } from '#web/api-error.ts'
import { findCitationTarget } from './citation-place.ts'
import { barHeight, type RecorderEvent, recordingFileName, reduceRecorder, statusText } from './recorder.ts'
import { failureText } from './voice-texts.ts'

const audio = new Blob(['sound'], { type: 'audio/webm;codecs=opus' })
const after = (...events: RecorderEvent[]) => events.reduce(reduceRecorder, { is: 'idle' })
const stopped = [{ did: 'start' }, { did: 'stop', audio, full: false }] as const

describe('the recorder', () => {
  it('goes from idle through recording and ready to sending, and back', () => {
    expect(after(...stopped).is).toBe('ready')
    expect(after(...stopped, { did: 'send' }).is).toBe('sending')
    expect(after(...stopped, { did: 'send' }, { did: 'answered' }).is).toBe('idle')
  })

  it('discards the audio when it is cancelled and keeps it when sending fails', () => {
    expect(after(...stopped, { did: 'cancel' })).toEqual({ is: 'idle' })
    expect(after(...stopped, { did: 'send' }, { did: 'fail' })).toEqual({ is: 'ready', audio, full: false })
  })

  it.each([
    ['sends nothing while idle', [{ did: 'send' }], 'idle'],
    ['is not cancelled while it sends', [...stopped, { did: 'send' }, { did: 'cancel' }], 'sending'],
    ['does not start twice', [{ did: 'start' }, { did: 'start' }], 'recording'],
    ['ignores a late stop', [{ did: 'stop', audio, full: false }], 'idle'],
  ] as const)('%s', (_, events, state) => {
    expect(after(...events).is).toBe(state)
  })

  it('announces the time limit before it is reached', () => {
    expect(statusText({ is: 'recording' }, 5)).toBe('Recording. Press stop when you are done.')
    expect(statusText({ is: 'recording' }, 105)).toBe('Recording. It stops by itself at 2 minutes.')
    expect(statusText({ is: 'ready', audio, full: true }, 120)).toBe(
      'Recording stopped at 2 minutes. Ready to send.',
    )
  })

  it('shows the volume and names its file', () => {
    expect([-1, 0, 0.1, 5].map(barHeight)).toEqual([0, 0, 2, 8])
    expect(
      ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus', ''].map(recordingFileName),
    ).toEqual(['question.webm', 'question.mp4', 'question.ogg', 'question.webm'])
  })
})

it.each([
  ['a lost sending', new ApiError(0, 'unreachable', 'No answer.'), 'Failed to send audio. Please try again.'],
  ['a session that is over', new ApiError(401, 'no_session', 'Sign in.'), 'Authentication required'],
  ['the service’s own words', new ApiError(422, 'nothing_heard', 'We heard nothing.'), 'We heard nothing.'],
  ['an answer without words', new Error('no answer'), 'Failed to process voice request'],
])('%s is shown with the panel’s message', (_, error, words) => {
  expect(failureText(error, true)).toBe(words)
})

describe('a citation', () => {
  it.each([
    ['accountInformation/a1/creditLimit', { kind: 'tab', tab: 'report', id: 'account-a1-Equifax' }],
    ['creditInquiries/i1/date', { kind: 'tab', tab: 'inquiries', id: 'inquiry-i1-Equifax' }],
    ['publicRecords/p1/type', { kind: 'tab', tab: 'report', id: 'record-p1-Equifax' }],
    ['creditScores/score', { kind: 'tab', tab: 'overview', id: null }],
    ['creditFactors/credit_age', { kind: 'tab', tab: 'overview', id: null }],
    ['history', { kind: 'tab', tab: 'history', id: null }],
    ['personalInformation', { kind: 'tab', tab: 'personal', id: null }],
    ['disputes/d1', { kind: 'dispute', disputeId: 'd1' }],
    ['user/subscription', { kind: 'profile' }],
    ['elsewhere', null],
  ])('of %s links to its place', (field, place) => {
    expect(findCitationTarget({ label: 'x', bureau: 'Equifax', field })).toEqual(place)
  })
})
