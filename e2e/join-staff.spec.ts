import { expect } from '@playwright/test'
import { TOTP } from 'otpauth'
import { z } from 'zod'
import { address, journey } from './journey.ts'
import { enterManager, signInManager } from './people.ts'

const mina = { name: 'Mina Hart', email: 'mina.hart@fairfile.test', password: 'kettle orbit maple sandwich' }

const Outbox = z.object({ items: z.array(z.object({ to: z.string(), body: z.string() })) })

/** The link of the newest invitation to an address, once it was sent. */
const invitationTo = async (email: string): Promise<string> => {
  const { items } = Outbox.parse(await (await fetch(`${address}/sandbox/outbox`)).json())
  const mail = items.find(({ to, body }) => to === email && body.includes('/manager/join#'))
  return /\/manager\/join#\S+/.exec(mail?.body ?? '')?.[0] ?? ''
}

journey(
  'An admin invites a manager, who joins with an authenticator app, signs in with it, and is disabled',
  async ({ open }) => {
    const admin = await open()
    await signInManager(admin)
    await admin.getByRole('link', { name: 'Managers' }).click()
    await admin.getByLabel('Email').fill(mina.email)
    await admin.getByLabel('First name').fill('Mina')
    await admin.getByLabel('Last name').fill('Hart')
    await admin.getByLabel('Role').selectOption('agent')
    await admin.getByRole('button', { name: 'Send the invitation' }).click()
    await admin.getByText(`An invitation is on its way to ${mina.email}.`).waitFor()
    const row = admin.getByRole('row', { name: new RegExp(mina.name) })
    await row.getByText('Invited').waitFor()

    const page = await open()
    await expect.poll(() => invitationTo(mina.email)).not.toBe('')
    const link = await invitationTo(mina.email)
    await page.goto(link)
    await page.getByText(`${mina.name}, ${mina.email}`).waitFor()
    await page.getByText('Agent. Helps clients in their accounts.').waitFor()
    await page.getByRole('img', { name: 'QR code of the key below' }).waitFor()
    await page.getByLabel('Password', { exact: true }).fill('too short')
    await page.getByRole('button', { name: 'Join', exact: true }).click()
    await page.getByText('Use at least 15 characters').waitFor()

    const secret = (await page.locator('.Authenticator_key').innerText()).replaceAll(/\s/g, '')
    const uri = await page.getByRole('link', { name: 'Open in an app on this device' }).getAttribute('href')
    expect(uri).toContain(`secret=${secret}`)
    await page.getByLabel('Password', { exact: true }).fill(mina.password)
    await page.getByLabel('6-digit code').fill(new TOTP({ secret }).generate())
    await page.getByRole('button', { name: 'Join', exact: true }).click()
    await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor()
    const codes = await page
      .getByRole('list', { name: 'Recovery codes' })
      .getByRole('listitem')
      .allInnerTexts()
    expect(codes).toHaveLength(10)
    await page.getByRole('button', { name: 'I saved them' }).click()
    await page.getByRole('link', { name: 'Go to Manager Login' }).click()

    await enterManager(page, mina)
    await page.getByLabel('Authenticator code').fill('000000')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page
      .getByText('That code is not right or has expired. Check it or ask for a new one.')
      .first()
      .waitFor()
    await page.getByLabel('Authenticator code').fill(codes[0] ?? '')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Manager authenticated! Enter a client phone number below.').waitFor()
    expect(await page.getByRole('link', { name: 'Managers' }).count()).toBe(0)

    await admin.reload()
    await admin.getByRole('button', { name: `Disable ${mina.name}` }).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
    await row.getByText('Disabled').waitFor()
    await page.getByLabel('Name, phone or email').fill('brooks')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByText('Manager session expired').waitFor()

    await page.goto(link)
    await page.reload()
    await page.getByText('This link has been used or has expired. Ask for a new one.').waitFor()
  },
)

journey('A link without its token shows an error', async ({ open }) => {
  const page = await open()
  await page.goto('/manager/join')
  await page.getByText('This link is incomplete.').waitFor()
})
