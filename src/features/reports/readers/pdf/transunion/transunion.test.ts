import { describe, expect, test } from 'vitest'
import { type Chance, chanceOf, inLab, times } from '#test/support/chance.ts'
import { knownOwner, knownReport } from '#test/support/reports/known-report.ts'
import { type PagesOptions, toPagesText } from '#test/support/reports/printed/page-rows.ts'
import { transUnionPage, transUnionRows } from '#test/support/reports/printed/transunion.ts'
import {
  asShown,
  contentOf,
  expectedOfTransUnion,
} from '#test/support/reports/printed/transunion-expected.ts'
import { type TransUnionQuirks, usualTransUnion } from '#test/support/reports/printed/transunion-fields.ts'
import { requireReport } from '#test/support/reports/require-report.ts'
import type { Account, Report } from '../../../canonical.ts'
import { readPages } from '../detect.ts'
import type { PagesText } from '../pages-text.ts'

const printed = (
  report: Report,
  quirks: TransUnionQuirks = usualTransUnion,
  page: Partial<PagesOptions> = {},
): PagesText => toPagesText(transUnionRows(asShown(report), quirks), { ...transUnionPage, ...page })

const readPrinted = (pages: PagesText): Report => requireReport(readPages(pages, knownOwner))

const readIn = (...given: Parameters<typeof printed>): Report => readPrinted(printed(...given))

const withoutPage = (pages: PagesText, lost: number): PagesText => ({
  ...pages,
  pages: pages.pages.toSpliced(lost - 1, 1),
  words: pages.words.flatMap(word =>
    word.page === lost ? [] : [word.page > lost ? { ...word, page: word.page - 1 } : word],
  ),
})

const withoutHistory = ({ paymentHistory: _, worstStatus: __, ...row }: object & Partial<Account>) => row

const withoutBlanks = (content: unknown): unknown => JSON.parse(JSON.stringify(content).replaceAll(' ', ''))

const anyQuirks = (chance: Chance): TransUnionQuirks => ({
  header: chance.one(['pair', 'lines', 'one line']),
  fields: chance.one(['beside', 'below']),
  nothing: chance.one(['left out', 'empty', '-', '—']),
  colon: chance.is(0.3),
  valueWidth: chance.one([250, 140, 60]),
  wrap: chance.one(['blank', 'anywhere']),
  months: {
    labels: chance.one(['once a row', 'beside', 'above', 'below']),
    across: chance.between(1, 6),
    order: chance.one(['newest first', 'oldest first']),
    total: chance.is(0.8),
  },
  spelling: chance.one(['usual', 'other']),
  before: chance.between(0, 500),
  unknownLabels: 0,
  withMessages: chance.is(0.8),
})

const anyPage = (chance: Chance): Partial<PagesOptions> => ({
  paper: chance.one(['Letter', 'A4']),
  scale: chance.one([1, 0.9, 0.75, 0.6]),
  headerFooter: chance.is(0.8),
  ligatures: chance.is(0.5),
})

/** People with a file at TransUnion. */
const people = Array.from({ length: times(40) }, (_, index) => ({
  seed: index + 1,
  report: knownReport(index + 1, { only: ['TransUnion'], accounts: 8 }),
})).filter(({ report }) => report.personal.length > 0)
const known = (count: number) => people.slice(0, count)

