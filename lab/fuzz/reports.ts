import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { z } from 'zod'
import { buildAnalytics } from '#features/credit/analytics.ts'
import { Analytics } from '#features/credit/contract.ts'
import type { Report } from '#features/reports/canonical.ts'
import { assignLastingIds } from '#features/reports/matcher.ts'
import { readReport } from '#features/reports/readers/detect.ts'
import type { Reading } from '#features/reports/readers/reading.ts'
import { buildReportView } from '#features/reports/report-view.ts'
import { decodeDocument } from '#features/reports/server/document-text.ts'
import { summarizeReport } from '#features/reports/summary.ts'
import { mutateBytes } from '#test/support/files/mutations.ts'
import { WholeReport } from '#test/support/reports/whole-report.ts'
import type { Scenario } from '../scenario.ts'
import { changesOf, type Tree } from './tree-changes.ts'
import { amount, tryAll } from './trial.ts'
import { treeOfXml, xmlOfTree } from './xml-tree.ts'

/** One invented document of every supported format (docs/reference/report-model.md). */
const folder = path.join(import.meta.dirname, '..', '..', 'src', 'features', 'reports', 'fixtures')
const person = { firstName: 'Ada', lastName: 'Quill', ssnLastFour: '2041' }

type Document = { name: string; bytes: Buffer }

const json = (text: string): Tree => z.json().parse(JSON.parse(text))

const joined = (pieces: Tree): string =>
  typeof pieces === 'object' && pieces !== null
    ? Object.values<Tree>(pieces).map(joined).join('\r\n')
    : String(pieces)

/** Documents created from a fixture by changing its parts. */
const changedParts = (name: string, text: string): fc.Arbitrary<string> => {
  if (name.endsWith('.json')) return changesOf(json(text)).map(tree => JSON.stringify(tree))
  if (name.endsWith('.xml')) return changesOf(treeOfXml(text)).map(xmlOfTree)
  const [, call = '', inner = '', end = ''] = /^(\w+\()([^]*)(\);\s*)$/.exec(text) ?? []
  if (call !== '') return changesOf(json(inner)).map(tree => call + JSON.stringify(tree) + end)
  return changesOf(text.split(/\r?\n/)).map(joined)
}

const documentsOf = (name: string): fc.Arbitrary<Document> => {
  const bytes = readFileSync(path.join(folder, name))
  const parts = changedParts(name, bytes.toString('utf8')).map(text => Buffer.from(text))
  return fc
    .oneof({ weight: 2, arbitrary: parts }, { weight: 1, arbitrary: mutateBytes(bytes) })
    .map(changed => ({ name, bytes: changed }))
}

const read = ({ bytes }: Document): Reading | null => {
  const text = decodeDocument(bytes)
  return text === null ? null : readReport(text, person)
}

/** Whether a value contains NaN or an infinite number. */
const hasNoNumber = (tree: unknown): boolean =>
  typeof tree === 'number'
    ? !Number.isFinite(tree)
    : typeof tree === 'object' && tree !== null && Object.values(tree).some(hasNoNumber)

/** Everything computed from a report: the stored report, its summary compared with an earlier one, and every screen's figures. */
const goOnWith = (report: Report, earlier: Report) => {
  let next = 0
  const kept = WholeReport.parse(assignLastingIds(report, earlier, () => String(next++)))
  const names = new Map<string, string>()
  for (const { id, creditorName } of kept.accounts) {
    if ((names.get(id) ?? creditorName) !== creditorName) throw new Error('one account has two names')
    names.set(id, creditorName)
  }
  const meta = { id: 'r', receivedAt: '2026-11-22T10:00:00Z', origin: 'import' } as const
  const made = {
    summary: summarizeReport('r', kept, { report: earlier, historyId: 'h' }),
    analytics: Analytics.parse(buildAnalytics({ view: buildReportView(kept, 'max'), meta })),
  }
  if (hasNoNumber(made)) throw new Error('a figure is no number')
  if (/66610204[12]/.test(JSON.stringify(kept))) throw new Error('an SSN was stored')
}

const judge = (reading: Reading | null, { name }: Document, earlier: Report): string => {
  const format = name.slice(name.indexOf('.') + 1)
  if (reading === null) return `${format}: no text`
  if (reading.kind === 'report') {
    goOnWith(reading.report, earlier)
    return `${format}: read`
  }
  const { length } = reading.message
  if (length < 10 || length > 500) throw new Error(`refused in ${length} characters`)
  return `${format}: refused`
}

/** Every report reader, up to what the screens show. */
export const reports: Scenario = {
  what: 'reports of every format with changed bytes and parts are read completely, or refused with a message',
  options: { ...amount, only: 'all' },
  run: (given, report) => {
    const only = given.word('only')
    const names = readdirSync(folder).filter(name => only === 'all' || name.includes(only))
    const [first = ''] = names
    const reading = read({ name: first, bytes: readFileSync(path.join(folder, first)) })
    if (reading?.kind !== 'report') throw new Error(`the fixture ${first} is not read`)
    return tryAll(given, report, {
      inputs: fc.oneof(...names.map(documentsOf)),
      act: read,
      judge: (outcome, input) => judge(outcome, input, reading.report),
      sizeOf: ({ bytes }) => bytes.length,
      shown: ({ name, bytes }) => `${name}\n${bytes.toString('utf8')}`,
    })
  },
}
