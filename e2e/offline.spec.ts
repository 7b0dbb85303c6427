import { expect } from 'vitest'
import { journey } from './journey.ts'

journey(
  'Without a network the page says so once, fails in words, and is itself again afterwards',
  async ({ open }) => {
    const page = await open({ signedIn: true, width: 390 })
    await page.goto('/analytics/overview')
    const refresh = page.getByRole('button', { name: 'Refresh', disabled: false })
    await refresh.waitFor()
    await page.context().setOffline(true)
    const note = page.getByRole('status').filter({ hasText: 'You are offline' })
    await note.waitFor()
    expect(await page.getByText('You are offline').count()).toBe(1)
    await refresh.click()
    await page
      .getByText('We could not reach the server. Check your connection and try again.')
      .first()
      .waitFor()
    await page
      .getByText(/^Report of /)
      .first()
      .waitFor()
    await page.context().setOffline(false)
    await note.waitFor({ state: 'detached' })
    await page
      .getByRole('button', { name: /^(Refresh|Try again)$/ })
      .first()
      .click()
    await page.getByText('We could not reach the server.').waitFor({ state: 'detached' })
  },
)
