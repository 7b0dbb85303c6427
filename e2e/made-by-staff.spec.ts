import { expect } from '@playwright/test'
import { truth } from './disputing.ts'
import { accessFaults, journey } from './journey.ts'
import { personWithReport } from './new-people.ts'
import { continueAs, enterAccount } from './people.ts'

journey(
  'A manager writes letters that only the client can confirm; the client sees who opened the account and why',
  async ({ open }) => {
    const person = await personWithReport('free')
    const staff = await open()
    const refused: string[] = []
    staff.on('response', answer => {
      if (answer.status() === 403) refused.push(answer.url())
    })
    await enterAccount(staff, person.phoneNumber, 'She asked us to write to the bureaus')
    await staff.goto('/profile')
    await staff.getByText('Only the client can see where they are signed in').waitFor()
    await staff.getByRole('region', { name: 'Who opened your account' }).getByText('Open now').waitFor()
    expect(
      await staff
        .getByRole('main')
        .getByRole('button', { name: /Change|Delete|Export|agree/ })
        .count(),
    ).toBe(0)
    expect(await staff.getByRole('switch', { name: 'Enable Max Plan' }).isDisabled()).toBe(true)
    expect(await accessFaults(staff)).toEqual([])

    await staff.goto('/disputes/new/account')
    await staff.getByRole('group', { name: 'Check these first' }).getByRole('checkbox').first().check()
    await staff.getByRole('button', { name: 'Continue with 1 item' }).click()
    await staff.getByRole('radio').first().check()
    await staff.getByRole('button', { name: 'Continue to letters' }).click()
    await staff.getByRole('button', { name: 'Continue to send' }).click()
    await staff.getByText('The client confirms these letters').waitFor()
    await staff.getByRole('button', { name: 'Create 1 letter' }).click()
    await staff.getByText('Only the client can do this.').waitFor()
    expect(await staff.getByText('The client confirms these letters').count()).toBe(1)
    expect(await staff.getByText('Made by staff for you').count()).toBe(0)
    expect(await staff.getByRole('button', { name: 'All PDFs' }).isDisabled()).toBe(true)
    expect(refused).toEqual([])

    const page = await open()
    await continueAs(page, person)
    await page.goto('/disputes')
    const row = page.getByRole('row').filter({ has: page.getByText('NEW', { exact: true }) })
    await row.getByText('The letters can be downloaded and mailed after they are confirmed.').waitFor()
    expect(await row.getByRole('button', { name: /^Download / }).isDisabled()).toBe(true)
    await row.getByRole('link').first().click()
    await page.getByText('Made by staff for you: read each letter and confirm').waitFor()
    expect(await accessFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Confirm the letters' }).click()
    await page.getByText('Confirm that what you say in the letters is true').waitFor()
    await truth(page).check()
    await page.getByRole('button', { name: 'Confirm the letters' }).click()
    await page.getByText('Your letter is ready').waitFor()
    const [pdf] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'All PDFs' }).click(),
    ])
    expect(pdf.suggestedFilename()).toMatch(/\.pdf$/)

    await page.goto('/profile')
    const log = page.getByRole('region', { name: 'Who opened your account' })
    await log.getByText('Reason: She asked us to write to the bureaus').waitFor()
    const opening = log
      .getByRole('listitem')
      .filter({ hasText: 'Reason: She asked us to write to the bureaus' })
    await opening.getByText(/^What was done/).click()
    await log.getByText('Created a dispute').waitFor()
  },
)
