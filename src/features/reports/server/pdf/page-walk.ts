import { pdfLimits } from '../../readers/pdf/limits.ts'
import type { Shape, Word } from '../../readers/pdf/pages-text.ts'
import {
  apply,
  type Box,
  boxOf,
  contains,
  identity,
  intersect,
  liesApart,
  type Matrix,
  multiply,
  toBox,
  toMatrix,
} from './matrix.ts'

/**
 * Walks the operators with which the PDF library would draw a page, and collects its words and shapes. The library's own
 * text extraction joins the cells of neighboring columns, and ignores drawings.
 */

/** A drawn glyph, in points from the page's upper left corner; `y` is its baseline. */
type Glyph = { text: string; x: number; x2: number; y: number; size: number }

/** The gap that ends a word, relative to the font size: wider than kerning, narrower than any space. */
const GAP = 0.15

const round = (value: number): number => Math.round(value * 100) / 100

/** Whitespace and invisible characters. */
const isBlank = (text: string): boolean => /^[\s\p{Cc}\u00ad\u200b\ufeff]*$/u.test(text)

/** Joins the glyphs of a page to words. */
const collectWords = (page: number, words: Word[]) => {
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

/** A page's operators by number, and the arguments of each. */
type Operators = { fnArray: readonly number[]; argsArray: readonly unknown[] }

/** How a font's glyph widths relate to its size. */
export type Font = { widthScale: number; vertical: boolean }

/** `none`: transparent. `pattern`: not one color. Otherwise `#rrggbb`. */
type Paint = string

type State = {
  matrix: Matrix
  clip: Box
  fill: Paint
  stroke: Paint
  font: Font
  size: number
  charSpacing: number
  wordSpacing: number
  horizontalScale: number
  rise: number
  leading: number
  renderingMode: number
  textMatrix: Matrix
  x: number
  y: number
  lineX: number
  lineY: number
}

export class LimitExceeded extends Error {}

const numberOf = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0)

type DrawnGlyph = { unicode: string; width: number; isSpace: boolean }

const glyphOf = (value: unknown): DrawnGlyph | null =>
  typeof value === 'object' &&
  value !== null &&
  'unicode' in value &&
  typeof value.unicode === 'string' &&
  'width' in value &&
  typeof value.width === 'number'
    ? { unicode: value.unicode, width: value.width, isSpace: 'isSpace' in value && value.isSpace === true }
    : null

const propertyOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Drawn with neither fill nor stroke, like the text layer of a scan from text recognition. */
const isInvisible = (renderingMode: number): boolean => renderingMode % 4 === 3

const unit: Box = [0, 0, 1, 1]

type PageWalk = {
  page: number
  width: number
  height: number
  /** From the page's own coordinates to points from its upper left corner. */
  start: Matrix
  fontOf: (name: unknown) => Font
  /** The name of each operator, by its number. */
  names: readonly string[]
  /** Where the words and shapes of all pages are collected. */
  into: { words: Word[]; shapes: Shape[] }
}

