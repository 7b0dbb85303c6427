import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { URI } from 'otpauth'
import { z } from 'zod'
import { OutboxItem } from '#sandbox/contract.ts'
import { readNewestCode } from '#test/support/people/new-user.ts'
import { showPhone } from '#values/phone.ts'
import { getsFocus, hasFocus } from './focus.ts'
import { address, expectNoFaults, journey, type Open } from './journey.ts'
import { newUser } from './new-people.ts'
import { signIn, signInOnScreen } from './people.ts'

const Outbox = z.object({ items: z.array(OutboxItem) })

type Person = { phoneNumber: string }

/** A separate new user for each journey, on their Profile: changes here do not affect other journeys. */
const onProfile = async (open: Open): Promise<{ page: Page; person: Person }> => {
  const { phoneNumber } = await newUser()
  const person = { phoneNumber }
  const page = await open()
  await signIn(page, person)
  await page.goto('/profile')
  await page.getByText('This device').waitFor()
  return { page, person }
}

/** Responds to the next such call as if the sign-in were long ago. */
const asThoughLater = async (page: Page, method: string, path: string) => {
  let refused = false
  await page.route(`**/api/v1${path}`, route => {
    if (refused || route.request().method() !== method) return route.fallback()
    refused = true
    const body = { code: 'sign_in_again', message: 'Sign in again to do this.', requestId: 'e2e' }
    return route.fulfill({ status: 403, json: body })
  })
}

/** Enters the code that 'Confirm it is you' has texted. */
const confirmByText = async (page: Page, { phoneNumber }: Person) => {
  const dialog = page.getByRole('dialog', { name: 'Confirm it is you' })
  await dialog.getByRole('button', { name: 'Text me a code' }).click()
  await dialog.getByText('SMS code sent successfully!').waitFor()
  await dialog.getByLabel('6-digit code').fill(await readNewestCode(address, phoneNumber))
}

/** The code in the newest email to an address; emails are sent shortly after the request. */
const mailedCode = async (to: string): Promise<string> => {
  const look = async () => {
    const { items } = Outbox.parse(await (await fetch(`${address}/sandbox/outbox`)).json())
    const mails = items.filter(item => item.channel === 'email' && item.to === to)
    return mails.flatMap(({ body }) => /\b\d{6}\b/.exec(body)?.[0] ?? [])[0] ?? ''
  }
  await expect.poll(look).not.toBe('')
  return look()
}

journey('Changing contact details later requires confirmation and loses nothing typed', async ({ open }) => {
  const { page, person } = await onProfile(open)
  await asThoughLater(page, 'PATCH', '/user/profile')
  await page.getByRole('button', { name: 'Change address' }).click()
  await page.getByLabel('Street address').fill('')
  await page.getByRole('button', { name: 'Save address' }).click()
  await page.getByText('Fill in this field').waitFor()
  await page.getByLabel('Street address').fill('99 Pine Street')
  await page.getByRole('button', { name: 'Save address' }).click()

  await page.getByRole('dialog', { name: 'Confirm it is you' }).waitFor()
  await expectNoFaults(page)
  await page.keyboard.press('Escape')
  expect(await page.getByLabel('Street address').inputValue()).toBe('99 Pine Street')
  await asThoughLater(page, 'PATCH', '/user/profile')
  await page.getByRole('button', { name: 'Save address' }).click()
  await confirmByText(page, person)
  await page.getByText('Your address was changed. New letters carry it.').waitFor()
  await page.getByText('99 Pine Street, Springfield, IL 62701').waitFor()
  const change = page.getByRole('button', { name: 'Change address' })
  expect(await hasFocus(change)).toBe(true)
})

journey('A new email is confirmed with its code, and a new phone with its own', async ({ open }) => {
  const { page } = await onProfile(open)
  await page.getByRole('button', { name: 'Change email' }).click()
  await page.getByLabel('New email').fill('nora.new@example.com')
  await page.getByRole('button', { name: 'Save email' }).click()
  await page.getByText('Your email was changed. We sent a code to nora.new@example.com').waitFor()
  await page.getByLabel('Code from the email').fill(await mailedCode('nora.new@example.com'))
  await expectNoFaults(page)
  await page.getByRole('button', { name: 'Confirm email' }).click()
  await page.getByText('Your email is confirmed.').waitFor()
  await page.getByText('Confirmed', { exact: true }).waitFor()

  const sessions = page.getByRole('region', { name: 'Where you are signed in' })
  await sessions.getByRole('button', { name: /^End A program/ }).waitFor()
  await page.getByRole('button', { name: 'Change phone' }).click()
  await page.getByLabel('Mobile number').fill('(213) 555-0169')
  await page.getByRole('button', { name: 'Text me a code' }).click()
  await page.getByText('SMS code sent successfully!').waitFor()
  await page.getByLabel('Code texted to (213) 555-0169').fill(await readNewestCode(address, '+12135550169'))
  await page.getByRole('button', { name: 'Save phone number' }).click()
  await page.getByText('Your phone number is (213) 555-0169 now.').waitFor()
  await page.getByRole('banner').getByText('(213) 555-0169').waitFor()
  expect(await sessions.getByRole('listitem').count()).toBe(1)
})

