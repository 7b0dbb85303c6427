import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { z } from 'zod'
import { ShownFindings } from '#features/findings/contract.ts'
import { post } from '#testing/people/new-person.ts'
import { address, expectNoFaults, journey, type Open } from './journey.ts'
import { signIn } from './people.ts'
import { personWithReport } from './with-report.ts'

const Made = z.object({ id: z.string() })

const signedIn = async (open: Open, number: number) => {
  const person = await personWithReport(number, 'max')
  const page = await open()
  await signIn(page, person)
  return { page, person }
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor()
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

journey('A draft waits in the list until its dispute is made', async ({ open }) => {
  const { page } = await signedIn(open, 33)
  const waiting = page.getByRole('link', { name: 'Continue your draft: Account' })
  await page.goto('/disputes/new/account')
  await page.getByRole('checkbox', { name: /SUMMIT RECOVERY/ }).check()
  await press(page, 'Continue with 1 item')
  await heading(page, 'Why is each item wrong?')
  await page.getByRole('link', { name: 'Disputes' }).first().click()
  await page.getByText('Account, 1 item').waitFor()
  await expectNoFaults(page)
  await waiting.click()
  await heading(page, 'Why is each item wrong?')

  await page.getByText(/more reasons$/).click()
  await page.getByRole('radio', { name: 'The same debt is listed more than once' }).check()
  await press(page, 'Continue to letters')
  await page.getByText('Say which other entry of your report is the same debt.').nth(1).waitFor()
  await expectNoFaults(page)
  await page.getByLabel('Details').fill('The entry of PASADENA FAMILY DENTAL is the same debt.')
  await press(page, 'Continue to letters')
  await page.getByText('“The entry of PASADENA FAMILY DENTAL is the same debt.”').waitFor()
  await press(page, 'Continue to send')
  await page.getByRole('checkbox', { name: 'What I say in these letters is true as far as I know' }).check()
  await press(page, 'Create 1 letter')
  await page.waitForURL(/\/disputes\/[0-9a-f-]{36}$/)
  await page.goto('/disputes')
  await heading(page, 'Created (1)')
  expect(await waiting.count()).toBe(0)
})

journey('An answer that was noted by mistake is taken back, and its letter stays', async ({ open }) => {
  const { page, person } = await signedIn(open, 34)
  const headers = { authorization: `Bearer ${person.accessToken}` }
  const { items } = ShownFindings.parse(
    await (await fetch(`${address}/api/v1/credit/findings`, { headers })).json(),
  )
  const accountId = items.find(
    one => one.accountId !== undefined && one.bureaus.includes('Experian'),
  )?.accountId
  const asked = { items: [{ accountId, bureaus: ['Experian'], reason: 'not_mine' }], attested: true }
  const { id } = Made.parse(await post(address, '/dispute/account', asked, person.accessToken))
  await page.goto(`/disputes/${id}`)
  await press(page, /^Note the answer of Experian/)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /^Verified/ }).check()
  await dialog
    .getByLabel('Day of the answer')
    .fill(new Date().toLocaleDateString('en-CA', { timeZone: 'America/New_York' }))
  await dialog.getByRole('button', { name: 'Save the answer' }).click()
  await page.getByText('CLOSED', { exact: true }).waitFor()
  await page.getByRole('link', { name: /Ask how it was verified/ }).click()
  await press(page, 'Check the letters')
  await page.getByRole('checkbox', { name: 'What I say in these letters is true as far as I know' }).check()
  await press(page, 'Create 1 letter')
  await page.getByRole('link', { name: 'Follows an earlier dispute' }).click()
  await page.waitForURL(`**/disputes/${id}`)

  await press(page, /^Take back the answer of Experian/)
  await page.getByText(/Letters that you made after it stay/).waitFor()
  await expectNoFaults(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('CLOSED', { exact: true }).waitFor()
  await press(page, /^Take back the answer of Experian/)
  await dialog.getByRole('button', { name: 'Take it back' }).click()
  await page.getByText('No answer noted').waitFor()
  expect(await page.getByRole('heading', { name: 'What you can do next' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: /^Note the answer of Experian/ }).count()).toBe(1)
  await page.goto('/disputes')
  await heading(page, 'Created (2)')
})
