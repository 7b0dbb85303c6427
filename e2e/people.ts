import type { Page } from '@playwright/test'
import { readNewestCode } from '#test/support/people/new-user.ts'
import { showPhone } from '#values/phone.ts'

/** The people every fresh server has, with their phones as the screens show them. */
export const maya = { name: 'Maya Brooks', phone: '(202) 555-0143', phoneNumber: '+12025550143' }
export const daniel = { name: 'Daniel Ortiz', phone: '(202) 555-0178', phoneNumber: '+12025550178' }

/** Signs in through the screen with the code from the outbox, and waits for the first section. */
export const signIn = async (page: Page, { phoneNumber }: { phoneNumber: string }): Promise<void> => {
  await page.goto('/login')
  await page.getByLabel('Mobile number').fill(showPhone(phoneNumber))
  await page.getByRole('button', { name: 'Text me a code' }).click()
  await page.getByText('SMS code sent successfully!').waitFor()
  await page.getByLabel('6-digit code').fill(await readNewestCode(new URL(page.url()).origin, phoneNumber))
  await page.waitForURL('**/analytics/overview')
}

/** The manager every fresh server knows. */
export const morgan = {
  name: 'Morgan Bell',
  email: 'manager@fairfile.test',
  password: 'correct-horse-battery',
}

/** Types a manager's email and password at `/manager`, whatever comes of it. */
export const enterManager = async (
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> => {
  await page.goto('/manager')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Signs the demo manager in and waits for the second step. */
export const signInManager = async (page: Page): Promise<void> => {
  await enterManager(page, morgan)
  await page.getByText('Manager authenticated! Enter a client phone number below.').waitFor()
}

/** Opens a client's account from the second step; with a reason to assist, else to read. */
export const openClient = async (page: Page, phoneNumber: string, reason: string): Promise<void> => {
  await page.getByLabel('Client Phone Number').fill(showPhone(phoneNumber))
  await page.getByLabel(/^Reason/).fill(reason)
  await page.getByRole('button', { name: 'Access Client Account' }).click()
  await page.waitForURL('**/analytics/overview')
  await page.getByRole('complementary', { name: 'Opened client account' }).waitFor()
}