/** Throws `LimitExceeded` when the file contains more than a credit report can. */
export const walkPage = (
  { fnArray, argsArray }: Operators,
  { page, width, height, start, fontOf, names, into }: PageWalk,
): void => {
  let state: State = {
    matrix: start,
    clip: [0, 0, width, height],
    fill: '#000000',
    stroke: '#000000',
    font: { widthScale: 0.001, vertical: false },
    size: 0,
    charSpacing: 0,
    wordSpacing: 0,
    horizontalScale: 1,
    rise: 0,
    leading: 0,
    renderingMode: 0,
    textMatrix: identity,
    x: 0,
    y: 0,
    lineX: 0,
    lineY: 0,
  }
  const saved: State[] = []
  const words = collectWords(page, into.words)
  let clipsNext = false
  /** The stack of groups; true for a mask, which is not drawn. */
  const groups: boolean[] = []
  const isMask = () => groups.includes(true)

  const save = () => void saved.push({ ...state })
  const restore = () => {
    state = saved.pop() ?? state
  }
  const transform = (matrix: Matrix | null) => {
    if (matrix !== null) state.matrix = multiply(state.matrix, matrix)
  }
  const clipTo = (box: Box | null, matrix = state.matrix) => {
    if (box !== null) state.clip = intersect(state.clip, boxOf(matrix, box))
  }

  const shape = (kind: Shape['kind'], paint: Paint | null, box: Box) => {
    if (isMask() || paint === 'none') return
    if (!box.every(Number.isFinite) || liesApart(state.clip, box)) return
    const [left, top, right, bottom] = intersect(state.clip, box)
    if (into.shapes.length === pdfLimits.shapes) throw new LimitExceeded()
    into.shapes.push({
      page,
      x: round(left),
      y: round(top),
      width: round(right - left),
      height: round(bottom - top),
      kind,
      color: paint !== null && /^#[0-9a-f]{6}$/.test(paint) ? paint : null,
    })
  }
  const image = () => shape('image', null, boxOf(state.matrix, unit))

  const moveText = (x: number, y: number) => {
    state.x = state.lineX += x
    state.y = state.lineY += y
  }

  const setFont = (name: unknown, size: unknown) => {
    state.font = fontOf(name)
    state.size = numberOf(size)
  }

  /** Text that is not upright and left to right is not collected. */
  const showText = (glyphs: unknown) => {
    const { font, horizontalScale, charSpacing, wordSpacing } = state
    const size = Math.abs(state.size)
    const direction = state.size < 0 ? -1 : 1
    const whole = multiply(state.matrix, state.textMatrix)
    const along = horizontalScale * direction
    const [ax, ay] = [whole[0] * along, whole[1] * along]
    const up = -whole[3] * direction
    const isUpright = ax > 0 && up > 0 && Math.abs(ay) < 0.02 * ax && Math.abs(whole[2]) < 0.5 * up
    const isDrawn = !font.vertical && !isMask() && !isInvisible(state.renderingMode)
    const isShown = isUpright && isDrawn && size > 0 && size * up <= height
    let advance = 0
    for (const item of listOf(glyphs)) {
      if (typeof item === 'number') {
        advance -= (item * size) / 1000
        continue
      }
      const glyph = glyphOf(item)
      if (glyph === null) continue
      const glyphWidth = glyph.width * font.widthScale * size
      const [x, y] = apply(whole, state.x + advance * along, state.y + state.rise)
      const x2 = x + glyphWidth * ax
      const deviceSize = size * up
      if (isShown && contains(state.clip, (x + x2) / 2, y - 0.3 * deviceSize)) {
        words.add({ text: glyph.unicode, x, x2, y, size: deviceSize })
        if (into.words.length >= pdfLimits.words) throw new LimitExceeded()
      }
      advance += glyphWidth + (charSpacing + (glyph.isSpace ? wordSpacing : 0)) * direction
    }
    state.x += advance * along
  }

  const paints: Readonly<Record<string, readonly ('fill' | 'stroke')[]>> = {
    fill: ['fill'],
    eoFill: ['fill'],
    rawFillPath: ['fill'],
    stroke: ['stroke'],
    closeStroke: ['stroke'],
    fillStroke: ['fill', 'stroke'],
    eoFillStroke: ['fill', 'stroke'],
    closeFillStroke: ['fill', 'stroke'],
    closeEOFillStroke: ['fill', 'stroke'],
  }

  const acts: Readonly<Record<string, (args: readonly unknown[]) => void>> = {
    save,
    restore,
    transform: args => transform(toMatrix(args)),
    paintFormXObjectBegin: ([matrix, box]) => {
      save()
      transform(toMatrix(matrix))
      clipTo(toBox(box))
    },
    paintFormXObjectEnd: restore,
    beginGroup: ([group]) => {
      save()
      const matrix = toMatrix(propertyOf(group, 'matrix')) ?? identity
      clipTo(toBox(propertyOf(group, 'bbox')), multiply(state.matrix, matrix))
      groups.push(propertyOf(group, 'smask') != null)
    },
    endGroup: () => {
      groups.pop()
      restore()
    },
    clip: () => {
      clipsNext = true
    },
    eoClip: () => {
      clipsNext = true
    },
    constructPath: ([paint, , box]) => {
      const bounds = toBox(box)
      if (bounds === null || !bounds.every(Number.isFinite)) return
      const placed = boxOf(state.matrix, bounds)
      for (const kind of paints[names[numberOf(paint)] ?? ''] ?? []) shape(kind, state[kind], placed)
      if (clipsNext) state.clip = intersect(state.clip, placed)
      clipsNext = false
    },
    setFillRGBColor: ([color]) => {
      state.fill = String(color)
    },
    setStrokeRGBColor: ([color]) => {
      state.stroke = String(color)
    },
    setFillColorN: () => {
      state.fill = 'pattern'
    },
    setStrokeColorN: () => {
      state.stroke = 'pattern'
    },
    setFillTransparent: () => {
      state.fill = 'none'
    },
    setStrokeTransparent: () => {
      state.stroke = 'none'
    },
    paintImageXObject: () => image(),
    paintInlineImageXObject: () => image(),
    paintImageMaskXObject: () => image(),
    paintSolidColorImageMask: () => image(),
    beginText: () => {
      state.textMatrix = identity
      state.x = state.y = state.lineX = state.lineY = 0
    },
    setCharSpacing: ([spacing]) => {
      state.charSpacing = numberOf(spacing)
    },
    setWordSpacing: ([spacing]) => {
      state.wordSpacing = numberOf(spacing)
    },
    setHScale: ([percent]) => {
      state.horizontalScale = numberOf(percent) / 100
    },
    setLeading: ([leading]) => {
      state.leading = -numberOf(leading)
    },
    setFont: ([name, size]) => setFont(name, size),
    setGState: ([changes]) => {
      for (const change of listOf(changes)) {
        const [key, value] = listOf(change)
        const [name, size] = listOf(value)
        if (key === 'Font') setFont(name, size)
      }
    },
    setTextRenderingMode: ([mode]) => {
      state.renderingMode = numberOf(mode)
    },
    setTextRise: ([rise]) => {
      state.rise = numberOf(rise)
    },
    moveText: ([x, y]) => moveText(numberOf(x), numberOf(y)),
    setLeadingMoveText: ([x, y]) => {
      state.leading = numberOf(y)
      moveText(numberOf(x), numberOf(y))
    },
    setTextMatrix: ([matrix]) => {
      state.textMatrix = toMatrix(matrix) ?? identity
      state.x = state.y = state.lineX = state.lineY = 0
    },
    nextLine: () => moveText(0, state.leading),
    showText: ([glyphs]) => showText(glyphs),
  }

  fnArray.forEach((operator, index) => acts[names[operator] ?? '']?.(listOf(argsArray[index])))
  words.end()
}
