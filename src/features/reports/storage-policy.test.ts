import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { requireReport } from '#test/support/reports/require-report.ts'
import type { Bureau } from '#values/bureau.ts'
import type { Report } from './canonical.ts'
import { joinReports } from './parts.ts'
import { readReport } from './readers/detect.ts'
import { restrictPolicy, storableDocuments, storableReport, wholeDocument } from './storage-policy.ts'

const ada = { firstName: 'Ada', lastName: 'Quill', ssnLastFour: '2041' }

const fixture = (name: string): Report =>
  requireReport(readReport(readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8'), ada))
const joined = joinReports([
  fixture('ada.transunion.xml'),
  fixture('ada.experian.json'),
  fixture('ada.equifax.json'),
])
const bureausOf = (rows: readonly { bureau: Bureau }[]) => [...new Set(rows.map(({ bureau }) => bureau))]

describe('the storage classes', () => {
  const policy = { TransUnion: 'nothing', Experian: 'facts', Equifax: 'document' } as const
  const bytes = new TextEncoder().encode('a document')
  const parts = [
    { bureau: 'TransUnion', bytes, keep: 'document' },
    { bureau: 'Experian', bytes, keep: 'document' },
    { bureau: 'Equifax', bytes, keep: 'document' },
  ] as const

  test('keep no row and no detail of a bureau whose data may not be stored, with a warning', () => {
    const kept = storableReport(policy, joined)
    const { warnings = [], ...rows } = kept ?? {}
    expect(JSON.stringify(rows)).not.toContain('TransUnion')
    expect(bureausOf(kept?.accounts ?? [])).toEqual(['Experian', 'Equifax'])
    expect(warnings).toContainEqual(expect.objectContaining({ code: 'not_stored', bureau: 'TransUnion' }))
  })

  test('leave nothing of a report with only that bureau', () => {
    expect(storableReport(policy, fixture('ada.transunion.xml'))).toBeNull()
  })

  test('keep the document of a bureau only if permitted', () => {
    expect(storableDocuments(policy, parts)).toEqual([parts[2]])
  })

  test('keep a document of several bureaus only if all permit it', () => {
    expect(storableDocuments(policy, wholeDocument(bytes))).toEqual([])
    expect(
      storableDocuments({ ...policy, TransUnion: 'document', Experian: 'document' }, wholeDocument(bytes)),
    ).toHaveLength(1)
  })

  test('use the stricter of the operator’s and the source’s', () => {
    const [, , last] = parts
    expect(restrictPolicy(policy, [{ ...last, keep: 'facts' }])).toEqual({ ...policy, Equifax: 'facts' })
    expect(restrictPolicy(policy, [{ ...parts[0], keep: 'document' }])).toEqual(policy)
    expect(storableDocuments(policy, [{ ...last, keep: 'facts' }])).toEqual([])
  })
})
