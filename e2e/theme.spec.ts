import { expect } from '@playwright/test'
import { journey } from './journey.ts'

journey('The theme follows the system until the person chooses one', async ({ open }) => {
  const page = await open()
  const shown = (theme: 'light' | 'dark') => page.locator(`html[data-theme="${theme}"]`).waitFor()
  await page.goto('/login')
  await shown('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await shown('dark')
  await page.getByRole('button', { name: 'Switch to light theme' }).click()
  await shown('light')
  await page.reload()
  await page.getByRole('button', { name: 'Switch to dark theme' }).waitFor()
  expect(await page.locator('html').getAttribute('data-theme')).toBe('light')
})

journey('A change of theme starts no transition if motion is to be reduced', async ({ open }) => {
  const page = await open()
  const startedBy = (theme: 'light' | 'dark') =>
    page.evaluate(async chosen => {
      let count = 0
      document.addEventListener('transitionrun', () => {
        count += 1
      })
      document.documentElement.dataset.theme = chosen
      // The first frame starts the transitions, the next one reports them.
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
      return count
    }, theme)
  await page.goto('/login')
  await page.getByLabel('Mobile number').waitFor()
  expect(await startedBy('dark')).toBe(0)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await startedBy('light')).toBeGreaterThan(0)
})
