import type { BrowserContext, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { readNewestCode, registrationBody } from '#test/support/people/new-user.ts'
import { address, journey } from './journey.ts'

const wanted = 60
const maxRounds = 50
const phoneNumber = '+12135550177'

/** Registers an invented person from the page, so that the browser stores the session's cookies. */
const registerHere = async (context: BrowserContext) => {
  const act = async (path: string, data: object): Promise<unknown> => {
    const answer = await context.request.post(`/api/v1${path}`, { data, headers: { 'X-Client': 'web' } })
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer.json()
  }
  await act('/auth/sms/send', { phoneNumber })
  const smsCode = await readNewestCode(address, phoneNumber)
  await act('/auth/register', { ...registrationBody(phoneNumber, '512-34-5677'), smsCode })
}

/** Makes a tab refetch from the server with the remaining cookies; resolves when it got the response. */
const refetch = async (tab: Page) => {
  const answered = tab.waitForResponse(answer => answer.url().includes('/credit/analytics') && answer.ok())
  await tab.getByRole('button', { name: 'Refresh', disabled: false }).dispatchEvent('click')
  await answered
}

journey('Two tabs that concurrently renew the session sixty times are never signed out', async ({ open }) => {
  const page = await open({ fresh: true })
  const context = page.context()
  await registerHere(context)
  await page.goto('/login')
  await page.evaluate(() => {
    localStorage.setItem('user', '{"id":"01"}')
    localStorage.setItem('refreshToken', 'cookie')
    localStorage.setItem('accessToken', 'cookie')
  })
  const tabs = [page, await context.newPage()]
  await Promise.all(tabs.map(tab => tab.goto('/analytics/overview')))
  // A click while the first response is being read sends no request.
  await Promise.all(tabs.map(tab => tab.locator('[role=tabpanel][aria-busy=false]').waitFor()))
  const answers: number[] = []
  context.on('response', answer => {
    if (answer.url().endsWith('/auth/refresh')) answers.push(answer.status())
  })
  for (let round = 0; answers.length < wanted && round < maxRounds; round++) {
    await context.clearCookies({ name: /^cr_ua/ })
    await Promise.all(tabs.map(refetch))
  }
  expect(answers.length).toBeGreaterThanOrEqual(wanted)
  expect(answers.filter(status => status !== 200)).toEqual([])
})
