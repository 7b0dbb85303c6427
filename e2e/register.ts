import type { Page } from '@playwright/test'
import { readNewestCode } from '#test/support/people/new-user.ts'

/** Fills in the identity step. */
export const fillIdentity = async (
  page: Page,
  { firstName, lastName, birth, ssn }: Record<'firstName' | 'lastName' | 'birth' | 'ssn', string>,
): Promise<void> => {
  const [year = '', month = '', day = ''] = birth.split('-')
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('Last name').fill(lastName)
  await page.getByLabel('Month').fill(month)
  await page.getByLabel('Day').fill(day)
  await page.getByLabel('Year').fill(year)
  await page.getByLabel('Social Security number').fill(ssn)
}

/** The user to register when the name does not matter. */
export const iris = { firstName: 'Iris', lastName: 'Calloway', birth: '1984-02-11' }

/** Fills in the address step. */
export const fillAddress = async (page: Page): Promise<void> => {
  await page.getByLabel('Street address').fill('12 Oak Street')
  await page.getByLabel('City').fill('Springfield')
  await page.getByLabel('State').selectOption('IL')
  await page.getByLabel('ZIP code').fill('62701')
}

/** Chooses a goal and a target period. */
export const chooseGoal = async (page: Page): Promise<void> => {
  await page.getByRole('radio', { name: 'Fix errors' }).check()
  await page.getByLabel('By when?').selectOption('12 months')
}

/** Registers a new user through the screens, with consent to pull reports. */
export const registerAndAgree = async (
  page: Page,
  { phoneNumber, ssn }: { phoneNumber: string; ssn: string },
): Promise<void> => {
  await page.goto('/register')
  await page.getByLabel('Mobile number').fill(phoneNumber)
  await page.getByRole('button', { name: 'Text me a code' }).click()
  await page.getByText('SMS code sent successfully!').waitFor()
  await page.getByLabel('6-digit code').fill(await readNewestCode(new URL(page.url()).origin, phoneNumber))
  await page.getByLabel('Email').fill('new.person@example.com')
  await page.getByRole('button', { name: 'Continue' }).click()
  await fillIdentity(page, { ...iris, ssn })
  await page.getByRole('button', { name: 'Continue' }).click()
  await fillAddress(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await chooseGoal(page)
  await page.getByRole('checkbox', { name: /^Fairfile may ask the bureaus/ }).check()
  await page.getByRole('button', { name: 'Create my account' }).click()
  await page.waitForURL('**/analytics/overview')
}
