import { describe, expect, it } from 'vitest'
import { replaceMiddle, splitLetter } from './letter-state.ts'

const letter = {
  body: 'Maya Brooks\n\nEquifax\n\nPlease look.\n\nThank you.\n\nSincerely,\n\nMaya Brooks',
  editable: 'Please look.\n\nThank you.',
}

describe('the wording of a letter', () => {
  it('stands between a head and a foot that stay', () => {
    expect(splitLetter(letter)).toEqual({ head: 'Maya Brooks\n\nEquifax', foot: 'Sincerely,\n\nMaya Brooks' })
  })

  it('goes to the server as the whole letter with another middle', () => {
    expect(replaceMiddle(letter, '  Look again.\n')).toBe(
      'Maya Brooks\n\nEquifax\n\nLook again.\n\nSincerely,\n\nMaya Brooks',
    )
  })

  it('unchanged is the letter as it was', () => {
    expect(replaceMiddle(letter, letter.editable)).toBe(letter.body)
  })
})
