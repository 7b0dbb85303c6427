import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readReport } from './detect.ts'

const person = { firstName: 'Ada', lastName: 'Quill', ssnLastFour: '2041' }
const wordsOf = (text: string) => {
  const reading = readReport(text, person)
  return reading.kind === 'unreadable' ? reading.message : reading.kind
}

describe('known unsupported formats are named', () => {
  test.each([
    ['%PDF-1.7', /PDF/],
    ['TU4I0620111', /TU4I/],
    ['0426HEADER', /Metro 2/],
    ['<REQUEST_GROUP MISMOVersionID="2.4"/>', /MISMO 2\.x credit request/],
    ['<NetConnectResponse/>', /NetConnect/],
    ['{"data":[{"accounts":[]}]}', /account list/],
    ['{"tradelines":[]}', /list of tradelines/],
  ])('%j', (text, words) => {
    expect(wordsOf(text)).toMatch(words)
    expect(wordsOf(text)).toMatch(/Ask your provider for an XML or JSON file\.$/)
  })
})

describe('anything else results in what was expected and where reading stopped', () => {
  test.each([
    ['', /empty/],
    ['  \n ', /empty/],
    ['dear bank', /stopped at the first character/],
    ['<invoice><line/></invoice>', /expected a MISMO credit response, and stopped at the element invoice/],
    ['<MESSAGE><DEAL_SETS>\n<DEAL></MESSAGE>', /line 2, column \d+/],
    ['<MESSAGE>&secret;</MESSAGE>', /line 1/],
    ['<!DOCTYPE MESSAGE [<!ENTITY a "b">]><MESSAGE>&a;</MESSAGE>', /document type declaration/],
    ['{"a":1,\n"b":}', /line 2, column 5/],
    ['{"a":', /ends too early/],
    ['{"a":{"b":"tex', /ends too early/],
    ['{"a":{"b":"tex\\', /ends too early/],
    ['{"a":"b" "c":"', /line 1, column 10/],
    ['<MESSAGE><DEAL_SETS><DE', /ends too early/],
    ['<MESSAGE><DEAL_SETS>text', /ends too early/],
    ['{"a":1}', /found none in the outer objects/],
    ['[]', /found none in the outer objects/],
    ['callback({"a":1});', /found none/],
    ['{"a":{"b":{"c":{"d":{"TradeLinePartition":[]}}}}}', /found none/],
  ])('%j', (text, words) => {
    expect(wordsOf(text)).toMatch(words)
  })

  test('in one sentence of bounded length that repeats no content of the file', () => {
    const words = wordsOf(`{"a": ${'private '.repeat(1000)}`)
    expect(words.length).toBeLessThan(200)
    expect(words).not.toMatch(/private/)
  })
})

describe('a report contained as text in an envelope', () => {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  test.each([
    'three-bureaus.mismo-2.xml',
    'joint.mismo.xml',
    'ada.transunion.xml',
    'three-bureaus.truelink.xml',
  ])('%s is read like the bare report', name => {
    const text = readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8')
    const alone = readReport(text, person)
    expect(alone.kind).toBe('report')
    for (const envelope of [
      `<s:Envelope xmlns:s="urn:s"><s:Body><Result>\n<![CDATA[${text}]]></Result></s:Body></s:Envelope>`,
      `<string xmlns="urn:s">${escaped(text)}</string>`,
      JSON.stringify({ status: 'ok', data: { page: '<html></html>', report: text } }),
    ]) {
      expect(readReport(envelope, person)).toEqual(alone)
    }
  })

  test.each(['<a><![CDATA[<b/>]]></a>', '<a>&lt;b/></a>', '{"a":"<p>paid</p>"}', '<a><![CDATA[<'])(
    'other text is not a report: %s',
    text => {
      expect(readReport(text, person).kind).toBe('unreadable')
    },
  )
})
