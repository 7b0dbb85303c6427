import { z } from 'zod'
import { pdfLimits } from './limits.ts'

/** The words and shapes of a PDF, as the separate process that opens the file returns them. */

const Coordinate = z.number().min(-100_000).max(100_000)

/** Positions are in points from the upper left corner; `y` is the baseline. */
const Word = z.strictObject({
  page: z.int().min(1).max(pdfLimits.pages),
  x: Coordinate,
  x2: Coordinate,
  y: Coordinate,
  size: Coordinate,
  text: z.string().min(1).max(pdfLimits.wordLength),
})

const Shape = z.strictObject({
  page: z.int().min(1).max(pdfLimits.pages),
  x: Coordinate,
  y: Coordinate,
  width: Coordinate,
  height: Coordinate,
  kind: z.enum(['fill', 'stroke', 'image']),
  /** `#rrggbb`; null for an image. */
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .nullable(),
})

export const PagesText = z
  .strictObject({
    title: z.string().max(1000).nullable(),
    producer: z.string().max(1000).nullable(),
    pages: z
      .array(
        z.strictObject({
          width: Coordinate,
          height: Coordinate,
          /** Whether the PDF library warned about this page: damage often shortens a page without an error. */
          warned: z.boolean(),
        }),
      )
      .max(pdfLimits.pages),
    words: z.array(Word).max(pdfLimits.words),
    shapes: z.array(Shape).max(pdfLimits.shapes),
  })
  .refine(
    ({ pages, words, shapes }) =>
      [words, shapes].every(list => list.every(({ page }) => page <= pages.length)),
    'something is on no page',
  )
export type PagesText = z.output<typeof PagesText>
export type Word = PagesText['words'][number]
export type Shape = PagesText['shapes'][number]
