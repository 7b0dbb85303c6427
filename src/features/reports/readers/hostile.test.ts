import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText } from '#test/support/any-text.ts'
import { inLab, times } from '#test/support/chance.ts'
import { knownReport } from '#test/support/reports/known-report.ts'
import { printIdentityIq } from '#test/support/reports/printed/identityiq.ts'
import { asMhtml } from '#test/support/reports/printed/mhtml.ts'
import { printSmartCredit } from '#test/support/reports/printed/smartcredit.ts'
import { WholeReport } from '#test/support/reports/whole-report.ts'
import { judge } from '../coverage.ts'
import { assignLastingIds } from '../matcher.ts'
import { readReport } from './detect.ts'
import type { Reading } from './reading.ts'

const names = [
  'joint.mismo.xml',
  'frozen.mismo.xml',
  'three-bureaus.mismo-2.xml',
  'blend.mismo-2.xml',
  'stack.array.json',
  'three-bureaus.truelink.json',
  'three-bureaus.truelink.jsonp',
  'three-bureaus.truelink.xml',
  'ada.transunion.xml',
  'ada.tu4r.txt',
  'ada.experian.json',
  'ada.equifax.json',
]
const fixtures = names.map(name => readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8'))
/** Saved pages of services. */
const known = knownReport(3, { accounts: 1 })
const identityIq = printIdentityIq(known)
const pages = [identityIq, printSmartCredit(known), asMhtml(identityIq)]

const person = { firstName: 'Ada', lastName: 'Quill', ssnLastFour: '2041' }

/** Reads a text and checks every reading: one of three kinds, a report valid and clean. */
const examine = (text: string) => {
  const reading = readReport(text, person)
  if (reading.kind !== 'report') {
    expect(reading.message.length).toBeGreaterThan(10)
    expect(reading.message.length).toBeLessThan(500)
    return reading.kind
  }
  let next = 0
  const report = WholeReport.parse(assignLastingIds(reading.report, null, () => String(next++)))
  expect(JSON.stringify(report)).not.toMatch(/66610204[12]/)
  return reading.kind
}

const countAccounts = (reading: Reading): number =>
  reading.kind === 'report' ? reading.report.accounts.length : 0

const kinds = ['report', 'unreadable', 'noReport']

/** The factor of inputs that take time, and of their limit. */
const scale = inLab ? 2 : 1

/** Reads what takes at most a quarter of a second (half in the lab), or several seconds if each row reads all rows. */
const examineInTime = (text: string) => {
  const began = process.threadCpuUsage()
  const kind = examine(text)
  expect(process.threadCpuUsage(began).user / 1e6).toBeLessThan(2.5 * scale)
  return kind
}

const nest = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth)
const bomb = `<!DOCTYPE MESSAGE [<!ENTITY a "${'x'.repeat(100)}">${Array.from({ length: 9 }, (_, level) => `<!ENTITY a${level} "${`&a${level || ''};`.repeat(10)}">`).join('')}]><MESSAGE>&a8;</MESSAGE>`

