import type { Browser, Page } from '@playwright/test'
import { post } from '#test/support/people/new-user.ts'
import { expectedIn } from '#test/support/reports/known-report.ts'
import { experianAddress, experianPage, experianTitle } from '#test/support/reports/printed/experian-page.ts'
import { printIdentityIq } from '#test/support/reports/printed/identityiq.ts'
import { toHtml } from '#test/support/reports/printed/page-rows.ts'
import { printPage } from '#test/support/reports/printed/print.ts'
import { transUnionPage, transUnionRows } from '#test/support/reports/printed/transunion.ts'
import { disputeMostUrgent } from './disputing.ts'
import { address, expect, expectNoFaults, journey, type Open } from './journey.ts'
import { newUser } from './new-people.ts'
import { signIn } from './people.ts'
import { reportOfNewUser } from './saved-reports.ts'

/** A new person with three bureaus, who has nothing but files. */
const signedInWithoutReport = async (open: Open): Promise<Page> => {
  const { phoneNumber, accessToken } = await newUser()
  await post(address, '/user/max-plan', { enabled: true }, accessToken)
  const page = await open()
  await signIn(page, { phoneNumber })
  return page
}

const report = reportOfNewUser()

const transUnionPdf = (browser: Browser): Promise<Buffer> =>
  printPage(browser, {
    file: '',
    ...transUnionPage,
    html: toHtml(transUnionRows(expectedIn(report, 'transunion-pdf'))),
  })

/** `accounts`: how many the report says it has. */
const experianPdf = (browser: Browser, accounts?: number): Promise<Buffer> => {
  const html = toHtml(experianPage(expectedIn(report, 'experian-pdf')))
  return printPage(browser, {
    file: '',
    address: experianAddress,
    title: experianTitle,
    html: accounts === undefined ? html : html.replace(/>\d+ Accounts</, `>${accounts} Accounts<`),
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

/** What was found leads to a first letter. */
const writeFirstLetter = async (page: Page) => {
  await page.getByRole('link', { name: 'Review found items' }).click()
  await disputeMostUrgent(page)
}

journey('A saved page of IdentityIQ gives a report, found items and a first letter', async ({ open }) => {
  const page = await signedInWithoutReport(open)
  const html = printIdentityIq(expectedIn(report, 'identityiq-html'))
  await choose(page, 'CreditReport.html', Buffer.from(html))
  await imported(page).waitFor()
  await page.getByText(isNew).waitFor()
  await writeFirstLetter(page)
})

journey(
  'Three PDFs of one bureau each become one report, with found items and a first letter',
  async ({ open, browser }) => {
    const page = await signedInWithoutReport(open)
    await choose(page, 'transunion.pdf', await transUnionPdf(browser))
    await page.getByText('Experian and Equifax are missing: import the file').waitFor()
    await choose(page, 'experian.pdf', await experianPdf(browser))
    await page.getByText('Your report is now made of').waitFor()
    await page.getByText(isNew).waitFor()
    await page.getByRole('button', { name: 'Check this reading' }).click()
    await page.getByRole('heading', { name: 'Check this reading' }).waitFor()
    await page.getByRole('button', { name: 'Back to Overview' }).click()
    await writeFirstLetter(page)
  },
)

journey(
  'A report that is read in part becomes the report only when that is confirmed; one that lacks too much never does',
  async ({ open, browser }) => {
    const page = await signedInWithoutReport(open)
    await choose(page, 'experian.pdf', await experianPdf(browser, 60))
    await page.getByText('fewer than nine in ten of the accounts').waitFor()

    const oneShort = await experianPdf(browser, 14)
    await choose(page, 'experian.pdf', oneShort)
    await page.getByRole('heading', { name: 'Check this reading' }).waitFor()
    await page.getByText('The report says it has 14 accounts at Experian. We read 13.').waitFor()
    await page.getByRole('cell', { name: '13 of 14' }).waitFor()
    await expectNoFaults(page)
    await page.getByRole('button', { name: 'Choose another file' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByLabel('Report file').waitFor()
    expect(await imported(page).count()).toBe(0)

    await choose(page, 'experian.pdf', oneShort)
    await page.getByRole('button', { name: 'Use this report as it is' }).click()
    await imported(page).waitFor()
    await page.getByText(isNew).waitFor()
  },
)
