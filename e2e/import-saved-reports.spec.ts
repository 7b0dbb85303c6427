import type { Browser, Page } from '@playwright/test'
import { post } from '#test/support/people/new-user.ts'
import { expectedIn } from '#test/support/reports/known-report.ts'
import { equifaxRows } from '#test/support/reports/printed/equifax.ts'
import { experianAddress, experianPage, experianTitle } from '#test/support/reports/printed/experian-page.ts'
import { printIdentityIq } from '#test/support/reports/printed/identityiq.ts'
import { line, toHtml } from '#test/support/reports/printed/page-rows.ts'
import { printPage } from '#test/support/reports/printed/print.ts'
import { printSmartCredit } from '#test/support/reports/printed/smartcredit.ts'
import { transUnionPage, transUnionRows } from '#test/support/reports/printed/transunion.ts'
import { disputeLead, disputeMostUrgent, heading } from './disputing.ts'
import { address, expect, expectNoFaults, journey, type Open } from './journey.ts'
import { newUser } from './new-people.ts'
import { continueAs } from './people.ts'
import { reportOfNewUser } from './saved-reports.ts'

/** A new user with three bureaus and no report yet. */
const signedInWithoutReport = async (open: Open): Promise<{ page: Page; accessToken: string }> => {
  const person = await newUser()
  const { accessToken } = person
  await post(address, '/user/max-plan', { enabled: true }, accessToken)
  const page = await open()
  await continueAs(page, { ...person, plan: 'max' })
  await page.goto('/analytics/overview')
  return { page, accessToken }
}

const report = reportOfNewUser()
const few = [...new Set(report.accounts.map(({ id }) => id))].slice(0, 3)
/** Only its first accounts: reading a PDF of all takes seconds; `printed.test.ts` reads whole PDFs. */
const shortReport = { ...report, accounts: report.accounts.filter(({ id }) => few.includes(id)) }

const transUnionPdf = (browser: Browser): Promise<Buffer> =>
  printPage(browser, {
    file: '',
    ...transUnionPage,
    html: toHtml(transUnionRows(expectedIn(shortReport, 'transunion-pdf'))),
  })

/** One of its payment marks is unknown. */
const doubtfulPdf = (browser: Browser): Promise<Buffer> =>
  printPage(browser, {
    file: '',
    ...transUnionPage,
    html: toHtml(transUnionRows(expectedIn(shortReport, 'transunion-pdf'))).replace('>OK<', '>Q7<'),
  })

/** `stated`: the number of accounts that the report says it has. */
const experianPdf = (browser: Browser, shown = shortReport, stated?: number): Promise<Buffer> => {
  const html = toHtml(experianPage(expectedIn(shown, 'experian-pdf')))
  return printPage(browser, {
    file: '',
    address: experianAddress,
    title: experianTitle,
    html: stated === undefined ? html : html.replace(/>\d+ Accounts</, `>${stated} Accounts<`),
  })
}

/** The marks of its payment history are written as characters. */
const equifaxPdf = (browser: Browser): Promise<Buffer> => {
  const rows = equifaxRows(expectedIn(shortReport, 'equifax-pdf'), {
    marks: 'character',
    legend: 'drawn',
    columns: true,
    contact: 'oneLine',
    nothing: '',
    numberedHeadings: false,
    adverseMarks: true,
    joinDates: false,
    push: 0,
  })
  return printPage(browser, {
    file: '',
    address: 'https://equifax.example/report',
    title: 'Credit Report',
    html: toHtml([line('Prepared for: INVENTED PERSON Confirmation # 1234567890'), ...rows])
      .replaceAll('[tick]', '\u{2713}')
      .replaceAll('[box]', '\u{25a0}'),
    headerFooter: false,
  })
}

const choose = async (page: Page, name: string, buffer: Buffer) => {
  const another = page.getByRole('button', { name: 'Choose a report file' })
  const picker = page.getByLabel('Report file')
  await another.or(picker).first().waitFor()
  if (await another.isVisible()) await another.click()
  const mimeType = name.endsWith('.pdf') ? 'application/pdf' : 'text/html'
  await picker.setInputFiles({ name, mimeType, buffer })
}

const imported = (page: Page) => page.getByText(/^Your report of .+ was imported$/)
const isNew = 'New: please check the numbers against your report'

for (const [service, html] of [
  ['IdentityIQ', () => printIdentityIq(expectedIn(report, 'identityiq-html'))],
  ['SmartCredit', () => printSmartCredit(expectedIn(report, 'smartcredit-html'))],
] as const) {
  journey(
    `A saved page of ${service} becomes a report with found items and a first letter`,
    async ({ open }) => {
      const { page, accessToken } = await signedInWithoutReport(open)
      await choose(page, 'CreditReport.html', Buffer.from(html()))
      await imported(page).waitFor()
      await page.getByText(isNew).waitFor()
      await page.getByRole('link', { name: 'Review found items' }).click()
      await heading(page, 'What we found in your report')
      const { id } = await disputeLead(accessToken)
      await page.goto(`/disputes/${id}`)
      await page
        .getByRole('article', { name: /^Letter to/ })
        .first()
        .waitFor()
    },
  )
}

journey(
  'Three PDFs of one bureau each become one report, with found items and a first letter',
  async ({ open, browser }) => {
    const { page } = await signedInWithoutReport(open)
    await choose(page, 'transunion.pdf', await transUnionPdf(browser))
    await page.getByText('Experian and Equifax are missing: import the file').waitFor()
    await choose(page, 'experian.pdf', await experianPdf(browser))
    await page.getByText('Equifax is missing: import the file').waitFor()
    await choose(page, 'equifax.pdf', await equifaxPdf(browser))
    await page.getByText(/^Your report is now made of TransUnion .+, Experian .+ and Equifax /).waitFor()
    await page.getByText(isNew).waitFor()
    await page.getByRole('button', { name: 'Check this reading' }).click()
    await page.getByRole('heading', { name: 'Check this reading' }).waitFor()
    await page.getByRole('button', { name: 'Back to Overview' }).click()
    await page.getByRole('link', { name: 'Review found items' }).click()
    await disputeMostUrgent(page)
  },
)

journey(
  'A partially read report becomes the report only after confirmation; one that lacks too much never does',
  async ({ open, browser }) => {
    const { page } = await signedInWithoutReport(open)
    await choose(page, 'experian.pdf', await experianPdf(browser, shortReport, 60))
    await page.getByText('fewer than nine in ten of the accounts').waitFor()

    await choose(page, 'experian.pdf', await experianPdf(browser, report, 14))
    await page.getByRole('heading', { name: 'Check this reading' }).waitFor()
    await page.getByText('The report says it has 14 accounts at Experian. We read 13.').waitFor()
    await page.getByRole('cell', { name: '13 of 14' }).waitFor()
    await expectNoFaults(page)
    await page.getByRole('button', { name: 'Choose another file' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByLabel('Report file').waitFor()
    expect(await imported(page).count()).toBe(0)

    await choose(page, 'transunion.pdf', await doubtfulPdf(browser))
    await page.getByRole('img', { name: /^Page \d+ of your file, with this entry marked$/ }).waitFor()
    await expectNoFaults(page)
    await page.getByRole('button', { name: 'Use this report as it is' }).click()
    await imported(page).waitFor()
    await page.getByText(isNew).waitFor()
  },
)
