import { expect } from '@playwright/test'
import { post } from '#test/support/people/new-user.ts'
import { disputeAtExperian, heading, press, signedInWithReport, truth } from './disputing.ts'
import { accessFaults, address, expectNoFaults, journey } from './journey.ts'
import { cutParts } from './screen-faults.ts'

journey('A complaint waits for the bureau’s answer and can then be copied', async ({ open }) => {
  const { page, person } = await signedInWithReport(open, 'max')
  const id = await disputeAtExperian(person.accessToken)
  await post(address, `/dispute/${id}/send-physical`, {}, person.accessToken)
  await page.goto(`/disputes/${id}`)
  await page.getByRole('link', { name: 'See when you can file' }).click()
  await heading(page, 'Complaint to the CFPB')
  await page.getByText(/You can file a complaint from|no day of arrival yet/).waitFor()
  expect(await page.getByRole('button', { name: /^Copy/ }).count()).toBe(0)

  await page.getByRole('link', { name: 'Back to the dispute' }).click()
  await press(page, /^Record the answer of Experian/)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /^Verified/ }).check()
  await dialog
    .getByLabel('Day of the answer')
    .fill(new Date().toLocaleDateString('en-CA', { timeZone: 'America/New_York' }))
  await dialog.getByRole('button', { name: 'Save the answer' }).click()
  await page.getByText('CLOSED', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'See when you can file' }).click()
  await page.getByText('You can file now').waitFor()
  await page.getByText(/^Experian answered on .* that it verified /).waitFor()
  await expectNoFaults(page)
  for (const [colorScheme, width] of [
    ['light', 390],
    ['dark', 1024],
    ['dark', 1440],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    expect([...(await cutParts(page)), ...(await accessFaults(page, 'colors'))]).toEqual([])
  }
  const saving = page.waitForEvent('download')
  await press(page, 'Download the papers about Experian as PDF')
  const file = await saving
  expect(file.suggestedFilename()).toBe(`complaint-Experian-${id}.pdf`)

  await page.getByRole('link', { name: 'Back to the dispute' }).click()
  await page.getByRole('link', { name: /Add a statement to your file/ }).click()
  await heading(page, 'Add a statement to your file')
  await press(page, 'Check the letters')
  await page.getByText('Write your statement').first().waitFor()
  await page.getByLabel('Your statement').fill('no '.repeat(101))
  await page.getByText('101 of 100 words').waitFor()
  await expectNoFaults(page)
  await page.getByLabel('Your statement').fill('I never had an account there.')
  await page.getByText('6 of 100 words').waitFor()
  await press(page, 'Check the letters')
  await page.getByText('In my own words: “I never had an account there.”').waitFor()
  await truth(page).check()
  await press(page, 'Create 1 letter')
  await page.getByRole('heading', { name: /^Statement: / }).waitFor()
  await page.getByText('It adds your statement to your file.').waitFor()
})
