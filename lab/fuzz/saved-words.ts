import fc from 'fast-check'
import { judge } from '#features/reports/coverage.ts'
import { readPages } from '#features/reports/readers/pdf/detect.ts'
import { PagesText } from '#features/reports/readers/pdf/pages-text.ts'
import { unreadable } from '#features/reports/readers/reading.ts'
import { PdfAnswer } from '#features/reports/server/pdf/pdf-answer.ts'
import { createPdfPages } from '#features/reports/server/pdf/pdf-pages.ts'
import { anyText } from '#test/support/any-text.ts'
import { knownOwner } from '#test/support/reports/known-report.ts'
import type { Options, Report, Scenario } from '../scenario.ts'
import { judgeBeside, type SavedFile, savedPdfs } from './saved-readings.ts'
import { amount, tryAll } from './trial.ts'

/**
 * One change to the words or shapes of a print. A change of up to two words may pass without a warning, like a font that
 * lacks a letter; more is damage, and the process warns about it.
 */
const acts = ['lose', 'text', 'move', 'repeat', 'turn', 'order', 'warn', 'losePage', 'loseShapes'] as const
type Act = (typeof acts)[number]
type Change = {
  act: Act
  at: number
  count: number
  text: string
  other: number
  along: 'x' | 'y'
  by: number
}

const MAX_CHANGED_SILENTLY = 2

/** Only removals: nothing new is printed. */
const isLoss = ({ act }: Change): boolean => !['text', 'move', 'repeat', 'turn'].includes(act)

const oddWords =
  '$0 $1,234 -$5 0 - -- N/A 01/01/2020 13/45/2020 2020 30 OK CO Balance: Status Accounts \u2713 \uf005 \u202e 9'.split(
    ' ',
  )

const changeOf = (some: readonly Act[]): fc.Arbitrary<Change> =>
  fc.record({
    act: fc.constantFrom(...some),
    at: fc.nat(),
    count: fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 1, max: MAX_CHANGED_SILENTLY }) },
      { weight: 3, arbitrary: fc.integer({ min: 3, max: 20 }) },
      { weight: 1, arbitrary: fc.integer({ min: 20, max: 400 }) },
    ),
    text: fc.oneof(fc.constantFrom(...oddWords), anyText({ minLength: 1, maxLength: 20 })),
    other: fc.nat(),
    along: fc.constantFrom('x', 'y'),
    by: fc.oneof(fc.integer({ min: -12, max: 12 }), fc.integer({ min: -600, max: 600 })),
  })

const someChanges: fc.Arbitrary<Change[]> = fc
  .constantFrom<(readonly Act[])[]>(['lose', 'lose', 'lose', 'order', 'warn', 'losePage', 'loseShapes'], acts)
  .chain(some => fc.array(changeOf(some), { minLength: 1, maxLength: 3 }))

type Word = PagesText['words'][number]

const changed = (from: PagesText, { act, at, count, text, other, along, by }: Change): PagesText => {
  const { pages, words, shapes } = from
  if (pages.length === 0 || words.length === 0) return from
  const start = at % words.length
  const some = words.slice(start, start + count)
  const damaged = new Set(count > MAX_CHANGED_SILENTLY ? some.map(({ page }) => page) : [])
  const page = 1 + (at % pages.length)
  const withoutPage = <One extends { page: number }>(list: readonly One[]) =>
    list.filter(one => one.page !== page).map(one => (one.page > page ? { ...one, page: one.page - 1 } : one))
  const put = (instead: readonly Word[]): PagesText => ({
    ...from,
    words: words.toSpliced(start, some.length, ...instead),
    pages: pages.map((one, index) => (damaged.has(index + 1) ? { ...one, warned: true } : one)),
  })
  switch (act) {
    case 'lose':
      return put([])
    case 'text':
      return put(
        some.map(word => ({
          ...word,
          text: other % 2 === 0 ? text : (words[other % words.length] ?? word).text,
        })),
      )
    case 'move':
      return put(
        some.map(word =>
          along === 'x' ? { ...word, x: word.x + by, x2: word.x2 + by } : { ...word, y: word.y + by },
        ),
      )
    case 'repeat':
      return put([...some, ...some])
    case 'turn':
      return put(
        some.map(word => ({ ...word, page: 1 + (other % pages.length), size: word.size + (by % 4) })),
      )
    case 'order':
      return { ...from, words: [...words.slice(start), ...words.slice(0, start)] }
    case 'warn':
      return {
        ...from,
        pages: pages.map((one, index) => (index + 1 === page ? { ...one, warned: true } : one)),
      }
    case 'losePage':
      return {
        ...from,
        pages: pages.toSpliced(page - 1, 1),
        words: withoutPage(words),
        shapes: withoutPage(shapes),
      }
    case 'loseShapes':
      return { ...from, shapes: shapes.toSpliced(at % (shapes.length + 1), count) }
  }
}

const tryWords = async (
  saved: SavedFile,
  original: PagesText,
  given: Options,
  report: Report,
): Promise<void> => {
  const { name } = saved
  const whole = readPages(original, knownOwner)
  if (whole.kind !== 'report') throw new Error(`${name} is not read: ${whole.message}`)
  report.did(`${name}, ${original.words.length} words, read ${judge(whole.report.coverage ?? [])}`)
  await tryAll(given, report, {
    inputs: someChanges,
    act: changes => {
      const pages = changes.reduce(changed, original)
      return PagesText.safeParse(pages).success ? readPages(pages, knownOwner) : unreadable.pdf('damaged')
    },
    judge: (reading, changes) =>
      judgeBeside(whole.report, reading, { ...saved, lessOnly: changes.every(isLoss) }),
  })
}

/** Randomly changed output of the process that opens PDFs, read by the layouts up to the verdict. */
export const savedWordsFuzz: Scenario = {
  what: 'randomly changed words and shapes of saved PDFs: no crash, none with lost rows is called complete, every wrong value is marked as doubtful',
  options: { ...amount, only: 'all' },
  run: async (given, report) => {
    const only = given.word('only').split(',')
    const pdfPages = createPdfPages()
    given.later(pdfPages.close)
    for (const saved of await savedPdfs()) {
      const { name, bytes } = saved
      if (!only.some(one => one === 'all' || name.includes(one))) continue
      const answer = PdfAnswer.parse(
        JSON.parse(Buffer.from((await pdfPages.open(bytes)) ?? []).toString('utf8')),
      )
      if (answer.kind !== 'pages') throw new Error(`${name}: ${answer.reason}`)
      await tryWords(saved, answer.pages, given, report)
    }
  },
}
