import { describe, expect, it } from 'vitest'
import { replaceMiddle, splitLetter } from './letter-state.ts'

const letter = {
  body: 'Maya Brooks\n\nEquifax\n\nPlease look.\n\nThank you.\n\nSincerely,\n\nMaya Brooks',
  editable: 'Please look.\n\nThank you.',
}

describe('the wording of a letter', () => {
  it('is between a head and a foot that do not change', () => {
    expect(splitLetter(letter)).toEqual({ head: 'Maya Brooks\n\nEquifax', foot: 'Sincerely,\n\nMaya Brooks' })
  })

  it('is sent to the server as the whole letter with another middle', () => {
    expect(replaceMiddle(letter, '  Look again.\n')).toBe(
      'Maya Brooks\n\nEquifax\n\nLook again.\n\nSincerely,\n\nMaya Brooks',
    )
  })

  it('unchanged yields the original letter', () => {
    expect(replaceMiddle(letter, letter.editable)).toBe(letter.body)
  })
})
