import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { z } from 'zod'
import { hasFocus } from './focus.ts'
import { expectNoFaults, journey } from './journey.ts'
import { cutAtNarrowest } from './narrowest.ts'
import { signInManager } from './people.ts'

const head = 'id,name,bank,opened,creditLimit,price,slots,purchaseBy'
const cents = (n: number) => `C-${n},Half of it,Harbor Bank,2014-03,12.50,100,1,`

/** Sends a file as the supplier's list. */
const upload = (page: Page, text: string) =>
  page
    .getByLabel('Upload a file')
    .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

const tradelines = (page: Page, count: number) =>
  page.getByRole('heading', { name: `Tradelines (${count})`, exact: true })

/** Waits for the list, which an agent may update. */
const openList = async (page: Page) => {
  await signInManager(page, '/manager/tradelines')
  await tradelines(page, 60).waitFor()
}

const expectNothingCut = async (page: Page) => {
  await expectNoFaults(page)
  expect(await cutAtNarrowest(page)).toEqual([])
}

journey('A manager imports a file, sees the refused rows, and syncs the list back', async ({ open }) => {
  const page = await open()
  const methods: string[] = []
  page.on('request', request => {
    if (request.url().includes('/tradelines/sync')) methods.push(request.method())
  })
  await openList(page)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('button', { name: 'Previous' })).toBeEnabled()

  await upload(page, 'name\nHarbor Visa')
  await page.getByRole('alert').getByText('None of its 1 rows is right, so nothing was changed.').waitFor()
  await upload(page, 'x'.repeat(2 * 1024 * 1024 + 1))
  await page.getByRole('alert').getByText('A list may have at most 2 MB.').waitFor()
  expect(methods.length).toBe(1)
  await expectNothingCut(page)

  const rows = [
    'H-1,Harbor Visa,Harbor Bank,2014-03,15000,465,2,2020-01-31',
    ...[1, 2, 3, 4, 5, 6].map(cents),
  ]
  await upload(page, [head, ...rows].join('\n'))
  await page.getByRole('status').getByText('1 added, 0 updated, 60 removed, 6 refused.').waitFor()
  await tradelines(page, 1).waitFor()
  await page.getByRole('row', { name: /^Harbor Visa.*\$465\.00.*Over/ }).waitFor()
  await page.locator('summary').filter({ hasText: 'Show the refused rows' }).press('Enter')
  await page.getByRole('row', { name: '2 C-1 creditLimit must be whole dollars' }).waitFor()
  await expectNothingCut(page)

  const sync = page.getByRole('button', { name: 'Sync from the supplier' })
  await sync.focus()
  await sync.evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await page.getByRole('status').getByText('60 added, 0 updated, 1 removed, 0 refused.').waitFor()
  await tradelines(page, 60).waitFor()
  expect(methods.length).toBe(3)
  expect(await hasFocus(sync)).toBe(true)
  await page.keyboard.press('Tab')
  expect(await hasFocus(page.getByLabel('Upload a file'))).toBe(true)
})

journey('A list that fails, is empty or has no matches shows a message', async ({ open }) => {
  const page = await open()
  await openList(page)
  await page.getByRole('searchbox', { name: 'Name, bank or id' }).fill('no such card')
  await page.keyboard.press('Enter')
  await page.getByText('No tradeline is found by “no such card”').waitFor()
  await page.getByRole('button', { name: 'Show all tradelines' }).click()
  await tradelines(page, 60).waitFor()

  await page.route('**/tradelines/sync', route => route.fulfill({ status: 429, json: {} }))
  await page.getByRole('button', { name: 'Sync from the supplier' }).click()
  await page.getByRole('alert').getByText('Failed to update the tradelines').waitFor()

  const list = '**/api/v1/manager/tradelines*'
  await page.route(list, route => route.fulfill({ status: 429, json: {} }))
  await page.reload()
  await page.getByRole('alert').getByText('Failed to load tradelines').waitFor()
  await expectNoFaults(page)
  await page.unroute(list)
  const nothing = { data: [], total: 0, next: null, changedAt: null, sandbox: true }
  await page.route(list, route => route.fulfill({ json: nothing }))
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('heading', { name: 'No tradelines on offer' }).waitFor()
  await expectNoFaults(page)
})

journey('An auditor can read the tradelines but not change them', async ({ open }) => {
  const page = await open()
  await page.route('**/api/v1/manager/info', async route => {
    const answer = await route.fetch()
    const manager = z.record(z.string(), z.unknown()).parse(await answer.json())
    await route.fulfill({ response: answer, json: { ...manager, role: 'auditor' } })
  })
  await openList(page)
  expect(await page.getByText('Bring the list up to date').count()).toBe(0)
  await page.getByRole('link', { name: 'Clients', exact: true }).click()
  await page.getByRole('link', { name: 'Tradelines' }).click()
  await tradelines(page, 60).waitFor()
})
