import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '#test/support/any-text.ts'
import { findUnprintable, isPrintable, toPrintable } from './printable.ts'

/** The code points of a TrueType font, from its format 4 character map (OpenType specification, `cmap`). */
const charactersOf = (file: string): Set<number> => {
  const font = readFileSync(createRequire(import.meta.url).resolve(`@expo-google-fonts/public-sans/${file}`))
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + 16 * index)
  const cmap = tables.find(at => font.toString('latin1', at, at + 4) === 'cmap') ?? 0
  const start = font.readUInt32BE(cmap + 8)
  const map = start + font.readUInt32BE(start + 8)
  if (font.readUInt16BE(map) !== 4) throw new Error('the font has another kind of map')
  const segments = font.readUInt16BE(map + 6) / 2
  const points = new Set<number>()
  for (let segment = 0; segment < segments; segment += 1) {
    const last = font.readUInt16BE(map + 14 + 2 * segment)
    const first = font.readUInt16BE(map + 16 + 2 * (segments + segment))
    for (let point = first; point <= last && point !== 0xffff; point += 1) points.add(point)
  }
  return points
}

describe('printable text', () => {
  it.each(['400Regular/PublicSans_400Regular.ttf', '700Bold/PublicSans_700Bold.ttf'])(
    'is in the font %s',
    file => {
      const characters = charactersOf(file)
      const missing = Array.from({ length: 0x11000 }, (_, point) => point).filter(
        point => isPrintable(String.fromCodePoint(point)) && !characters.has(point),
      )
      expect(missing).toEqual([])
    },
  )

  it.each([
    ['José Ñuñez – “ok”', 'José Ñuñez – “ok”'],
    ['Nguyễn Łukasz Žižek', 'Nguyễn Łukasz Žižek'],
    ['Jose\u0301', 'José'],
    ['two  spaces\tand\r\nlines ', 'two spaces and lines'],
    ['paid 😀👍🏽 twice', 'paid twice'],
    ['\u202ereversed\u202c\u200b', 'reversed'],
    ['a\u0000b\u0007c', 'abc'],
    ['5\u2212\u20113 \uff21\ufb03', '5--3 Affi'],
    ['Ⅷ ① ²', 'VIII 1 ²'],
    ['中文', '??'],
    ['half \ud83d pair', 'half pair'],
  ])('of %j is %j', (typed, printed) => {
    expect(toPrintable(typed)).toBe(printed)
  })

  it('lists unprintable letters, each once, and no pictographs', () => {
    expect(findUnprintable('中文中 é 😀 абв')).toEqual(['中', '文', 'а', 'б', 'в'])
    expect(findUnprintable('José paid 😀')).toEqual([])
  })

  it('is printable for any text, and converting it again changes nothing', () => {
    fc.assert(
      fc.property(anyText(), text => {
        const printed = toPrintable(text)
        expect(Array.from(printed).every(isPrintable)).toBe(true)
        expect(toPrintable(printed)).toBe(printed)
      }),
    )
  })
})