describe('hostile documents are refused quickly', () => {
  test.each([
    ['an entity bomb', bomb],
    [
      'an external entity',
      '<!DOCTYPE MESSAGE [<!ENTITY x SYSTEM "file:///etc/passwd">]><MESSAGE>&x;</MESSAGE>',
    ],
    ['an external DTD', '<!DOCTYPE MESSAGE SYSTEM "http://example.com/x.dtd"><MESSAGE/>'],
    ['deep elements', nest('<MESSAGE>', '</MESSAGE>', 200_000)],
    [
      'deep elements inside what is skipped',
      `<MESSAGE><CREDIT_REQUEST>${nest('<a>', '</a>', 200_000)}</CREDIT_REQUEST></MESSAGE>`,
    ],
    ['deep elements never closed', '<MESSAGE>'.repeat(200_000)],
    [
      'an element with very many attributes',
      `<MESSAGE ${Array.from({ length: 50_000 }, (_, n) => `a${n}="1"`).join(' ')}/>`,
    ],
    ['envelopes in envelopes', '<a><![CDATA['.repeat(100_000)],
    ['escaped text without end', `<a>${'>&lt;a'.repeat(200_000)}`],
    ['more elements than any report', `<MESSAGE>${'<a/>'.repeat(600_000)}</MESSAGE>`],
    ['deep arrays', nest('[', ']', 1_000_000)],
    ['deep objects', nest('{"a":', '}', 200_000)],
    ['deep arrays with a long number', `[9999888877776666,${nest('[', ']', 300_000)}]`],
    ['arrays never closed', '['.repeat(1_000_000)],
    ['blanks between a call and its end', `f(${')'.repeat(10)}${' '.repeat(2_000_000)}x`],
    ['deep elements in TUXML', nest('<creditBureau>', '</creditBureau>', 200_000)],
    ['deep elements in TrueLink', nest('<BundleComponents>', '</BundleComponents>', 200_000)],
    ['an entity in TUXML', '<!DOCTYPE creditBureau [<!ENTITY a "b">]><creditBureau>&a;</creditBureau>'],
    ['more segments than any record', `TU4R007${'TR01007'.repeat(100_000)}ENDS007`],
    ['a record of blanks', `TU4R${' '.repeat(2_000_000)}x`],
    ['deep elements of a page', `<html>${nest('<div>', '</div>', 200_000)}`],
    ['a page of one tag', `<html><${'a'.repeat(2_000_000)}`],
    ['a page of attributes', `<html><div ${'a=b '.repeat(500_000)}>`],
    ['more elements than any page', `<html>${'<br>'.repeat(600_000)}`],
    ['tables never closed', `<html>${'<table><tr><td>'.repeat(100_000)}`],
    ['a message of blanks', `MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n${' '.repeat(2_000_000)}`],
    ['one long line of angle brackets', '<'.repeat(2_000_000)],
    ['NULs', '\u0000'.repeat(100_000)],
  ])('%s', (_, text) => {
    expect(examine(text)).toBe('unreadable')
  })

  test('many rows are read or refused in time', () => {
    const rows = (row: string, count: number) => row.repeat(count)
    const liability =
      '<CREDIT_LIABILITY><CREDIT_REPOSITORY><CreditRepositorySourceType>Equifax</CreditRepositorySourceType></CREDIT_REPOSITORY></CREDIT_LIABILITY>'
    const file = '<CREDIT_FILE><CREDIT_ERROR_MESSAGES/></CREDIT_FILE>'
    const party = '<PARTY><ROLE><BORROWER/></ROLE></PARTY>'
    const response = (inner: string) => `<MESSAGE><CREDIT_RESPONSE>${inner}</CREDIT_RESPONSE></MESSAGE>`
    expect(kinds).toContain(examineInTime(response(rows(liability, 5_000 * scale))))
    expect(kinds).toContain(examineInTime(response(rows(file, 7_500 * scale) + rows(liability, 10))))
    expect(kinds).toContain(
      examineInTime(
        response(`<PARTIES>${rows(party, 7_500 * scale)}</PARTIES>${rows(liability, 500 * scale)}`),
      ),
    )
    const tradeline = {
      creditorName: 'X',
      bureau: 'Experian',
      accountNumber: '11112222',
      dateOpened: '2020-01-01',
    }
    const partitions = Array.from({ length: 2_500 * scale }, () => ({
      accountTypeSymbol: 'R',
      Tradeline: tradeline,
    }))
    const component = { Type: 'EXPReportV6', TrueLinkCreditReportType: { TradeLinePartition: partitions } }
    expect(kinds).toContain(
      examineInTime(JSON.stringify({ BundleComponents: { BundleComponent: [component, component] } })),
    )
  })

  test('one stack of many rows, and one label with many links, are read in time', () => {
    const row = (detail: string) =>
      `<CREDIT_LIABILITY label="A"><CREDIT_LIABILITY_DETAIL>${detail}</CREDIT_LIABILITY_DETAIL></CREDIT_LIABILITY>`
    const file =
      '<CREDIT_FILE label="F"><CREDIT_FILE_DETAIL><CreditRepositorySourceType>Equifax</CreditRepositorySourceType></CREDIT_FILE_DETAIL></CREDIT_FILE>'
    const stacked =
      '<CreditLiabilityAccountIdentifier>1</CreditLiabilityAccountIdentifier><DuplicateGroupIdentifier>1</DuplicateGroupIdentifier><PrimaryRecordIndicator>true</PrimaryRecordIndicator>'
    const response = (rows: string) => `<CREDIT_RESPONSE>${file}${rows}</CREDIT_RESPONSE>`
    expect(examineInTime(`<MESSAGE>${response(row(stacked).repeat(2_000 * scale))}</MESSAGE>`)).toBe('report')
    const links = Array.from(
      { length: 10_000 * scale },
      (_, n) => `<RELATIONSHIP from="A" to="x${n}"/>`,
    ).join('')
    expect(examineInTime(`<MESSAGE>${response(row('').repeat(750 * scale))}${links}</MESSAGE>`)).toBe(
      'report',
    )
  })

  test('long values take time proportional to their length', () => {
    const capitals = 'A'.repeat(500_000 * scale)
    const detail = `<CREDIT_LIABILITY><CreditLoanType>${capitals}</CreditLoanType><FullName>${capitals}</FullName></CREDIT_LIABILITY>`
    expect(kinds).toContain(
      examineInTime(`<MESSAGE><CREDIT_RESPONSE>${detail.repeat(3)}</CREDIT_RESPONSE></MESSAGE>`),
    )
  })
})