journey('Another session can be ended from the list, then all of them', async ({ open }) => {
  const { page } = await onProfile(open)
  const sessions = page.getByRole('region', { name: 'Where you are signed in' })
  await sessions.getByText('This device').waitFor()
  await sessions.getByRole('button', { name: /^End A program/ }).click()
  await sessions.getByText('That device is signed out.').waitFor()
  expect(await sessions.getByRole('listitem').count()).toBe(1)
  await sessions.getByRole('button', { name: 'Log out everywhere' }).click()
  const dialog = page.getByRole('dialog', { name: 'Log out everywhere?' })
  await dialog.getByRole('button', { name: 'Log out everywhere' }).click()
  await page.waitForURL('**/login')
  await page.getByText('You are signed out everywhere').waitFor()
  await page.goto('/profile')
  await page.waitForURL('**/login?**')
})

journey('Consenting enrolls and shows the portal, withdrawing hides it', async ({ open }) => {
  const { page } = await onProfile(open)
  await page.getByText('Not Enrolled').waitFor()
  expect(await page.getByText('Credit Monitoring Portal').count()).toBe(0)
  // The sandbox confirms an identity quickly; here it has not done so yet.
  await page.route('**/api/v1/user/info', async route => {
    const response = await route.fetch()
    const body = (await response.text()).replace('"skippedVerification":false', '"skippedVerification":true')
    await route.fulfill({ response, body })
  })
  await page.getByRole('button', { name: 'Read and agree: Let Fairfile get my credit reports' }).click()
  const text = page.getByRole('dialog', { name: 'Let Fairfile get my credit reports' })
  await text.getByText(/^I instruct Fairfile, in writing/).waitFor()
  await expectNoFaults(page)
  await text.getByRole('button', { name: 'I agree' }).click()
  await page.getByText('You agreed.', { exact: true }).waitFor()
  await page.getByText('Enrolled', { exact: true }).waitFor()

  const portal = page.getByRole('region', { name: 'Credit Monitoring Portal' })
  await portal.getByText('Verification Required').waitFor()
  await portal.getByRole('link', { name: 'support@fairfile.test' }).waitFor()
  expect(await portal.getByRole('button', { name: 'Open Portal' }).isDisabled()).toBe(true)

  await page.getByRole('button', { name: 'Withdraw: Let Fairfile get my credit reports' }).click()
  const dialog = page.getByRole('dialog', { name: 'Withdraw “Let Fairfile get my credit reports”?' })
  await dialog.getByText('From then on we get no further reports.').waitFor()
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByText('You withdrew it.').waitFor()
  await portal.waitFor({ state: 'detached' })
})

journey('The portal opens in a new tab; a link that cannot be created shows no error', async ({ open }) => {
  const page = await open({ signedIn: true })
  await page.goto('/profile')
  const button = page.getByRole('button', { name: 'Open Portal' })
  await page.route('**/api/v1/user/portal-link', route => route.fulfill({ status: 403, json: {} }))
  await button.click()
  await page.waitForFunction(() => document.querySelector('[data-slot="spinner"]') === null)
  expect(await page.getByRole('alert').count()).toBe(0)
  await page.unroute('**/api/v1/user/portal-link')
  const [tab] = await Promise.all([page.context().waitForEvent('page'), button.click()])
  await tab.waitForURL('**/sandbox/portal**')
  await button.waitFor()
})

journey('The goal from registration can be changed', async ({ open }) => {
  const { page } = await onProfile(open)
  const card = page.getByRole('region', { name: 'Your goal' })
  await card.getByText(/^By /).waitFor()
  await card.getByRole('button', { name: 'Change your goal' }).click()
  await card.getByLabel('Buy a home').check()
  await card.getByLabel('By when?').selectOption('24 months')
  await expectNoFaults(page)
  await card.getByRole('button', { name: 'Save goal' }).click()
  await card.getByText('Your goal was changed.').waitFor()
  await card.getByText('Buy a home').waitFor()
})

