import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { theftDocument } from '#test/support/reports/theft-documents.ts'
import { address, expectNoFaults, journey } from './journey.ts'
import { newUser } from './new-people.ts'
import { continueAs, enterAccount } from './people.ts'

/** A user in whose name another person applied for and opened cards between two reports. */
const victim = async () => {
  const person = await newUser(4)
  const { lastName, ssn, accessToken } = person
  for (const day of ['2026-06-10', '2026-08-10']) {
    const form = new FormData()
    const bytes = await theftDocument({ lastName, ssn }, day)
    form.append('file', new File([Buffer.from(bytes)], 'report'))
    const headers = { authorization: `Bearer ${accessToken}` }
    const answer = await fetch(`${address}/api/v1/credit/reports/import`, {
      method: 'POST',
      headers,
      body: form,
    })
    expect(answer.status).toBe(201)
  }
  return person
}

const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Alerts/ })

journey(
  'The bell leads to what changed, and following it into the report marks it as read',
  async ({ open }) => {
    const page = await open()
    await continueAs(page, await victim())
    await page.goto('/analytics/overview')
    await bell(page).filter({ hasText: '9' }).waitFor()
    const unread = 9
    await bell(page).click()
    await page.waitForURL('**/alerts')
    await page.getByRole('heading', { name: 'Alerts', level: 1 }).waitFor()
    const fresh = page.getByRole('article').filter({ has: page.getByText('New', { exact: true }) })
    await fresh.first().waitFor()
    expect(await fresh.count()).toBe(unread)
    await expectNoFaults(page)

    await fresh.first().getByRole('button', { name: 'Mark as read' }).click()
    await expect.poll(() => fresh.count()).toBe(unread - 1)
    const left = fresh.filter({ hasText: 'New inquiry' })
    const inquiries = await left.count()
    await left.first().getByRole('link').first().click()
    await page.waitForURL('**/analytics/inquiries#inquiry-*')
    await page.getByRole('row').filter({ hasText: '06/' }).first().waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'What changed in your file' }).waitFor()
    await expect.poll(() => left.count()).toBe(inquiries - 1)

    await page.getByRole('link', { name: /^Review these \d+ inquiries together$/ }).waitFor()
    const account = page.getByRole('article').filter({ hasText: 'New account' }).first()
    await account.getByRole('link', { name: /^Freeze your files/ }).waitFor()
    await account.getByRole('link', { name: /^Dispute it/ }).click()
    await page.waitForURL(/\/disputes\/new\/account\?.*items=/)
  },
)

journey('Without alerts the page states when the first can arrive', async ({ open }) => {
  const page = await open()
  await continueAs(page, await newUser())
  await page.goto('/alerts')
  await page.getByRole('heading', { name: 'No alerts yet' }).waitFor()
  expect(await bell(page).getAttribute('aria-label')).toBe('Alerts')
  await expectNoFaults(page)
})

journey('Staff in an opened account can read alerts but not mark them', async ({ open }) => {
  const { phoneNumber } = await victim()
  const staff = await open()
  await enterAccount(staff, phoneNumber, 'She asked what changed')
  await staff.goto('/alerts')
  const cards = staff.getByRole('article')
  await cards.first().waitFor()
  expect(await staff.getByRole('button', { name: 'Mark as read' }).count()).toBe(0)
  await cards.getByRole('link').first().click()
  await staff.waitForURL('**/analytics/*')
})

journey(
  'The link in an email asks before it turns off emails, and a broken link shows an error',
  async ({ open }) => {
    const page = await open()
    await page.goto('/unsubscribe?token=abc')
    const unsubscribe = page.getByRole('button', { name: 'Unsubscribe' })
    await unsubscribe.waitFor()
    await expectNoFaults(page)
    await unsubscribe.click()
    await page.getByText('This link is incomplete.').waitFor()
    await expectNoFaults(page)
    await page.goto('/unsubscribe')
    await page.getByText('This link is incomplete.').waitFor()
  },
)
