import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mp4, ogg, wav, webm } from '#test/support/files/recordings.ts'
import { isTooLong, parseRecording } from './recording.ts'

describe('a recording', () => {
  it.each([
    ['webm', webm(12), 12],
    ['webm', webm(121), 121],
    ['ogg', ogg(33), 33],
    ['mp4', mp4(45), 45],
    ['mp4', mp4(70, { fragments: true }), 70],
    ['wav', wav(3), 3],
  ])('is recognized by its bytes as %s with its duration', (container, bytes, seconds) => {
    expect(parseRecording(bytes)).toEqual({ container, seconds })
  })

  it.each([
    ['a picture', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0])],
    ['a page', Buffer.from('<!doctype html><title>webm</title>')],
    ['a text that begins like one', Buffer.from('RIFF of guitars')],
    ['nothing', Buffer.alloc(0)],
  ])('%s is not a recording', (_, bytes) => {
    expect(parseRecording(bytes)).toBeNull()
  })

  it('of two minutes is accepted, and a clearly longer one is not', () => {
    const tooLong = (bytes: Uint8Array) => {
      const recording = parseRecording(bytes)
      return recording !== null && isTooLong(recording)
    }
    expect([webm(120), wav(120), ogg(122), mp4(121)].map(tooLong)).toEqual([false, false, false, false])
    expect([webm(130), wav(130), ogg(3_600), mp4(130, { fragments: true })].map(tooLong)).toEqual([
      true,
      true,
      true,
      true,
    ])
  })

  it('damaged anywhere is still read to its end, or is not a recording', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(webm(12), ogg(12), mp4(12), mp4(12, { fragments: true }), wav(1)),
        fc.nat(),
        fc.uint8Array({ maxLength: 40 }),
        (bytes, at, junk) => {
          const broken = Buffer.from(bytes)
          Buffer.from(junk).copy(broken, at % broken.length)
          const recording = parseRecording(broken.subarray(0, Math.max(1, (at * 7) % broken.length)))
          expect(recording === null || recording.seconds === null || recording.seconds >= 0).toBe(true)
        },
      ),
    )
  })
})
