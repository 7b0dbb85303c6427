import { inflateSync } from 'node:zlib'

/** Reads what tests need from a PDF: only enough of the format for the files that this product creates. */

type Objects = ReadonlyMap<string, { head: string; stream: Buffer | null }>

const objectsOf = (pdf: Uint8Array): Objects => {
  const text = Buffer.from(pdf).toString('latin1')
  const objects = new Map<string, { head: string; stream: Buffer | null }>()
  for (const [, id = '', body = ''] of text.matchAll(/(?:^|\n)(\d+) 0 obj\n(.*?)\nendobj/gs)) {
    const [head = '', packed] = body.split('\nstream\n')
    const bytes = packed === undefined ? null : Buffer.from(packed.replace(/\nendstream$/, ''), 'latin1')
    objects.set(id, { head, stream: bytes && head.includes('/FlateDecode') ? inflateSync(bytes) : bytes })
  }
  return objects
}

const referred = (objects: Objects, head: string, key: string) =>
  objects.get(new RegExp(`/${key} (\\d+) 0 R`).exec(head)?.[1] ?? '')

const textOfHex = (hex: string): string =>
  Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le')

/** Glyph ids to text, from a font's ToUnicode map. */
const lettersOf = (map: string): ReadonlyMap<number, string> => {
  const letters = new Map<number, string>()
  for (const [, from = '', list = ''] of map.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g)) {
    ;[...list.matchAll(/<([\w ]*)>/g)].forEach(([, hex = ''], index) => {
      letters.set(Number.parseInt(from, 16) + index, textOfHex(hex))
    })
  }
  return letters
}

const fontsOf = (objects: Objects, page: string): Map<string, ReadonlyMap<number, string>> => {
  const resources = referred(objects, page, 'Resources')?.head ?? ''
  const fonts = new Map<string, ReadonlyMap<number, string>>()
  for (const [, name = '', id = ''] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const map = referred(objects, objects.get(id)?.head ?? '', 'ToUnicode')?.stream
    fonts.set(name, lettersOf(map?.toString('latin1') ?? ''))
  }
  return fonts
}

/** The lines of a page's content in drawing order. */
const linesOf = (content: string, fonts: ReadonlyMap<string, ReadonlyMap<number, string>>): string[] => {
  let letters: ReadonlyMap<number, string> = new Map()
  const lines: string[] = []
  for (const [, font, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (font !== undefined) letters = fonts.get(font) ?? new Map()
    if (shown === undefined) continue
    const glyphs = [...shown.matchAll(/<(\w+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
    lines.push(glyphs.map(glyph => letters.get(Number.parseInt(glyph, 16)) ?? '\uFFFD').join(''))
  }
  return lines
}

/** The text of every page, line by line; a glyph without text is U+FFFD. */
export const pdfLines = (pdf: Uint8Array): string[][] => {
  const objects = objectsOf(pdf)
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head))
  return pages.map(({ head }) =>
    linesOf(referred(objects, head, 'Contents')?.stream?.toString('latin1') ?? '', fontsOf(objects, head)),
  )
}

/** All dictionaries of a PDF as text: catalog, fonts, structure elements. */
export const pdfDictionaries = (pdf: Uint8Array): string =>
  [...objectsOf(pdf).values()]
    .map(({ head, stream }) => (head.includes('/XML') ? `${head}${stream?.toString('utf8') ?? ''}` : head))
    .join('\n')
