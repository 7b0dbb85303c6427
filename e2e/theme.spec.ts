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
