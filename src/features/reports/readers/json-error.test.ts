import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { locateJsonError } from './json.ts'

describe('the place where a text stops being JSON', () => {
  test.each([
    ['{"a":1,\n"b":}', 12],
    ['{"a":', 5],
    ['{"a" 1}', 5],
    ['{"a":1,}', 7],
    ['[1,]', 3],
    ['[1}', 2],
    ['{"a":tru}', 5],
    ['{"a":"x', 5],
    ['{a:1}', 1],
    ['1 2', 2],
    ['', 0],
  ])('%j: %d', (text, place) => {
    expect(locateJsonError(text)).toBe(place)
  })

  test('is after every valid JSON text', () => {
    fc.assert(
      fc.property(fc.json(), json => {
        expect(locateJsonError(json)).toBe(json.length)
      }),
    )
  })

  test('is never after the position that the engine accepts', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.constantFrom(',', '}', ']', '"', 'x', ':'), (json, seed, extra) => {
        const at = seed % (json.length + 1)
        const text = json.slice(0, at) + extra + json.slice(at)
        const isBroken = (() => {
          try {
            JSON.parse(text)
            return false
          } catch {
            return true
          }
        })()
        if (isBroken) expect(locateJsonError(text)).toBeLessThanOrEqual(text.length)
        else expect(locateJsonError(text)).toBe(text.length)
      }),
    )
  })
})
