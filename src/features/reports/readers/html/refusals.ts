import type { Reading, Unreadable } from '../reading.ts'
import { contains, findAll, type HtmlElement, hasClass, parseHtml, textOf } from './tree.ts'

/** Messages for web pages that cannot be read, with what to do instead. */

const says = (message: string): Unreadable => ({ kind: 'unreadable', message })

const freeReports = 'Your free reports from annualcreditreport.com, saved as PDF, can be imported.'

export const refuse = {
  unfilled: () =>
    says(
      'This page was saved before it was filled in. Open your report, scroll to its end so that every account shows, then choose "Save page as" and "Webpage, Complete".',
    ),
  notScrolled: () =>
    says(
      'This page was saved before all of its accounts had been shown: they appear as you scroll. Open your report, scroll slowly to its end, then choose "Save page as" and "Webpage, Complete".',
    ),
  translated: () =>
    says(
      'The browser translated this page, so its words are not those of the report. Load your report again, do not translate it, and save it as "Webpage, Complete".',
    ),
  smartView: () =>
    says(
      'This is SmartCredit\'s short view. It shows one value for all three bureaus. Choose "Classic view" and save that page.',
    ),
  olderConsumerDirect: () =>
    says(
      'This is an older page of a SmartCredit service, which we can\'t read. Open your report again, choose "Classic view" and save that page.',
    ),
  creditKarma: () =>
    says(
      `This is a Credit Karma page. No page of Credit Karma contains a complete credit report. ${freeReports}`,
    ),
  freeReport: () =>
    says(
      'This is a free report saved as a web page. Open it again, choose "Print", then "Save as PDF", and import the PDF.',
    ),
  printedOnly: () =>
    says(
      'This is a page of MyFreeScoreNow, whose report we can read only as a PDF. Open it again, choose "Print", then "Save as PDF", and import the PDF.',
    ),
  service: (name: string) => says(`This is a page of ${name}. We can't read its reports yet. ${freeReports}`),
  webArchive: () =>
    says(
      'This is a web archive of Safari, which we can\'t read. Open your report in Chrome, Edge or Firefox, choose "Save page as" and "Webpage, Complete". In Safari you can print the page and save it as PDF.',
    ),
  broken: (why: string) => says(`This is a web page, but reading it stopped because ${why}.`),
  unknown: () =>
    says(
      `This is a web page, but not a credit report that we know. We can read the report pages of IdentityIQ and MyScoreIQ, and SmartCredit's "Classic view". ${freeReports}`,
    ),
}

type Known = readonly [pattern: RegExp, refusal: () => Reading]

/** Services by the URL that the browser wrote into the file, or by the page title. */
const services: readonly Known[] = [
  [/creditkarma\.com|credit karma/i, refuse.creditKarma],
  [/annualcreditreport|experian\.com\/acr\//i, refuse.freeReport],
  [/smart-3b/i, refuse.smartView],
  [/myfreescorenow/i, refuse.printedOnly],
  [/privacyguard/i, () => refuse.service('PrivacyGuard')],
  [/identityclub/i, () => refuse.service('IdentityClub')],
  [/highscorenow/i, () => refuse.service('HighScoreNow')],
  [/mythreescores/i, () => refuse.service('MyThreeScores')],
  [/myscore750/i, () => refuse.service('MyScore750')],
  [/creditheroscore/i, () => refuse.service('CreditHeroScore')],
  [/myvantagescore/i, () => refuse.service('MyVantageScore')],
  [/transunion\.com/i, () => refuse.service("TransUnion's member site")],
  [/experian\.com/i, () => refuse.service("Experian's member site")],
  [/equifax\.com/i, () => refuse.service('myEquifax')],
  [/identityiq\.com|myscoreiq\.com|smartcredit\.com/i, refuse.unfilled],
]

/** Pages known by their structure. */
const shapes: readonly (readonly [test: (page: HtmlElement) => boolean, refusal: () => Reading])[] = [
  [
    page => contains(page, ({ tag, id }) => tag === 'transunion-report' || id === 'ctrlCreditReport'),
    refuse.unfilled,
  ],
  [
    page =>
      contains(page, ({ id }) => id === 'TokenDisplay') ||
      contains(page, element => hasClass(element, 'crWhiteTradelineHeader')),
    refuse.olderConsumerDirect,
  ],
  [
    page =>
      contains(page, element => hasClass(element, 'jump-trigger')) &&
      contains(page, element => hasClass(element, 'text-transunion')),
    refuse.smartView,
  ],
]

const addressIn = (head: string): string =>
  /<!-- saved from url=\(\d{1,6}\)(\S{1,500})/.exec(head)?.[1] ??
  /^(?:Snapshot-)?Content-Location: (\S{1,500})/im.exec(head)?.[1] ??
  ''

/** `text`: the file; `pages`: its pages, which no layout recognizes. */
export const refusePage = (text: string, pages: readonly string[]): Reading => {
  const parsed = pages.map(parseHtml).flatMap(page => ('stopped' in page ? [] : [page.root]))
  const shape = shapes.find(([test]) => parsed.some(test))
  if (shape !== undefined) return shape[1]()
  const titles = parsed.flatMap(page => findAll(page, ({ tag }) => tag === 'title').slice(0, 1)).map(textOf)
  const about = [addressIn(text.slice(0, 5000)), ...titles.map(title => title.slice(0, 500))]
  const known = services.find(([pattern]) => about.some(one => pattern.test(one)))
  return known === undefined ? refuse.unknown() : known[1]()
}
