import { buffer } from 'node:stream/consumers'
import type { Download, Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { truth } from './disputing.ts'
import { hasFocus } from './focus.ts'
import { journey } from './journey.ts'

const downloaded = async (page: Page, button: Locator): Promise<Download> => {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  return download
}

const isPdf = async (download: Download) =>
  (await buffer(await download.createReadStream())).subarray(0, 5).toString('latin1') === '%PDF-'

journey('Maya disputes an account at its bureaus and downloads the letters', async ({ open }) => {
  const page = await open({ signedIn: true })
  await page.goto('/analytics/overview')
  await page.getByRole('link', { name: 'Disputes' }).first().click()
  await page.getByText('No disputes found. Create your first test dispute above!').waitFor()
  await page.getByRole('link', { name: /^Account/ }).click()

  await page.getByRole('heading', { name: 'Which items look wrong to you?' }).waitFor()
  expect(await hasFocus(page.getByRole('main'))).toBe(true)
  const first = page.getByRole('group', { name: 'Check these first' }).getByRole('checkbox').first()
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0)
  await first.check()
  await page.getByRole('button', { name: 'Continue with 1 item' }).click()
  await page.getByText('Choose at least one bureau').first().waitFor()
  const where = page.getByRole('group', { name: /^Where is it wrong\?/ })
  for (const bureau of await where.getByRole('checkbox').all()) await bureau.check()
  await page.getByRole('button', { name: 'Continue with 1 item' }).click()

  await page.getByRole('heading', { name: 'Why is each item wrong?' }).waitFor()
  await page.getByRole('button', { name: 'Continue to letters' }).click()
  await page.getByText('Choose a reason').waitFor()
  await page.getByRole('radio', { name: 'This account is not mine' }).check()
  await page.getByRole('button', { name: 'Continue to letters' }).click()

  await page.getByRole('heading', { name: 'Check your letters' }).waitFor()
  await page.getByText('Maya Brooks').first().waitFor()
  await page.locator('.text_noWrap').getByText('XXX-XX-4417', { exact: true }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Why is each item wrong?' }).waitFor()
  expect(await page.getByRole('radio', { name: 'This account is not mine' }).isChecked()).toBe(true)
  await page.goForward()
  await page.getByRole('button', { name: 'Continue to send' }).click()

  await page.getByRole('heading', { name: 'How should we send your letters?' }).waitFor()
  expect(await truth(page).isChecked()).toBe(false)
  await truth(page).check()
  await page.getByRole('button', { name: /^Create \d letters?$/ }).click()

  await page.waitForURL(/\/disputes\/[0-9a-f-]{36}$/)
  const all = await downloaded(page, page.getByRole('button', { name: 'All PDFs' }))
  expect(all.suggestedFilename()).toMatch(/^dispute-all-letters-[\w .-]+\.pdf$/)
  expect(await isPdf(all)).toBe(true)
  const letter = page.getByRole('button', { name: /^Download \w+ letter as PDF$/ }).first()
  const one = await downloaded(page, letter)
  expect(one.suggestedFilename()).toMatch(/^dispute-letter-[\w .-]+\.pdf$/)
  expect(await isPdf(one)).toBe(true)

  await page.getByRole('link', { name: 'All disputes' }).click()
  await page.getByRole('heading', { name: 'Created (1)' }).waitFor()
  await page.getByRole('row').getByText('NEW', { exact: true }).waitFor()
})