describe('keys and texts with a special meaning elsewhere are plain data', () => {
  test('prototype keys change nothing', () => {
    const text =
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"TradeLinePartition":{"__proto__":{"x":1},"Tradeline":{"__proto__":{"creditorName":"Y"},"creditorName":"X","bureau":"Experian","PayStatus":{"symbol":"__proto__"},"AccountCondition":{"symbol":"constructor"}}}}'
    expect(examine(text)).toBe('report')
    expect('polluted' in {}).toBe(false)
  })

  test('duplicate keys, lone surrogates, NULs and markup are harmless', () => {
    const text =
      '{"TradeLinePartition":[],"TradeLinePartition":[{"Tradeline":{"bureau":"EXP","creditorName":"A\\u0000B \\ud800 &#x26;lt;script&#x26;gt;"}}]}'
    const reading = readReport(text, person)
    expect(reading.kind === 'report' && reading.report.accounts[0]?.creditorName).toBe('A B \ufffd <script>')
    expect(examine(text)).toBe('report')
  })

  test.each(['utf-16', 'iso-8859-1', 'nonsense'])(
    'an XML declaration of %s does not matter to decoded text',
    encoding => {
      const text = fixtures[1] ?? ''
      expect(examine(text.replace('encoding="utf-8"', `encoding="${encoding}"`))).toBe('report')
    },
  )

  test('a leading byte order mark and whitespace do not matter', () => {
    for (const text of fixtures) expect(examine(`\ufeff \n${text}`)).toBe('report')
  })
})

