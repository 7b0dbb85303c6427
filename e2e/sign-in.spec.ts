import { expect } from '@playwright/test'
import { readNewestCode } from '#test/support/people/new-user.ts'
import { hasFocus } from './focus.ts'
import { address, journey } from './journey.ts'
import { daniel } from './people.ts'

journey(
  'Sign-in works by keyboard; a wrong code is refused next to the field, the right one continues',
  async ({ open }) => {
    const page = await open()
    await page.goto('/disputes')
    await page.waitForURL('**/login?**')
    const phone = page.getByLabel('Mobile number')
    await phone.waitFor()
    await page.keyboard.press('Tab')
    expect(await page.locator(':focus').innerText()).toBe('Skip to main content')
    await page.keyboard.press('Enter')
    for (let tabs = 0; tabs < 10 && !(await hasFocus(phone)); tabs++) {
      await page.keyboard.press('Tab')
    }
    await page.keyboard.type('12')
    await page.keyboard.press('Enter')
    await page.getByText('Enter a US mobile number').first().waitFor()
    await phone.fill('')
    await page.keyboard.type(daniel.phone)
    await page.keyboard.press('Enter')
    await page.getByText('SMS code sent successfully!').waitFor()

    const right = await readNewestCode(address, daniel.phoneNumber)
    const code = page.getByLabel('6-digit code')
    expect(await hasFocus(code)).toBe(true)
    const wrong = right === '111111' ? '222222' : '111111'
    await page.keyboard.type(wrong)
    await page
      .getByText('That code is not right or has expired. Check it or ask for a new one.')
      .first()
      .waitFor()
    expect(await code.getAttribute('aria-invalid')).toBe('true')
    await code.fill('')
    // The page is scrolled; the next section opens at its top.
    await page.setViewportSize({ width: 1440, height: 420 })
    await page.evaluate(() => scrollTo(0, 200))
    await page.keyboard.type(right)
    await page.waitForURL('**/disputes')
    await page.getByRole('heading', { name: 'Disputes', level: 1 }).waitFor()
    expect(await page.evaluate(() => scrollY)).toBe(0)

    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL('**/login')
    await page.goto('/analytics/overview')
    await page.waitForURL('**/login?**')
  },
)

journey(
  'After five wrong codes the right one is refused with the reason and what to do',
  async ({ open }) => {
    const page = await open()
    const phoneNumber = '+12135550146'
    await page.goto('/login')
    await page.getByLabel('Mobile number').fill('(213) 555-0146')
    await page.getByRole('button', { name: 'Text me a code' }).click()
    await page.getByText('SMS code sent successfully!').waitFor()
    const right = await readNewestCode(address, phoneNumber)
    const wrong = right === '111111' ? '222222' : '111111'
    for (const code of [wrong, wrong, wrong, wrong, wrong, right]) {
      const answered = page.waitForResponse('**/api/v1/auth/login')
      await page.getByLabel('6-digit code').fill(code)
      await answered
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled()
    }
    await page.getByRole('alert').getByText('Too many wrong codes. Ask for a new one.').waitFor()
    await expect(page.getByText('SMS code sent successfully!')).toHaveCount(0)
    await page.getByText(/^No text yet\? You can /).waitFor()
  },
)

journey('A number without an account leads to registration without a second code', async ({ open }) => {
  const page = await open()
  await page.goto('/login')
  await page.getByLabel('Mobile number').fill('(213) 555-0143')
  await page.getByRole('button', { name: 'Text me a code' }).click()
  await page.getByText('SMS code sent successfully!').waitFor()
  await page.getByLabel('6-digit code').fill(await readNewestCode(address, '+12135550143'))
  await page.waitForURL('**/register')
  await page.getByText('(213) 555-0143 is confirmed.').waitFor()
  expect(await page.getByLabel('6-digit code').count()).toBe(0)
})

journey('If the server also requires an emailed code, sign-in continues with it', async ({ open }) => {
  const page = await open()
  const requests: string[] = []
  // The server requires it only after many days without a visit, so its responses are mocked here.
  await page.route('**/api/v1/auth/login', route => {
    const given = route.request().postData() ?? ''
    requests.push(given)
    const code = given.includes('emailCode') ? 'wrong_code' : 'second_proof_required'
    return route.fulfill({ status: 401, json: { code, message: `The words of ${code}.`, requestId: 'e2e' } })
  })
  await page.goto('/login')
  await page.getByLabel('Mobile number').fill('(213) 555-0144')
  await page.getByRole('button', { name: 'Text me a code' }).click()
  await page.getByText('SMS code sent successfully!').waitFor()
  await page.getByLabel('6-digit code').fill('123 456')
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  const mailed = page.getByLabel('Code from the email')
  await mailed.fill('12')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Enter the 6 digits of your code').waitFor()
  await mailed.fill('654 321')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('The words of wrong_code.').waitFor()
  const proof = { phoneNumber: '(213) 555-0144', code: '123456' }
  const again = { ...proof, emailCode: '654321' }
  expect(requests).toEqual([JSON.stringify(proof), JSON.stringify(again)])
  await page.getByRole('button', { name: 'Start again with a new code' }).click()
  expect(await page.getByLabel('Mobile number').inputValue()).toBe('(213) 555-0144')
})

journey('An unknown URL shows a message and offers a link', async ({ open }) => {
  const page = await open()
  await page.goto('/no/such/page')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByRole('main').getByRole('link').count()).toBeGreaterThan(0)
})
