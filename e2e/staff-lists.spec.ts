import type { Page, Route } from '@playwright/test'
import { expect } from '@playwright/test'
import { getsFocus, hasFocus } from './focus.ts'
import { expectNoFaults, journey, sidewaysScroll } from './journey.ts'
import { maya, signInManager } from './people.ts'
import { watchRequests } from './settled.ts'

/** A hundred clients; every seventh has a name of forty letters and an email address as long as one may be. */
const clients = Array.from({ length: 100 }, (_, n) => ({
  id: `client-${n}`,
  firstName: n % 7 === 0 ? 'Wolfeschlegelsteinhausenbergerdorff' : 'Client',
  lastName: n % 7 === 0 ? 'Hart' : `Number${n}`,
  email: n % 7 === 0 ? `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.example` : `c${n}@mail.example`,
  phoneNumber: `+1202555${String(n).padStart(4, '0')}`,
  subscription: n % 2 === 0,
  enrolled: true,
  skippedVerification: n % 3 === 0,
  createdAt: '2026-01-05T12:00:00.000Z',
}))

/** Mocks the list of clients with these hundred, searchable only by last name. */
const withManyClients = (page: Page) =>
  page.route('**/api/v1/manager/clients*', route => {
    const { searchParams } = new URL(route.request().url())
    const found = clients.filter(({ lastName }) => lastName.includes(searchParams.get('query') ?? ''))
    const from = found.findIndex(({ id }) => id === searchParams.get('before')) + 1
    const data = found.slice(from, from + 25)
    return route.fulfill({
      json: { data, next: from + 25 < found.length ? (data.at(-1)?.id ?? null) : null },
    })
  })

const readsOnFrom = (page: Page, name: string | RegExp): Promise<void> =>
  getsFocus(page.getByRole('heading', { name, exact: true }))

journey(
  'A hundred clients are paged; a search that fails or finds no one can be corrected',
  async ({ open }) => {
    const page = await open()
    await withManyClients(page)
    await signInManager(page)
    await page.getByText('Client Number1', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('Client Number26').waitFor()
    await readsOnFrom(page, 'Clients')
    await page.setViewportSize({ width: 320, height: 800 })
    expect(await sidewaysScroll(page)).toBe(0)
    expect(
      await page.locator('.Card_card').evaluateAll(cards => cards.filter(c => c.scrollWidth > c.clientWidth)),
    ).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })

    const box = page.getByRole('searchbox', { name: 'Name, phone or email' })
    await box.fill('Nobody')
    await page.keyboard.press('Enter')
    await page.getByText('No client is found by “Nobody”').waitFor()
    expect(await hasFocus(box)).toBe(true)
    await page.getByRole('button', { name: 'Show all clients' }).click()
    await page.getByText('Client Number1', { exact: true }).waitFor()
    await readsOnFrom(page, 'Clients')
    expect(await box.inputValue()).toBe('')

    await page.route('**/api/v1/manager/clients*', route => route.fulfill({ status: 429, json: {} }))
    await box.fill('Number12')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('Failed to load clients').waitFor()
    expect(await box.inputValue()).toBe('Number12')
    await page.unroute('**/api/v1/manager/clients*')
    await withManyClients(page)
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('status').getByText('Clients found: 1').waitFor()
    await readsOnFrom(page, 'Clients')
  },
)

journey(
  'A search is possible while the list loads, and keeps its result when the list arrives',
  async ({ open }) => {
    const page = await open()
    await withManyClients(page)
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const hold = async (route: Route) => {
      await held
      await route.fallback()
    }
    await page.route('**/api/v1/manager/clients*', hold, { times: 1 })
    const complete = watchRequests(page)
    await signInManager(page)
    await page.getByText('Loading clients...').waitFor()
    await page.getByRole('searchbox', { name: 'Name, phone or email' }).fill('Number13')
    await page.keyboard.press('Enter')
    const count = page.getByRole('status').getByText('Clients found: 1')
    await count.waitFor()
    const whole = page.waitForResponse(answer => {
      const { pathname, searchParams } = new URL(answer.url())
      return pathname.endsWith('/manager/clients') && !searchParams.has('query')
    })
    release()
    await (await whole).finished()
    await complete()
    expect(await count.isVisible()).toBe(true)
    expect(await page.getByText('Client Number13', { exact: true }).isVisible()).toBe(true)
    expect(await page.getByText('Client Number1', { exact: true }).count()).toBe(0)
  },
)

journey('An invitation is withdrawn, and the focus stays in the list', async ({ open }) => {
  const page = await open()
  await signInManager(page)
  await page.getByRole('link', { name: 'Managers' }).click()
  await readsOnFrom(page, 'Managers')
  await page.getByLabel('Email').fill('otto.lang@fairfile.test')
  await page.getByLabel('First name').fill('Otto')
  await page.getByLabel('Last name').fill('Lang')
  await page.getByLabel('Role').selectOption('agent')
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await page.getByText('An invitation is on its way to otto.lang@fairfile.test.').waitFor()
  expect(await hasFocus(page.getByLabel('Email'))).toBe(true)
  await page.getByRole('button', { name: 'Withdraw the invitation of Otto Lang' }).click()
  const dialog = page.getByRole('dialog', { name: 'Withdraw the invitation of Otto Lang?' })
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('row', { name: /Otto Lang/ }).waitFor({ state: 'detached' })
  await readsOnFrom(page, /^Managers \(\d+\)$/)
})

journey('Waiting letters are paged, and open in their account with a reason', async ({ open }) => {
  const page = await open()
  const letters = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => ({
      disputeId: `dispute-${from + n}`,
      type: 'account',
      bureaus: ['Experian'],
      since: '2026-11-05T12:00:00.000Z',
      firstName: 'Client',
      lastName: `Number${from + n}`,
      phoneNumber: maya.phoneNumber,
    }))
  await page.route('**/api/v1/manager/waiting-letters*', route => {
    const after = new URL(route.request().url()).searchParams.get('after')
    const first = { data: letters(0, 25), next: 'dispute-24' }
    return route.fulfill({ json: after === null ? first : { data: letters(25, 2), next: null } })
  })
  await signInManager(page)
  const waiting = page.getByRole('region', { name: 'Letters to mail' })
  await waiting.getByRole('button', { name: 'Next' }).click()
  await waiting.getByText('Client Number26').waitFor()
  await readsOnFrom(page, 'Letters to mail')
  expect(await waiting.getByRole('listitem').count()).toBe(2)
  await expectNoFaults(page)
  await waiting.getByRole('button', { name: 'Previous' }).click()
  await waiting.getByRole('button', { name: 'Open Client Number3, Account dispute to Experian' }).click()
  const opening = page.getByRole('dialog', { name: 'Open the account of Client Number3' })
  await opening.getByLabel(/^Reason/).fill('The letters wait for us.')
  await opening.getByRole('button', { name: 'Open' }).click()
  await page.waitForURL('**/disputes/dispute-3')
})