journey('Everything stored can be saved as one archive', async ({ open }) => {
  const { page } = await onProfile(open)
  const [archive] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export my data' }).click(),
  ])
  expect(archive.suggestedFilename()).toMatch(/^fairfile-data-\d{4}-\d{2}-\d{2}\.zip$/)
  await page.getByText('Your data was downloaded.').waitFor()
})

journey(
  'A card that cannot be loaded shows an error with Retry, which keeps the focus in it',
  async ({ open }) => {
    const { page } = await onProfile(open)
    await page.route(/\/user\/(access-log|consents)$/, route => route.fulfill({ status: 429, json: {} }))
    await page.reload()
    const log = page.getByRole('region', { name: 'Who opened your account' })
    await log.getByText('Failed to load who opened your account').waitFor()
    const permissions = page.getByRole('region', { name: 'Permissions' })
    await permissions.getByRole('alert').waitFor()
    await page.getByText('This device').waitFor()
    await page.unroute(/\/user\/(access-log|consents)$/)
    await log.getByRole('button', { name: 'Retry' }).click()
    await log.getByText('No one has opened your account.').waitFor()
    await permissions.getByRole('button', { name: 'Retry' }).click()
    await getsFocus(permissions.getByRole('heading', { name: 'Permissions' }))
  },
)

/** The current code of an authenticator app with this otpauth URI. */
const codeAt = (uri: string): string => URI.parse(uri).generate()

journey('An authenticator app is set up, required at sign-in, and switched off', async ({ open }) => {
  const { page, person } = await onProfile(open)
  const card = page.getByRole('region', { name: 'Authenticator app' })
  await card.getByRole('button', { name: 'Set up' }).click()
  const link = card.getByRole('link', { name: 'Open in an app on this device' })
  const uri = (await link.getAttribute('href')) ?? ''
  await expectNoFaults(page)
  await card.getByLabel('Code of your app').fill(codeAt(uri))
  await card.getByRole('button', { name: 'Switch on' }).click()
  await card.getByText('These codes are shown only now').waitFor()
  const codes = await card.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts()
  expect(codes).toHaveLength(10)
  await expectNoFaults(page)
  await card.getByRole('button', { name: 'I saved them' }).click()
  await card.getByText('Your authenticator app is on.').waitFor()

  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  await page.getByLabel('Mobile number').fill(showPhone(person.phoneNumber))
  await page.getByRole('button', { name: 'Text me a code' }).click()
  await page.getByText('SMS code sent successfully!').waitFor()
  await page.getByLabel('6-digit code').fill(await readNewestCode(address, person.phoneNumber))
  await page.getByRole('heading', { name: 'Enter your authenticator code' }).waitFor()
  await expectNoFaults(page)
  const second = page.getByLabel('Authenticator code')
  await second.fill('aaaa-bbbb-cccc-dddd')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('That code is not right or has expired.').waitFor()
  await second.fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/analytics/overview')

  await page.goto('/profile')
  await asThoughLater(page, 'DELETE', '/user/totp')
  await card.getByRole('button', { name: 'Switch off' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click()
  await confirmByText(page, person)
  const dialog = page.getByRole('dialog', { name: 'Confirm it is you' })
  await dialog.getByLabel('Authenticator code').fill(codes[1] ?? '')
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await card.getByText('Your authenticator app is off.').waitFor()
})

journey(
  'An account is deleted after typing the confirmation, and can be restored within seven days',
  async ({ open }) => {
    const { page, person } = await onProfile(open)
    await page.getByRole('button', { name: 'Delete my account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    await dialog.getByLabel('Type DELETE to confirm').fill('delete')
    await dialog.getByRole('button', { name: 'Delete my account' }).click()
    await dialog.getByText('Type DELETE in capital letters').waitFor()
    await expectNoFaults(page)
    await dialog.getByLabel('Type DELETE to confirm').fill('DELETE')
    await dialog.getByRole('button', { name: 'Delete my account' }).click()
    await page.waitForURL('**/login')
    await page.getByText(/^Your account will be deleted on \w{3} \d{1,2}, \d{4}\. You can keep it/).waitFor()

    await signInOnScreen(page, person)
    await page.getByText(/^Your account will be deleted on \w{3} \d{1,2}, \d{4}\.$/).waitFor()
    await expectNoFaults(page)
    await page.getByRole('button', { name: 'Keep my account' }).click()
    await page.getByText('Your account is kept.').waitFor()
    await page.reload()
    await page.getByRole('main').waitFor()
    expect(await page.getByRole('button', { name: 'Keep my account' }).count()).toBe(0)
  },
)