describe('a report is read as printed', () => {
  test('with any quirk', () => {
    for (const { seed, report } of known(times(30))) {
      const chance = chanceOf(seed * 31)
      const [quirks, page] = [anyQuirks(chance), anyPage(chance)]
      // A space at the end of a full line is not drawn, so names and remarks may lose one.
      const of = quirks.wrap === 'anywhere' ? withoutBlanks : (content: unknown) => content
      const read = readIn(report, quirks, page)
      expect(of(contentOf(read)), JSON.stringify({ seed, quirks, page })).toEqual(
        of(expectedOfTransUnion(report)),
      )
      expect(read.coverage?.[0]?.doubts, JSON.stringify({ seed, quirks, page })).toEqual([])
    }
  })

  test('with one row of a payment history at the top of most pages, which is no page header', () => {
    const seed = 358
    const report = knownReport(seed, { only: ['TransUnion'], accounts: 8 })
    const chance = chanceOf(seed * 31)
    const [quirks, page] = [anyQuirks(chance), anyPage(chance)]
    expect(contentOf(readIn(report, quirks, page))).toEqual(expectedOfTransUnion(report))
  })

  test('with any order in the file, position on the page, and scale', () => {
    for (const { seed, report } of known(times(10))) {
      const pages = printed(report)
      const chance = chanceOf(seed)
      const [dx, dy, scale] = [chance.between(-20, 20), chance.between(-5, 5), chance.between(50, 200) / 100]
      const moved: PagesText = {
        ...pages,
        pages: pages.pages.map(page => ({ ...page, width: page.width * scale, height: page.height * scale })),
        words: pages.words
          .map(word => ({
            ...word,
            x: (word.x + dx) * scale,
            x2: (word.x2 + dx) * scale,
            y: (word.y + dy) * scale,
            size: word.size * scale,
          }))
          .toSorted((a, b) => a.text.localeCompare(b.text)),
      }
      expect(contentOf(readPrinted(moved)), String(seed)).toEqual(contentOf(readPrinted(pages)))
    }
  })

  test('with four hundred accounts and with none', () => {
    const many = knownReport(3, { only: ['TransUnion'], accounts: 500 })
    expect(many.accounts.length).toBeGreaterThan(300)
    expect(contentOf(readIn(many)).accounts).toEqual(expectedOfTransUnion(many).accounts)
    const none = knownReport(3, { only: ['TransUnion'], accounts: 0 })
    expect(contentOf(readIn(none))).toEqual(expectedOfTransUnion(none))
  })
})