describe('arbitrary text is read or refused', () => {
  const runs = { numRuns: times(40) }

  test('any string', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 300 }), text => {
        expect(kinds).toContain(examine(text))
      }),
      runs,
    )
  })

  test('anything after the beginning of a report', () => {
    const beginnings = [
      '<MESSAGE>',
      '<MESSAGE><CREDIT_RESPONSE>',
      '<RESPONSE_GROUP><RESPONSE ',
      '<CREDIT_RESPONSE MISMOVersionID="2.4"><CREDIT_LIABILITY ',
      '{"CREDIT_RESPONSE":{"CREDIT_LIABILITY":',
      '{"TradeLinePartition":',
      '{"BundleComponents":[',
      'f({',
      '<creditBureau><product>',
      '{"creditProfile":[',
      '{"creditProfile":{"tradeline":',
      '{"consumers":{"equifaxUSConsumerCreditReport":[',
      '<TrueLinkCreditReportType>',
      '<!DOCTYPE html><html>',
      `${identityIq.slice(0, 3_000)}<td class="info">`,
      'MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<html>',
      'TU4R',
      'TU4R010   SH01012   ',
    ]
    fc.assert(
      fc.property(fc.constantFrom(...beginnings), fc.string({ maxLength: 300 }), (beginning, rest) => {
        expect(kinds).toContain(examine(beginning + rest))
      }),
      runs,
    )
  })

  test('any JSON instead of the accounts', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), json => {
        expect(kinds).toContain(examine(`{"TrueLinkCreditReportType":{"TradeLinePartition":${json}}}`))
        expect(kinds).toContain(examine(`{"CREDIT_RESPONSE":{"CREDIT_LIABILITY":${json}}}`))
        expect(kinds).toContain(examine(`{"creditProfile":[{"tradeline":${json},"ssn":${json}}]}`))
        expect(kinds).toContain(
          examine(`{"consumers":{"equifaxUSConsumerCreditReport":[{"trades":${json},"models":${json}}]}}`),
        )
      }),
      runs,
    )
  })

  test('a fixture truncated anywhere is never read as a complete report', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...fixtures),
        fc.double({ min: 0, max: 0.95, noNaN: true }),
        (text, share) => {
          expect(examine(text.slice(0, Math.floor(text.length * share)))).toBe('unreadable')
        },
      ),
      runs,
    )
  })

  test('a page truncated anywhere is never complete with fewer accounts', () => {
    const [whole = 0] = [readReport(identityIq, person)].map(countAccounts)
    expect(whole).toBeGreaterThan(0)
    fc.assert(
      fc.property(fc.nat(identityIq.length - 1), length => {
        const reading = readReport(identityIq.slice(0, length), person)
        if (reading.kind === 'report' && judge(reading.report.coverage ?? []) === 'complete')
          expect(countAccounts(reading)).toBe(whole)
      }),
      runs,
    )
  })

  test('a fixture with values replaced by anything', () => {
    const anything = fc.oneof(
      anyText({ maxLength: 30 }),
      fc.constantFrom('-1', '1e999', 'NaN', '9'.repeat(40), '2021-99-99', ''),
    )
    fc.assert(
      fc.property(fc.constantFrom(...fixtures, ...pages), fc.nat(), anything, (text, seed, value) => {
        const isXml = text.startsWith('<')
        const spots = [...text.matchAll(isXml ? /[>"]([^<>"\n]+)[<"]/g : /: ?"([^"]*)"/g)]
        const spot = spots[seed % spots.length]
        const at = (spot?.index ?? 0) + (spot?.[0].indexOf(spot[1] ?? '') ?? 0)
        const safe = isXml
          ? value.replaceAll(/[<&"\u0000-\u001f]|\p{Surrogate}|\uFFFE|\uFFFF/gu, '')
          : JSON.stringify(value).slice(1, -1)
        expect(kinds).toContain(examine(text.slice(0, at) + safe + text.slice(at + (spot?.[1] ?? '').length)))
      }),
      runs,
    )
  })

  test('a fixture with lines removed, duplicated or swapped', () => {
    const lines = [...fixtures, ...pages].map(text => text.split('\n'))
    fc.assert(
      fc.property(
        fc.constantFrom(...lines),
        fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 6 }),
        (all, swaps) => {
          const copy = [...all]
          for (const [from, to] of swaps) copy[to % copy.length] = copy[from % copy.length] ?? ''
          expect(kinds).toContain(examine(copy.join('\n')))
        },
      ),
      runs,
    )
  })
})
