import { expect } from '@playwright/test'
import { getsFocus } from './focus.ts'
import { journey, sidewaysScroll } from './journey.ts'

journey('What opens in Profile receives the focus and returns it when it is closed', async ({ open }) => {
  const page = await open({ signedIn: true })
  await page.goto('/profile')
  await page.getByText('This device').waitFor()
  for (const [part, field] of [
    ['email', 'New email'],
    ['phone', 'Mobile number'],
    ['address', 'Street address'],
  ] as const) {
    await page.getByRole('button', { name: `Change ${part}` }).click()
    await getsFocus(page.getByLabel(field))
    await page.getByRole('button', { name: `Cancel changing ${part}` }).click()
    await getsFocus(page.getByRole('button', { name: `Change ${part}` }))
  }

  await page.route('**/api/v1/user/totp/start', route =>
    route.fulfill({ json: { uri: 'otpauth://totp/Fairfile:Maya?secret=JBSWY3DPEHPK3PXP&issuer=Fairfile' } }),
  )
  const app = page.getByRole('region', { name: 'Authenticator app' })
  await app.getByRole('button', { name: 'Set up' }).click()
  await getsFocus(app.getByLabel('Code of your app'))
  await app.getByRole('button', { name: 'Cancel' }).click()
  await getsFocus(app.getByRole('heading', { name: 'Authenticator app' }))

  // Selecting text from inside a dialog to outside does not close it.
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  const box = dialog.getByLabel('Type DELETE to confirm')
  await box.fill('DELETE')
  await box.hover()
  await page.mouse.down()
  await page.mouse.move(4, 4)
  await page.mouse.up()
  expect(await box.inputValue()).toBe('DELETE')
  await page.mouse.click(4, 4)
  await dialog.waitFor({ state: 'detached' })
  await getsFocus(page.getByRole('button', { name: 'Delete my account' }))
})

const word = 'w'.repeat(200)

journey('A long log is shown partially, and long words and names do not widen the page', async ({ open }) => {
  const page = await open({ signedIn: true })
  const entry = { managerName: 'M'.repeat(40), reason: word, scope: 'assist', acts: [] }
  const at = (n: number) => new Date(Date.UTC(2026, 0, 30, 12) - n * 3_600_000).toISOString()
  const data = Array.from({ length: 12 }, (_, n) => ({ ...entry, startedAt: at(n), endedAt: at(n) }))
  await page.route('**/api/v1/user/access-log', route => route.fulfill({ json: { data } }))
  await page.route('**/api/v1/user/info', async route => {
    const answer = await route.fetch()
    const text = (await answer.text()).replace('"Maya"', `"${'M'.repeat(35)}"`)
    await route.fulfill({ response: answer, body: text })
  })
  await page.goto('/profile')
  const log = page.getByRole('region', { name: 'Who opened your account' })
  await log.getByText(word).first().waitFor()
  expect(await log.getByRole('listitem').count()).toBe(10)
  await log.getByRole('button', { name: 'Show all 12' }).click()
  expect(await log.getByRole('listitem').count()).toBe(12)
  for (const width of [320, 390, 720, 800, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await sidewaysScroll(page), `at ${width}`).toBe(0)
  }
})
