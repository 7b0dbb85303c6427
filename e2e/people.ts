import type { Page } from 'playwright-core'
import { newestCode } from '#testing/new-person.ts'

/** The people every fresh server knows (decisions section 1). */
export const maya = { name: 'Maya Brooks', typed: '(202) 555-0143', phoneNumber: '+12025550143' }
export const daniel = { name: 'Daniel Ortiz', typed: '(202) 555-0178', phoneNumber: '+12025550178' }

/** Signs in through the screen with the code from the outbox, and waits for the first section. */
export const signIn = async (page: Page, person: { typed: string; phoneNumber: string }): Promise<void> => {
  await page.goto('/login')
  await page.getByLabel('Mobile number').fill(person.typed)
  await page.getByRole('button', { name: 'Text me a code' }).click()
  await page.getByText('SMS code sent successfully!').waitFor()
  await page.getByLabel('6-digit code').fill(await newestCode(new URL(page.url()).origin, person.phoneNumber))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/analytics/overview')
}
