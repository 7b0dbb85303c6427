import { describe, expect, it } from 'vitest'
import { helpText, parseKeyword } from './text-replies.ts'

describe('a text back', () => {
  it.each([
    'STOP',
    'stop',
    ' Stop. ',
    'StopAll',
    'stop all',
    'UNSUBSCRIBE',
    'Cancel!',
    'end',
    'QUIT',
    'Revoke',
    'opt-out',
    'opt out',
  ])('"%s" stops texts', text => {
    expect(parseKeyword(text)).toBe('stop')
  })

  it.each(['HELP', 'help?', ' Info '])('"%s" asks for help', text => {
    expect(parseKeyword(text)).toBe('help')
  })

  it.each(['', 'Please help me', "don't stop", 'STOPS', 'the end', '012345', 'START', '👍'])(
    '"%s" asks for neither',
    text => {
      expect(parseKeyword(text)).toBeNull()
    },
  )
})

it('help names us, where help is and the way out, in one message', () => {
  for (const phone of [null, '+1 202-555-0100']) {
    const text = helpText({ name: 'Harbor Credit', email: 'help@harbor.test', phone })
    expect(text).toContain('Harbor Credit')
    expect(text).toContain('help@harbor.test')
    expect(text).toContain('Reply STOP')
    expect(text.length).toBeLessThanOrEqual(160)
  }
})
