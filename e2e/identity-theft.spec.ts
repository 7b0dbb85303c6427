import { expect } from '@playwright/test'
import { createPicture } from '#test/support/files/pictures.ts'
import { heading, press, signedInWithReport, truth } from './disputing.ts'
import { expectNoFaults, journey } from './journey.ts'

journey(
  'The identity theft kit guides from the report to an extended alert and its deadline',
  async ({ open }) => {
    const { page } = await signedInWithReport(open, 'free')
    await page.goto('/disputes')
    await page.getByRole('link', { name: 'Identity theft? All steps in one place' }).click()
    await heading(page, 'If someone used your identity')
    await page.getByText('No freeze at the three bureaus is recorded here.').waitFor()
    expect(await page.getByText('Missing', { exact: true }).count()).toBe(2)
    await page.getByLabel('Add: Identity theft report').setInputFiles({
      name: 'report.png',
      mimeType: 'image/png',
      buffer: await createPicture().png().toBuffer(),
    })
    await page.getByText('It is in your documents: Identity theft report.').waitFor()
    await expectNoFaults(page)

    await page.getByRole('link', { name: 'Place a fraud alert' }).click()
    await press(page, 'Check the letter')
    await page.getByText('Choose an alert', { exact: true }).waitFor()
    await page.getByRole('radio', { name: /^Extended fraud alert/ }).check()
    await page.getByRole('radio', { name: 'Experian' }).check()
    await press(page, 'Check the letter')
    await page.getByText(/^Enclose your identity theft report/).waitFor()
    await expectNoFaults(page)
    await page.getByRole('checkbox', { name: /^Identity theft report/ }).check()
    await page.getByRole('checkbox', { name: /^Ask for a free copy of my file/ }).check()
    await press(page, 'Check the letter')
    const letter = page.getByRole('article', { name: 'Letter to Experian' })
    await letter.getByText('I am a victim of identity theft').waitFor()
    await letter.getByText('Please refer the alert to TransUnion and Equifax').waitFor()
    await press(page, 'Create 1 letter')
    await truth(page).check()
    await press(page, 'Create 1 letter')
    await heading(page, 'Extended fraud alert')
    await page.getByText('P.O. Box 9554').first().waitFor()
    await expectNoFaults(page)

    await page.goto('/disputes/identity-theft')
    const clocks = page.getByRole('region', { name: 'Your letters and their days' })
    await clocks.getByRole('link', { name: 'Extended fraud alert, Experian' }).waitFor()
    await clocks.getByText('To mail').waitFor()
  },
)
