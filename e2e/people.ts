import type { Page } from '@playwright/test'
import { z } from 'zod'
import { type NewUser, readNewestCode } from '#test/support/people/new-user.ts'
import { showPhone } from '#values/phone.ts'

/** The demo people of every fresh server, with their phone numbers as shown on screens. */
export const maya = { name: 'Maya Brooks', phone: '(202) 555-0143', phoneNumber: '+12025550143' }
export const daniel = { name: 'Daniel Ortiz', phone: '(202) 555-0178', phoneNumber: '+12025550178' }

/**
 * A call from the page, so that the browser stores the cookies of the response. `csrf`: as returned by the call that signed
 * in.
 */
const call = async (page: Page, path: string, data: object, csrf?: string) => {
  const headers = { 'X-Client': 'web', ...(csrf !== undefined && { 'X-CSRF': csrf }) }
  const answer = await page.request.post(`/api/v1${path}`, { data, headers })
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`)
  const body: unknown = await answer.json()
  return { body, csrf: answer.headers()['x-csrf'] }
}

/** Shows a page of the server without scripts, if another one is shown. */
const leaveScreen = async (page: Page): Promise<void> => {
  if (new URL(page.url()).pathname !== '/livez') await page.goto('/livez')
}

/** Stores what the page stores of a session in addition to cookies, on a page of the server without scripts. */
export const store = (page: Page, session: Record<string, string>): Promise<void> =>
  page.evaluate(all => {
    for (const [key, text] of Object.entries(all)) localStorage.setItem(key, text)
  }, session)

const SignedIn = z.object({ user: z.object({ id: z.string(), subscription: z.boolean() }) })
const ManagerSignedIn = z.object({ manager: z.object({ id: z.string(), role: z.string() }) })

const storeUser = (page: Page, id: string, plan: 'free' | 'max'): Promise<void> =>
  store(page, {
    user: JSON.stringify({ id }),
    subscriptionTier: plan,
    refreshToken: 'cookie',
    accessToken: 'cookie',
  })

const storeAnswer = (page: Page, answer: unknown): Promise<void> => {
  const { user } = SignedIn.parse(answer)
  return storeUser(page, user.id, user.subscription ? 'max' : 'free')
}

/** Continues the session of a new user's registration, without the requests of `signIn`; no screen is open then. */
export const continueAs = async (
  page: Page,
  { id, accessToken, refreshToken, plan = 'free' }: NewUser & { plan?: 'free' | 'max' },
): Promise<void> => {
  await leaveScreen(page)
  const { origin, port } = new URL(page.url())
  const cookie = (name: string, value: string) =>
    ({ name: `${name}_${port}`, value, url: origin, httpOnly: true, sameSite: 'Strict' }) as const
  await page.context().addCookies([cookie('cr_ua', accessToken), cookie('cr_ur', refreshToken)])
  await storeUser(page, id, plan)
}

/** Signs in with the code from the outbox, but not through the screen; no screen is open then. */
export const signIn = async (page: Page, { phoneNumber }: { phoneNumber: string }): Promise<void> => {
  await leaveScreen(page)
  await call(page, '/auth/sms/send', { phoneNumber })
  const code = await readNewestCode(new URL(page.url()).origin, phoneNumber)
  const { body } = await call(page, '/auth/login', { phoneNumber, code })
  await storeAnswer(page, body)
}

/** Signs in through the screen with the code from the outbox, and waits for the first section. */
export const signInOnScreen = async (page: Page, { phoneNumber }: { phoneNumber: string }): Promise<void> => {
  await page.goto('/login')
  await page.getByLabel('Mobile number').fill(showPhone(phoneNumber))
  await page.getByRole('button', { name: 'Text me a code' }).click()
  await page.getByText('SMS code sent successfully!').waitFor()
  await page.getByLabel('6-digit code').fill(await readNewestCode(new URL(page.url()).origin, phoneNumber))
  await page.waitForURL('**/analytics/overview')
}

/** The demo manager of every fresh server. */
export const morgan = {
  name: 'Morgan Bell',
  email: 'manager@fairfile.test',
  password: 'correct-horse-battery',
}

/** Types a manager's email and password at `/manager`, without waiting for the result. */
export const enterManager = async (
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> => {
  await page.goto('/manager')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Signs the demo manager in, but not through the screen; `client`: also stored with the session. */
const startManagerSession = async (page: Page, client: { clientPhoneNumber?: string } = {}) => {
  const { email, password } = morgan
  await leaveScreen(page)
  const { body, csrf } = await call(page, '/manager/login', { email, password })
  const { manager } = ManagerSignedIn.parse(body)
  await store(page, {
    manager: JSON.stringify({ id: manager.id, role: manager.role }),
    managerSession: JSON.stringify({ loginTime: new Date().toISOString(), ...client }),
    managerRefreshToken: 'cookie',
    managerAccessToken: 'cookie',
  })
  return csrf
}

/** Signs the demo manager in, but not through the screen, and opens `screen`, by default the list of clients. */
export const signInManager = async (page: Page, screen = '/manager'): Promise<void> => {
  await startManagerSession(page)
  await page.goto(screen)
}

/**
 * Opens a client's account as the demo manager, but not through the screens; no screen is open then. With a reason to assist,
 * otherwise read-only.
 */
export const enterAccount = async (page: Page, phoneNumber: string, reason?: string): Promise<void> => {
  const csrf = await startManagerSession(page, { clientPhoneNumber: `•••-•••-${phoneNumber.slice(-4)}` })
  const { body } = await call(page, '/manager/user-login-as-manager', { phoneNumber, reason }, csrf)
  await storeAnswer(page, body)
}

/** Opens a client's account from the second step; with a reason to assist, otherwise read-only. */
export const openClient = async (page: Page, phoneNumber: string, reason: string): Promise<void> => {
  await page.getByLabel('Client Phone Number').fill(showPhone(phoneNumber))
  await page.getByLabel(/^Reason/).fill(reason)
  await page.getByRole('button', { name: 'Access Client Account' }).click()
  await page.waitForURL('**/analytics/overview')
  await page.getByRole('complementary', { name: 'Opened client account' }).waitFor()
}
