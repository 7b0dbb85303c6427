import { expect } from 'vitest'
import { newestCode } from '#testing/new-person.ts'
import { address, daniel, journey } from './journey.ts'

journey('Signing in works with the keyboard alone', async ({ open }) => {
  const page = await open()
  await page.goto('/login')
  const phone = page.getByLabel('Mobile number')
  await phone.waitFor()
  await page.keyboard.press('Tab')
  expect(await page.locator(':focus').innerText()).toBe('Skip to main content')
  await page.keyboard.press('Enter')
  for (
    let presses = 0;
    presses < 10 && !(await phone.evaluate(box => box === document.activeElement));
    presses++
  ) {
    await page.keyboard.press('Tab')
  }
  await page.keyboard.type(daniel.typed)
  await page.keyboard.press('Enter')
  await page.getByText('SMS code sent successfully!').waitFor()
  await page.keyboard.type(await newestCode(address, daniel.phoneNumber))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/analytics/overview')
  await page.getByRole('article', { name: 'TransUnion score' }).waitFor()
})

journey(
  'A wrong code is refused in words beside the field, and the right one still works',
  async ({ open }) => {
    const page = await open()
    await page.goto('/login')
    await page.getByLabel('Mobile number').fill(daniel.typed)
    await page.getByRole('button', { name: 'Text me a code' }).click()
    await page.getByText('SMS code sent successfully!').waitFor()
    const right = await newestCode(address, daniel.phoneNumber)
    const field = page.getByLabel('6-digit code')
    await field.fill(right === '111111' ? '222222' : '111111')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page
      .getByText('That code is not right or has expired. Check it or ask for a new one.')
      .first()
      .waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    await field.fill(right)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/analytics/overview')
  },
)

journey(
  'A number without an account leads on to registration, without asking for the code again',
  async ({ open }) => {
    const page = await open()
    await page.goto('/login')
    await page.getByLabel('Mobile number').fill('(213) 555-0143')
    await page.getByRole('button', { name: 'Text me a code' }).click()
    await page.getByText('SMS code sent successfully!').waitFor()
    await page.getByLabel('6-digit code').fill(await newestCode(address, '+12135550143'))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/register')
    await page.getByText('(213) 555-0143 is confirmed.').waitFor()
    expect(await page.getByLabel('6-digit code').count()).toBe(0)
  },
)

journey(
  'An address of the app asks for sign-in first and then goes on there; an unknown one says so',
  async ({ open }) => {
    const page = await open()
    await page.goto('/disputes')
    await page.waitForURL('**/login?**')
    await page.goto('/no/such/page')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.title()).not.toBe('')
    expect(await page.getByRole('link').count()).toBeGreaterThan(0)
  },
)
