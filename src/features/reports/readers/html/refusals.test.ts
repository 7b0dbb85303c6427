import { describe, expect, test } from 'vitest'
import { printIdentityIq } from '#test/support/reports/printed/identityiq.ts'
import { asMhtml } from '#test/support/reports/printed/mhtml.ts'
import { accountOf, reportOf } from '#test/support/reports/report-of.ts'
import { readReport } from '../detect.ts'

const person = { firstName: 'Ada', lastName: 'Quill', ssnLastFour: '2041' }
const wordsOf = (text: string) => {
  const reading = readReport(text, person)
  return reading.kind === 'unreadable' ? reading.message : reading.kind
}

const page = (head: string, body: string) =>
  `<!DOCTYPE html>\n<html><head>${head}</head><body>${body}</body></html>`
const from = (address: string) =>
  `<!DOCTYPE html>\n<!-- saved from url=(0038)${address} -->\n<html><head></head><body>Report</body></html>`

const filled = printIdentityIq(reportOf({ accounts: [accountOf()] }))

describe('an unreadable web page is refused with what to do instead', () => {
  test.each([
    [
      'saved unfilled',
      printIdentityIq(reportOf({ accounts: [accountOf()] }), { filled: false }),
      /saved before it was filled in/,
    ],
    [
      'saved unfilled, without its template',
      page('', '<div id="ctrlCreditReport"><transunion-report></transunion-report></div>'),
      /Webpage, Complete/,
    ],
    [
      'translated by Chrome',
      filled.replace(/<html/, '<html lang="es" class="translated-ltr"'),
      /translated this page.+Load your report again/,
    ],
    ['translated by Edge', filled.replace('<td ', '<td _msttexthash="7" '), /translated this page/],
    [
      'in other words than its labels',
      filled.replaceAll(/Account History|Summary|Inquiries|Credit Score|Personal Information/g, 'Otro'),
      /found no accounts, inquiries or public records/,
    ],
    ['of IdentityIQ, not the report', from('https://www.identityiq.com/Dashboard.aspx'), /scroll to its end/],
    [
      'of Credit Karma',
      from('https://www.creditkarma.com/credit-health/equifax'),
      /No page of Credit Karma contains a complete credit report/,
    ],
    ['of Credit Karma, by its title', page('<title>Credit Karma</title>', ''), /annualcreditreport\.com/],
    [
      'of SmartCredit, its short view',
      from('https://www.smartcredit.com/member/smart-3b/'),
      /Choose "Classic view"/,
    ],
    [
      'of an older SmartCredit service',
      page('', '<table id="TokenDisplay"><td class="crWhiteTradelineHeader"><b>X</b></td></table>'),
      /older page/,
    ],
    ['of a free report', from('https://usa.experian.com/acr/printReport?type=CDI'), /Save as PDF/],
    ['of a service without a reader', from('https://www.privacyguard.com/report'), /a page of PrivacyGuard/],
    [
      'of a service without a reader, as one file',
      asMhtml(page('<title>IdentityClub</title>', '')),
      /a page of IdentityClub/,
    ],
    [
      'of a service whose print alone is read',
      page('<title>MyFreeScoreNow</title>', ''),
      /MyFreeScoreNow.+"Save as PDF", and import the PDF/,
    ],
    ['of anything else', page('<title>Recipes</title>', '<p>Soup</p>'), /not a credit report that we know/],
    ['broken', `<!DOCTYPE html>${'<div>'.repeat(1000)}`, /nested too deeply/],
    ['as a web archive', 'bplist00\u0001\u0002', /web archive of Safari/],
    ['as a message without a page', 'MIME-Version: 1.0\r\n\r\nhello', /not a credit report that we know/],
  ])('%s', (_, text, words) => {
    expect(wordsOf(text)).toMatch(words)
    expect(wordsOf(text).length).toBeLessThan(400)
  })

  test('a brand in the text proves nothing', () => {
    expect(wordsOf(page('', 'Compare IdentityIQ, Credit Karma and Experian'))).toMatch(
      /not a credit report that we know/,
    )
  })
})

test('a JSON document that a browser wrapped in a page is read', () => {
  const json = JSON.stringify({
    TradeLinePartition: { Tradeline: { creditorName: 'A & B', bureau: 'Experian' } },
  })
  const wrapped = page('', `<pre style="word-wrap: break-word">${json.replaceAll('&', '&amp;')}</pre>`)
  expect(readReport(wrapped, person)).toEqual(readReport(json, person))
})
