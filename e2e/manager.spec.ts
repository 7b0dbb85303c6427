import { expect } from '@playwright/test'
import { getsFocus, hasFocus } from './focus.ts'
import { journey } from './journey.ts'
import { daniel, enterAccount, enterManager, maya, morgan, openClient, signInManager } from './people.ts'
import { settled } from './settled.ts'

journey('A manager opens an account with a reason, sees its report, and leaves it', async ({ open }) => {
  const page = await open()
  await enterManager(page, { ...morgan, password: 'not the password' })
  await page.getByRole('alert').getByText('That email or password is not right.').waitFor()
  await page.getByRole('button', { name: 'Show password' }).click()
  await page.getByLabel('Password', { exact: true }).fill(morgan.password)
  await page.keyboard.press('Enter')
  await page.getByText('Manager authenticated! Enter a client phone number below.').waitFor()
  await page.getByText('Logged in as Manager').waitFor()
  await page.getByText(morgan.email).first().waitFor()

  await page.getByLabel('Name, phone or email').fill('may')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('button', { name: `Open ${maya.name}` }).click()
  const dialog = page.getByRole('dialog', { name: `Open the account of ${maya.name}` })
  const reason = dialog.getByLabel(/^Reason/)
  expect(await hasFocus(reason)).toBe(true)
  await page.keyboard.type('letter')
  await page.keyboard.press('Enter')
  await page.getByText('Say in a few words why').first().waitFor()
  await reason.fill('She asked about a letter')
  await dialog.getByRole('button', { name: 'Open' }).click()
  await page.waitForURL('**/analytics/overview')

  const bar = page.getByRole('complementary', { name: 'Opened client account' })
  await bar.getByText(`Successfully switched to client ${maya.phone}!`).waitFor()
  expect(await bar.innerText()).toContain(`${morgan.name} has this account open`)
  expect(await bar.innerText()).not.toContain('read only')
  await page.getByRole('article', { name: 'Equifax score' }).waitFor()
  expect(await page.locator('#side').innerText()).toContain(morgan.name)
  const left = bar.getByRole('timer')
  const before = await left.innerText()
  expect(before).toMatch(/^(60:00|59:\d\d) left$/)
  await page.waitForFunction(shown => document.querySelector('[role="timer"]')?.textContent !== shown, before)

  await page.getByRole('link', { name: 'Profile' }).first().click()
  await page.getByText('Only the client can do this.').first().waitFor()
  await page.getByRole('switch', { name: 'Enable Max Plan' }).click({ force: true })
  expect(await page.getByRole('dialog').count()).toBe(0)

  await bar.getByRole('button', { name: 'End' }).click()
  await page.waitForURL('**/manager')
  await page.getByRole('heading', { name: 'Client Access' }).waitFor()
  await page.goto('/analytics/overview')
  await page.waitForURL('**/manager')
})

