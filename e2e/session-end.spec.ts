import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { hasFocus } from './focus.ts'
import { journey } from './journey.ts'
import { signInManager } from './people.ts'

const minute = 60_000

/** Waits for all requests: a response after the clock was moved would count as activity of the session. */
const answered = (page: Page) => page.waitForLoadState('networkidle')

journey(
  'Two minutes before an idle session ends the page warns, and Stay keeps the session',
  async ({ open }) => {
    const page = await open({ signedIn: true, fresh: true })
    await page.clock.install()
    await page.goto('/profile')
    await page.getByRole('heading', { name: 'Personal Information' }).waitFor()
    await answered(page)
    await page.clock.fastForward(50 * minute)
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.clock.fastForward(8 * minute)
    const notice = page.getByRole('alert').filter({ hasText: 'Your session ends at' })
    await notice.waitFor()
    await notice.getByRole('button', { name: 'Stay signed in' }).click()
    await notice.waitFor({ state: 'detached' })
    expect(await hasFocus(page.getByRole('main'))).toBe(true)
  },
)

journey('The sign-in screen states that the session ended, and leads back', async ({ open }) => {
  const page = await open({ signedIn: true, fresh: true })
  await page.clock.install()
  await page.goto('/profile')
  await page.getByRole('heading', { name: 'Personal Information' }).waitFor()
  await answered(page)
  await page.context().clearCookies()
  await page.clock.fastForward(62 * minute)
  await page.waitForURL('**/login?next=%2Fprofile')
  await page.getByRole('alert').getByText('User session expired').waitFor()
  await page.reload()
  await page.getByLabel('Mobile number').waitFor()
  expect(await page.getByText('User session expired').count()).toBe(0)
})

journey('A manager also sees the notice', async ({ open }) => {
  const page = await open({ fresh: true })
  await page.clock.install()
  await signInManager(page)
  await page
    .getByRole('button', { name: /^Open / })
    .first()
    .waitFor()
  await answered(page)
  await page.clock.fastForward(13 * minute)
  await page.getByRole('button', { name: 'Stay signed in' }).click()
  await page.getByText('Your manager session ends at').waitFor({ state: 'detached' })
  await page.context().clearCookies()
  await page.clock.fastForward(17 * minute)
  await page.getByText('Manager session expired').waitFor()
  await page.getByRole('heading', { name: 'Manager Login' }).waitFor()
})
