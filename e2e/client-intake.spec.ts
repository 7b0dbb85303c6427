import { expect } from '@playwright/test'
import { z } from 'zod'
import { readNewestCode } from '#test/support/people/new-user.ts'
import { address, journey } from './journey.ts'
import { signInManager } from './people.ts'
import { chooseGoal, fillAddress } from './register.ts'

const ivy = { name: 'Ivy Quill', email: 'ivy.quill@mail.example', phoneNumber: '+13125550611' }

const Outbox = z.object({ items: z.array(z.object({ to: z.string(), body: z.string() })) })

/** The link of the invitation to an address, once it was sent. */
const invitationTo = async (email: string): Promise<string> => {
  const { items } = Outbox.parse(await (await fetch(`${address}/sandbox/outbox`)).json())
  const mail = items.find(({ to }) => to === email)
  return /\/invitation#\S+/.exec(mail?.body ?? '')?.[0] ?? ''
}

journey(
  'A manager invites a client, who registers with the link and reads the shared note',
  async ({ open }) => {
    const staff = await open()
    await signInManager(staff)
    await staff.getByRole('link', { name: 'Invitations' }).click()
    await staff.getByLabel('First name').fill('Ivy')
    await staff.getByLabel('Last name').fill('Quill')
    await staff.getByLabel('Mobile number').fill('312 555 0611')
    await staff.getByRole('textbox', { name: 'Email' }).fill(ivy.email)
    await staff.getByRole('checkbox', { name: 'Text message' }).check()
    await staff.getByRole('button', { name: 'Send the invitation' }).click()
    await staff.getByText('Text only somebody who asked you for it').waitFor()
    await staff.getByRole('checkbox', { name: 'Text message' }).uncheck()
    await staff.getByRole('button', { name: 'Send the invitation' }).click()
    await staff.getByText('Ivy Quill is invited.').waitFor()
    await staff.getByRole('row', { name: /Ivy Quill/ }).waitFor()

    const page = await open()
    await expect.poll(() => invitationTo(ivy.email)).not.toBe('')
    const link = await invitationTo(ivy.email)
    await page.goto(link)
    await page.getByText('Morgan Bell typed this about you.').waitFor()
    await page.getByRole('button', { name: 'Create my account' }).click()
    expect(await page.getByLabel('Mobile number').inputValue()).toBe('(312) 555-0611')
    await page.getByRole('button', { name: 'Text me a code' }).click()
    await page.getByText('SMS code sent successfully!').waitFor()
    await page.getByLabel('6-digit code').fill(await readNewestCode(address, ivy.phoneNumber))
    expect(await page.getByLabel('Email').inputValue()).toBe(ivy.email)
    await page.getByRole('button', { name: 'Continue' }).click()
    expect(await page.getByLabel('First name').inputValue()).toBe('Ivy')
    await page.getByLabel('Month').fill('02')
    await page.getByLabel('Day').fill('11')
    await page.getByLabel('Year').fill('1984')
    await page.getByLabel('Social Security number').fill('512-34-7811')
    await page.getByRole('button', { name: 'Continue' }).click()
    await fillAddress(page)
    await page.getByRole('button', { name: 'Continue' }).click()
    await chooseGoal(page)
    await page.getByRole('button', { name: 'Create my account' }).click()
    await page.waitForURL('**/analytics/overview')

    await staff.getByRole('link', { name: 'Clients', exact: true }).click()
    await staff.getByLabel('Show').selectOption('Mine')
    await staff.getByRole('link', { name: ivy.name }).click()
    await staff.getByRole('heading', { name: 'Responsible manager' }).waitFor()
    await staff.getByLabel('New note').fill('Welcome, Ivy. Please upload your driver license.')
    await staff.getByRole('checkbox', { name: 'The client reads this' }).first().check()
    await staff.getByRole('button', { name: 'Add note' }).click()
    await staff.getByRole('listitem').filter({ hasText: 'Client reads this' }).waitFor()
    await staff.getByText('New task').click()
    await staff.getByLabel('What to do').fill('Check the license')
    await staff.getByLabel('Due').fill('2026-12-01')
    await staff.getByRole('button', { name: 'Add task' }).click()
    await staff.getByRole('button', { name: 'Done: Check the license' }).click()
    await staff.getByText('Done (last 1)').waitFor()

    await page.getByRole('link', { name: 'Profile' }).click()
    const card = page.getByRole('region', { name: 'From our staff' })
    await card.getByText('Welcome, Ivy. Please upload your driver license.').waitFor()
    await card.getByText('is responsible for you.').waitFor()
    expect(await card.getByText('Check the license').count()).toBe(0)

    const again = await open()
    await again.goto(link)
    await again.getByText('This invitation was used already.').waitFor()
  },
)
