import type { Page } from 'playwright-core'
import { newestCode } from '#testing/new-person.ts'

/** Registers a new person through the screens, who agrees that the bureaus are asked for her reports. */
export const registerAndAgree = async (
  page: Page,
  { phoneNumber, ssn }: { phoneNumber: string; ssn: string },
): Promise<void> => {
  await page.goto('/register')
  await page.getByLabel('Mobile number').fill(phoneNumber)
  await page.getByRole('button', { name: 'Text me a code' }).click()
  await page.getByText('SMS code sent successfully!').waitFor()
  await page.getByLabel('6-digit code').fill(await newestCode(new URL(page.url()).origin, phoneNumber))
  await page.getByLabel('Email').fill('new.person@example.com')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('First name').fill('Iris')
  await page.getByLabel('Last name').fill('Calloway')
  await page.getByLabel('Month').fill('02')
  await page.getByLabel('Day').fill('11')
  await page.getByLabel('Year').fill('1984')
  await page.getByLabel('Social Security number').fill(ssn)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Street address').fill('12 Oak Street')
  await page.getByLabel('City').fill('Springfield')
  await page.getByLabel('State').selectOption('IL')
  await page.getByLabel('ZIP code').fill('62701')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('radio', { name: 'Fix errors' }).check()
  await page.getByLabel('By when?').selectOption('12 months')
  await page.getByRole('checkbox', { name: /^Fairfile may ask the bureaus/ }).check()
  await page.getByRole('button', { name: 'Create my account' }).click()
  await page.waitForURL('**/analytics/overview')
}
