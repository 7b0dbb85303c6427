import { pdfLimits } from '../../readers/pdf/limits.ts'
import type { Word } from '../../readers/pdf/pages-text.ts'

/** A drawn glyph, in points from the page's upper left corner; `y` is its baseline. */
type Glyph = { text: string; x: number; x2: number; y: number; size: number }

/** The gap that ends a word, relative to the font size: wider than kerning, narrower than any space. */
const GAP = 0.15

const round = (value: number): number => Math.round(value * 100) / 100

/** Whitespace and invisible characters. */
const isBlank = (text: string): boolean => /^[\s\p{Cc}\u00ad\u200b\ufeff]*$/u.test(text)

/** Joins the glyphs of a page to words. */
export const collectWords = (page: number, words: Word[]) => {
  let open: Glyph | null = null

  const end = () => {
    if (open === null) return
    const { text, x, x2, y, size } = open
    words.push({ page, x: round(x), x2: round(x2), y: round(y), size: round(size), text })
    open = null
  }

  const continues = (word: Glyph, { text, x, y, size }: Glyph): boolean =>
    Math.abs(x - word.x2) <= GAP * size &&
    Math.abs(y - word.y) <= 0.05 * size &&
    Math.abs(size - word.size) <= 0.05 * size &&
    word.text.length + text.length <= pdfLimits.wordLength

  return {
    add: (glyph: Glyph) => {
      if (isBlank(glyph.text)) {
        end()
      } else if (open !== null && continues(open, glyph)) {
        open = { ...open, text: open.text + glyph.text, x2: glyph.x2 }
      } else {
        end()
        open = { ...glyph, text: glyph.text.slice(0, pdfLimits.wordLength) }
      }
    },
    end,
  }
}
