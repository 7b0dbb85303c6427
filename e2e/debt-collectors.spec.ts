import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { dayIn } from '#values/dates.ts'
import { heading, press, signedInWithReport, truth } from './disputing.ts'
import { accessFaults, expectNoFaults, journey } from './journey.ts'

/** Types the collector, because the report of these tests has no address for it. */
const fillCollector = async (page: Page) => {
  await page.getByRole('checkbox', { name: /^The company is a debt collector/ }).check()
  await page.getByLabel('Street or P.O. box').fill('400 Quillfeather Street')
  await page.getByLabel('City').fill('Omaha')
  await page.getByLabel('State', { exact: true }).selectOption('NE')
  await page.getByLabel('ZIP code').fill('68102')
  await page.getByRole('checkbox', { name: /^I checked that this company takes letters/ }).check()
}

const createAndMail = async (page: Page) => {
  await heading(page, 'Check your letter')
  await page.getByRole('article', { name: /^Letter to/ }).waitFor()
  await truth(page).check()
  await press(page, 'Create 1 letter')
  await page.waitForURL(/\/disputes\/[0-9a-f-]{36}$/)
}

const record = async (page: Page, answer: RegExp) => {
  await page.getByRole('button', { name: /^Record the answer of MERIDIAN/ }).click()
  await page.getByRole('radio', { name: answer }).check()
  await page.getByLabel(/^Day of the answer/).fill(dayIn('America/New_York', new Date()))
  await press(page, 'Save the answer')
}

journey(
  'A debt in the report is disputed with its collector, without a due day for the answer',
  async ({ open }) => {
    const { page } = await signedInWithReport(open, 'max')
    await page.goto('/disputes')
    await page.getByRole('link', { name: /^Debt validation/ }).click()
    await heading(page, 'Dispute a debt with its collector')
    await press(page, 'Check the letter')
    await page.getByText('Choose the debt').waitFor()
    expect(await accessFaults(page)).toEqual([])
    await page
      .getByRole('radio', { name: /^MERIDIAN/ })
      .first()
      .check()
    const kept = page.waitForResponse(
      answer =>
        answer.request().method() === 'PUT' && (answer.request().postData() ?? '').includes('"68102"'),
    )
    await fillCollector(page)
    await kept
    await page.getByRole('link', { name: 'Disputes' }).first().click()
    await page.getByRole('link', { name: 'Continue your draft: Debt validation' }).click()
    await page.getByText('We kept your answers').waitFor()
    expect(await page.getByLabel('Street or P.O. box').inputValue()).toBe('400 Quillfeather Street')
    await page.getByRole('checkbox', { name: /^I checked that this company takes letters/ }).check()
    await page.getByRole('radio', { name: /^It came/ }).check()
    const receivedOn = page.getByLabel('The day on which it came')
    await receivedOn.fill('2099-01-01')
    await page.getByRole('radio', { name: 'All of it' }).check()
    await page.getByRole('checkbox', { name: /^This is not my debt/ }).check()
    await press(page, 'Check the letter')
    await page.getByText('This day is in the future').waitFor()
    await expectNoFaults(page)
    await receivedOn.fill(dayIn('America/New_York', new Date()))
    await page.getByText(/^Your dispute should arrive by /).waitFor()
    expect(await accessFaults(page)).toEqual([])
    await press(page, 'Check the letter')
    await page.getByText('I dispute the whole debt. This is not my debt.').waitFor()
    await expectNoFaults(page)
    await createAndMail(page)
    await page.getByText('Federal law sets no day by which a debt collector must answer').first().waitFor()
    expect(await page.getByText(/must investigate|has until/).count()).toBe(0)
    await record(page, /^Kept collecting/)
    await page.getByText('Complain to the Consumer Financial Protection Bureau').waitFor()
    await expectNoFaults(page)
  },
)

journey('A collector is asked to stop contact, after a notice of what that does not do', async ({ open }) => {
  const { page } = await signedInWithReport(open, 'max')
  await page.goto('/disputes/new/cease')
  await heading(page, 'Ask a debt collector to stop contacting you')
  await page
    .getByRole('radio', { name: /^MERIDIAN/ })
    .first()
    .check()
  await fillCollector(page)
  await page.getByRole('radio', { name: /^All contact about this debt/ }).check()
  await page.getByText('What this letter does not do').waitFor()
  await expectNoFaults(page)
  await press(page, 'Check the letter')
  // The confirmation of one letter does not apply to another.
  await truth(page).check()
  await press(page, 'Back')
  await press(page, 'Check the letter')
  await truth(page).waitFor()
  expect(await truth(page).isChecked()).toBe(false)
  await createAndMail(page)
  await record(page, /^Contacted me again/)
  await page.getByText('Check what the contact was about').waitFor()
})