describe('missing data is not read', () => {
  const removable = [
    ['Date Opened', { dateOpened: null }],
    ['Balance', { currentBalance: null }],
    ['Credit Limit', { creditLimit: null }],
    ['High Balance', { highBalance: null }],
    ['Last Payment Made', { dateLastPayment: null }],
    ['Date Updated', { lastReported: null }],
    ['Responsibility', { responsibility: null }],
    ['Phone', { creditorPhone: null }],
    ['Past Due', { amountPastDue: null }],
    ['Loan Type', { accountTypeDetail: null }],
  ] as const

  test.each(removable)('a file without the label %s lacks only that value', (label, lost) => {
    for (const { report } of known(10)) {
      const without = { ...report, accounts: report.accounts.map(row => ({ ...row, ...lost })) }
      const rows = transUnionRows(asShown(report))
      const kept = rows.filter(({ cells }) => cells[0]?.text !== label)
      // Balance and Past Due are also rows of the payment history, and cannot be distinguished without their label.
      const read = readPrinted(toPagesText(kept, transUnionPage))
      expect(contentOf(read).accounts.map(withoutHistory)).toEqual(
        contentOf(readIn(without)).accounts.map(withoutHistory),
      )
    }
  })

  test('a missing page is reported', () => {
    // Of some other people, what is left without the first page is refused as an unknown layout.
    for (const { seed, report } of known(inLab ? 20 : 10)) {
      const pages = printed(report)
      const lost = (seed % pages.pages.length) + 1
      const reading = readPages(withoutPage(pages, lost), knownOwner)
      expect(reading.kind === 'unreadable' && reading.message).toContain(
        `Page ${lost} of ${pages.pages.length} is not in this file.`,
      )
    }
  })

  test('an account with a damaged head is left out and reported as lost', () => {
    for (const { report } of known(times(10))) {
      const accounts = report.accounts.length
      if (accounts === 0) continue
      const rows = transUnionRows(asShown(report))
      const head = rows.findLastIndex(({ cells }) => cells[0]?.text === 'Account Name')
      const read = readPrinted(toPagesText(rows.toSpliced(head, 2), transUnionPage))
      expect(read.accounts).toHaveLength(accounts - 1)
      expect(read.coverage?.[0]?.doubts).toContainEqual(
        expect.objectContaining({ kind: 'entryLost', section: 'accounts', about: null, count: 1 }),
      )
    }
  })

  test('an unmasked number is read from below its label, not as part of the name', () => {
    for (const { report } of known(times(10))) {
      const whole = asShown(report)
      const numbered = whole.accounts.map(row => ({ ...row, accountNumber: '7X3X4X0X6X1' }))
      const read = readPrinted(toPagesText(transUnionRows({ ...whole, accounts: numbered }), transUnionPage))
      const namesOf = ({ accounts }: Report) => accounts.map(row => row.creditorNameReported)
      expect(namesOf(read)).toEqual(namesOf(readIn(report)))
      expect(new Set(read.accounts.map(row => row.accountNumber))).toEqual(
        new Set(numbered.map(row => row.accountNumber)),
      )
    }
  })

  test('counted months that the grid lacks are reported as unreadable', () => {
    const [{ report } = { report: knownReport(1) }] = known(1)
    const rows = transUnionRows(asShown(report))
    const band = rows.findIndex(({ cells }) => cells[0]?.text === 'Payment History') + 1
    const read = readPrinted(toPagesText(rows.toSpliced(band, 7), transUnionPage))
    expect(read.coverage?.[0]?.monthsUnreadable).toBeGreaterThan(0)
  })

  test('an unknown label ends the previous value, and is counted', () => {
    for (const { report } of known(times(10))) {
      const read = readIn(report, { ...usualTransUnion, unknownLabels: 2 })
      expect(contentOf(read)).toEqual(contentOf(readIn(report)))
      const counts = read.coverage?.[0]?.doubts.map(({ kind, count }) => [kind, count])
      expect(counts).toEqual(report.accounts.map(() => ['unknownLabel', 2]))
    }
  })

  test('an unreadable value is left out, and counted', () => {
    const [{ report } = { report: knownReport(1) }] = known(1)
    const rows = transUnionRows(asShown(report)).map(row =>
      row.cells[0]?.text === 'Date Opened' && row.cells[1] !== undefined
        ? { ...row, cells: [row.cells[0], { ...row.cells[1], text: 'see below' }] }
        : row,
    )
    const read = readPrinted(toPagesText(rows, transUnionPage))
    expect(read.accounts.map(({ dateOpened }) => dateOpened)).toEqual(report.accounts.map(() => null))
    const counts = read.coverage?.[0]?.doubts.map(({ kind, count }) => [kind, count])
    expect(counts).toEqual(report.accounts.map(() => ['unknownWords', 1]))
  })

  test('a value that contains the words of a label is one value', () => {
    const text = 'Account in dispute about the Balance Phone and Terms Balance of the account'
    const [account] = knownReport(1, { only: ['TransUnion'] }).accounts
    if (account === undefined) throw new Error('no account')
    const report = {
      ...knownReport(1, { only: ['TransUnion'] }),
      accounts: [{ ...account, remarks: [{ code: null, text }] }],
    }
    for (const valueWidth of [60, 80, 100, 120, 140])
      expect(readIn(report, { ...usualTransUnion, valueWidth }).accounts[0]?.remarks).toEqual([
        { code: null, text },
      ])
  })

  test('supplemental public records are not records of the file', () => {
    const report = { ...knownReport(2, { only: ['TransUnion'] }), publicRecords: [] }
    expect(readIn(report).publicRecords).toEqual([])
  })
})

test('any words are read or refused', () => {
  for (const { seed, report } of known(30)) {
    const chance = chanceOf(seed * 17)
    const pages = printed(report)
    const words = pages.words.flatMap(word =>
      chance.is(0.2)
        ? []
        : [{ ...word, ...(chance.is(0.1) && { x: word.y, y: word.x, text: word.text.slice(1) || '*' }) }],
    )
    const reading = readPages({ ...pages, words }, knownOwner)
    expect(['report', 'unreadable', 'noReport']).toContain(reading.kind)
  }
})
