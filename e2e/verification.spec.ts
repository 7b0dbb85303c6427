import type { Page } from '@playwright/test'
import { plainPicture } from '#test/support/files/pictures.ts'
import { expect, expectNoFaults, journey } from './journey.ts'
import { daniel, signIn, signInManager } from './people.ts'

/** One of the methods to confirm an identity, in Profile. */
const wayOf = (page: Page, title: string) =>
  page
    .getByRole('region', { name: 'Confirm your identity' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })

journey('A letter with a code is mailed, and staff confirm an identity by documents', async ({ open }) => {
  const page = await open()
  await signIn(page, daniel)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Confirm identity' }).waitFor()
  await expectNoFaults(page)
  const byMail = wayOf(page, 'A mailed code')
  await byMail.getByRole('button', { name: 'Mail me a code' }).click()
  await byMail.getByText(/^We had a letter mailed on .* Enter its code by/).waitFor()
  await byMail.getByLabel('Code of the letter').fill('2222-2222')
  await byMail.getByRole('button', { name: 'Confirm' }).click()
  await byMail.getByText(/You can try 4 more times/).waitFor()
  expect(await byMail.getByLabel('Code of the letter').inputValue()).toBe('2222-2222')

  const byDocuments = wayOf(page, 'Documents')
  await byDocuments.getByText(/^Upload .* first/).waitFor()
  await byDocuments.getByRole('link', { name: 'Open Documents' }).click()
  for (const [count, kind] of [
    [1, 'government_id'],
    [2, 'proof_of_address'],
  ] as const) {
    await page.getByLabel('Document Name').fill(kind)
    await page.getByLabel('Kind of document').selectOption(kind)
    const file = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await plainPicture() }
    await page.getByLabel(/^File/).setInputFiles(file)
    await page.getByRole('heading', { name: `Uploaded Documents (${count})` }).waitFor()
  }
  await page.getByRole('link', { name: 'Profile' }).first().click()
  await byDocuments.getByRole('button', { name: 'Ask for a review' }).click()
  await byDocuments.getByText(/^Our staff will look at your documents/).waitFor()
  await expectNoFaults(page)

  const staff = await open()
  await signInManager(staff)
  const queue = staff.getByRole('region', { name: 'Documents to review' })
  await queue.getByRole('button', { name: `Open ${daniel.name}` }).click()
  await expectNoFaults(staff)
  const opening = staff.getByRole('dialog', { name: `Open the account of ${daniel.name}` })
  await opening.getByLabel(/^Reason/).fill('The client asked for a review.')
  await opening.getByRole('button', { name: 'Open' }).click()
  await staff.getByRole('complementary', { name: 'Opened client account' }).waitFor()
  await staff.getByRole('link', { name: 'Profile' }).first().click()
  const review = wayOf(staff, 'Documents')
  await review.getByRole('radio', { name: /^Confirm the identity/ }).check()
  await review.getByLabel('Reason').fill('Your ID and your bill show the same person.')
  await expectNoFaults(staff)
  await review.getByRole('button', { name: 'Record decision' }).click()
  await review.waitFor({ state: 'detached' })

  await page.reload()
  await page.getByText('Verified', { exact: true }).waitFor()

  const confirmed = staff.getByRole('region', { name: 'Confirmed by staff' })
  await confirmed.getByRole('button', { name: 'Take back the confirmation' }).click()
  const taking = staff.getByRole('dialog', { name: `Take back the confirmation of ${daniel.name}?` })
  await taking.getByRole('button', { name: 'Take back' }).click()
  await taking.getByText('Write what the client should know').waitFor()
  await expectNoFaults(staff)
  await taking.getByLabel('Reason').fill('The ID belongs to somebody else.')
  await taking.getByRole('button', { name: 'Take back' }).click()
  await confirmed.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByText('Our staff took back the confirmation of your identity').waitFor()
  await page.getByText('The ID belongs to somebody else.').waitFor()
  expect(await page.getByText('Your documents were confirmed').count()).toBe(0)
  await expectNoFaults(page)
})