journey('Without a reason an account opens read-only', async ({ open }) => {
  const page = await open()
  await signInManager(page)
  await openClient(page, maya.phoneNumber, '')
  await page.getByText('read only').waitFor()
  await getsFocus(page.getByRole('main'))
  expect(await page.getByRole('timer').innerText()).toMatch(/^(15:00|14:\d\d) left$/)
  await page.getByText('This account is open for reading only.').first().waitFor()
  expect(await page.getByRole('button', { name: 'Choose a report file' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Disputes' }).first().click()
  await page.getByRole('heading', { name: 'Disputes', level: 1 }).waitFor()
  await page.getByText('This account is open for reading only.').first().waitFor()
  expect(
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Account/ })
      .count(),
  ).toBe(0)
  await page.goto('/disputes/new/account')
  await page.getByText('This account is open for reading only.').first().waitFor()
})

journey('An opened account that times out leads back to the manager with a note', async ({ open }) => {
  const page = await open()
  await enterAccount(page, daniel.phoneNumber, 'He asked about his report')
  await page.context().clearCookies({ name: /^cr_u/ })
  // Any call of the page may be the first to find out.
  await page.goto('/analytics/overview')
  await page.waitForURL('**/manager')
  await page.getByText('User session expired').waitFor()
  await page.getByText('Logged in as Manager').waitFor()
  await settled(page)
  await page.context().clearCookies({ name: /^cr_m/ })
  await page.getByLabel('Name, phone or email').fill(daniel.phone)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByText('Manager session expired').waitFor()
  await page.getByRole('heading', { name: 'Manager Login' }).waitFor()
})

journey(
  'An account that cannot be closed shows a message, which states that it closes automatically',
  async ({ open }) => {
    const page = await open({ width: 390, height: 844, fresh: true })
    await page.clock.install()
    await enterAccount(page, daniel.phoneNumber)
    await page.goto('/analytics/overview')
    await page.route('**/api/v1/manager/end-client-session', route =>
      route.fulfill({ status: 429, json: {} }),
    )
    const bar = page.getByRole('complementary', { name: 'Opened client account' })
    const end = bar.getByRole('button', { name: 'End' })
    await end.click()
    await bar.getByRole('alert').getByText('Failed to close the client account').waitFor()
    expect(await hasFocus(end)).toBe(true)
    await page.clock.fastForward(13.5 * 60_000)
    const notice = page.getByRole('alert').filter({ hasText: 'This client account closes at' })
    await notice.getByText('Finish what you are doing. Then open it again to go on.').waitFor()
  },
)

journey(
  'An unknown phone number is refused, and no one gets in without a manager login',
  async ({ open }) => {
    const page = await open()
    await page.goto('/manager/staff')
    await page.getByText('Please login as manager first').waitFor()
    await signInManager(page)
    await page.getByLabel('Client Phone Number').fill('555')
    await page.getByRole('button', { name: 'Access Client Account' }).click()
    await page.getByText("Enter the client's 10-digit phone number").first().waitFor()
    await page.getByLabel('Client Phone Number').fill('(213) 555-0188')
    await page.getByRole('button', { name: 'Access Client Account' }).click()
    await page.getByRole('alert').getByText('No client uses this phone number.').waitFor()

    await page.getByRole('region', { name: 'Clients' }).getByRole('row').nth(1).waitFor()
    await page.evaluate(() => localStorage.clear())
    await page.getByLabel('Client Phone Number').fill(daniel.phone)
    await page.getByRole('button', { name: 'Access Client Account' }).click()
    await page.getByRole('alert').getByText('Please login as manager first').waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Manager Login' }).waitFor()
  },
)

journey('A manager finds a client, switches the plan and creates a verification link', async ({ open }) => {
  const page = await open()
  await signInManager(page)
  await page.getByLabel('Name, phone or email').fill('ortiz')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('status').getByText('Clients found: 1').waitFor()

  const plan = page.getByRole('switch', { name: `Max Plan of ${daniel.name}` })
  for (const [title, on] of [
    ['Enable Max Plan?', 'true'],
    ['Disable Max Plan?', 'false'],
  ] as const) {
    await plan.click()
    const dialog = page.getByRole('dialog', { name: title })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    await plan.click()
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await page.locator(`[role="switch"][aria-checked="${on}"]`).waitFor()
  }

  await openClient(page, daniel.phoneNumber, 'He asked how to verify who he is')
  await page.getByRole('link', { name: 'Profile' }).first().click()
  const tab = page.context().waitForEvent('page')
  await page.getByRole('button', { name: `Verification link for ${daniel.name}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create the link' }).click()
  const link = await dialog.getByRole('link').getAttribute('href')
  const opened = await tab
  await opened.waitForURL(link ?? 'no link')
})

journey('Logging out as a manager signs out every session, in all tabs', async ({ open }) => {
  const page = await open()
  await enterAccount(page, daniel.phoneNumber, 'He asked about his report')
  await page.goto('/analytics/overview')
  await page.getByRole('complementary', { name: 'Opened client account' }).waitFor()
  const other = await page.context().newPage()
  await other.goto('/manager')
  await other.getByText(`You have ${daniel.phone} open until`).waitFor()
  await other.getByRole('button', { name: 'Logout' }).click()
  await other.getByRole('heading', { name: 'Manager Login' }).waitFor()
  await page.waitForURL('**/login')
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
})
