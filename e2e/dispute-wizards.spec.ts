import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { plainPicture } from '#test/support/files/pictures.ts'
import { dayIn } from '#values/dates.ts'
import { disputeAtExperian, heading, press, signedInWithReport, truth } from './disputing.ts'
import { hasFocus } from './focus.ts'
import { expectNoFaults, journey } from './journey.ts'
import { signIn } from './people.ts'

/** A day as a date field takes it, where the browser is. */
const dayOf = (instant: Date) => dayIn('America/New_York', instant)

/** From the preview to the dispute: reads, confirms and creates. */
const createLetters = async (page: Page, letters: number, { mailedHere = false } = {}) => {
  await heading(page, 'Check your letters')
  await page.getByRole('article', { name: /^Letter to/ }).waitFor()
  await expectNoFaults(page)
  await press(page, 'Continue to send')
  await heading(page, 'How should we send your letters?')
  await truth(page).check()
  await expectNoFaults(page)
  if (mailedHere) await page.getByRole('radio', { name: /^Mail them for me/ }).check()
  await press(page, letters === 1 ? 'Create 1 letter' : `Create ${letters} letters`)
  if (mailedHere) await page.getByRole('dialog', { name: /^Mail \d letters?\?$/ }).waitFor()
  await page.waitForURL(/\/disputes\/[0-9a-f-]{36}$/)
}

journey('The most urgent thing found leads to its wizard, with nothing chosen', async ({ open }) => {
  const { page } = await signedInWithReport(open, 21, 'max')
  await page.goto('/disputes')
  await page.getByText(/more items? (is|are) worth checking now\./).waitFor()
  await expectNoFaults(page)
  await page.getByRole('link', { name: 'See all found items' }).click()
  await heading(page, 'What we found in your report')
  await page.getByRole('heading', { name: /^Impossible \(\d+\)$/ }).waitFor()
  await expectNoFaults(page)
  await page
    .getByRole('link', { name: /^Review this item: / })
    .first()
    .click()
  await page.waitForURL(/\/disputes\/new\/[a-z-]+\?found=/)
  const came = page.getByRole('group', { name: 'The item you came to review' })
  await came.getByRole('checkbox').first().waitFor()
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0)
  await came.getByText('What the bureaus show').first().click()
  await came.getByRole('table').first().waitFor()
  await expectNoFaults(page)
  await came.getByRole('checkbox').first().check()
  const where = came.getByRole('group', { name: /^Where is it wrong\?/ })
  await where.getByRole('checkbox').first().check()
  await press(page, 'Continue with 1 item')
  await heading(page, 'Why is each item wrong?')
  expect(await page.getByRole('radio', { checked: true }).count()).toBe(0)
})

journey('Where bureaus differ the person says which is right, on a phone by keyboard', async ({ open }) => {
  const { page } = await signedInWithReport(open, 28, 'max')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/disputes/new/account')
  await heading(page, 'Which items look wrong to you?')
  await page
    .getByRole('checkbox', { name: /HARBORVIEW BANK/ })
    .first()
    .check()
  const where = page.getByRole('group', { name: /^Where is it wrong\?/ })
  for (const bureau of await where.getByRole('checkbox').all()) await bureau.check()
  await press(page, 'Continue with 1 item')
  await heading(page, 'Why is each item wrong?')
  const limit = page.getByRole('radio', { name: /^The credit limit is wrong or missing/ })
  if (!(await limit.isVisible())) await page.getByText(/\d+ more reasons/).click()
  await limit.check()
  const right = page.getByRole('group', { name: 'The bureaus show this differently. Which one is right?' })
  const notSure = right.getByRole('radio', { name: /^None of these, or I am not sure/ })
  expect(await notSure.isChecked()).toBe(true)
  await expectNoFaults(page)
  await notSure.focus()
  const kept = page.waitForResponse(
    answer =>
      answer.request().method() === 'PUT' &&
      (answer.request().postData() ?? '').includes('"correctBureau":"Equifax"'),
  )
  await page.keyboard.press('ArrowUp')
  const one = right.getByRole('radio', { name: /^Equifax shows a credit limit of \$2,300\.00/ })
  expect(await one.isChecked()).toBe(true)
  await press(page, 'Continue to letters')
  await heading(page, 'Check your letters')
  await page.getByText('Equifax shows a credit limit of $2,300.00. That is accurate.').first().waitFor()
  await page.goBack()
  await kept
  await page.reload()
  await heading(page, 'Why is each item wrong?')
  expect(await one.isChecked()).toBe(true)
  await notSure.check()
  await press(page, 'Continue to letters')
  await page.getByText('The bureaus report the credit limit of this account differently.').first().waitFor()
  await createLetters(page, 3)
})

journey('An inquiry of no application is disputed at the bureaus that list it', async ({ open }) => {
  const { page } = await signedInWithReport(open, 22, 'max')
  await page.goto('/disputes/new/inquiry')
  await heading(page, 'Which items look wrong to you?')
  await expectNoFaults(page)
  await page.getByRole('checkbox', { name: /KESTREL MORTGAGE/ }).check()
  const where = page.getByRole('group', { name: /^Where is it wrong\?/ })
  for (const bureau of await where.getByRole('checkbox').all()) await bureau.check()
  await press(page, 'Continue with 1 item')
  await heading(page, 'Why is each inquiry wrong?')
  const first = page.getByRole('radio').first()
  await page.getByText('suggested').first().waitFor()
  expect(await first.isChecked()).toBe(false)
  await page.getByRole('radio', { name: /I did not apply/ }).check()
  await page.getByLabel('Details').fill('I never dealt with this company.')
  await expectNoFaults(page)
  await press(page, 'Continue to letters')
  await page.getByText('I never dealt with this company.').first().waitFor()
  await createLetters(page, 3, { mailedHere: true })
  const asks = page.getByRole('dialog', { name: 'Mail 3 letters?' })
  await expectNoFaults(page)
  await page.reload()
  await heading(page, 'Letters')
  expect(await asks.count()).toBe(0)
  await page.goto('/disputes')
  await heading(page, 'Created (1)')
  await page
    .getByRole('row', { name: /KESTREL MORTGAGE/ })
    .getByText('Inquiry removal')
    .waitFor()
})

journey(
  'A name that is not hers is taken out, and a wrong address set right, with her ID',
  async ({ open }) => {
    const { page } = await signedInWithReport(open, 23, 'max')
    await page.goto('/documents')
    await page.getByLabel('Document Name').fill('Driver license')
    await page.getByLabel('Kind of document').selectOption('government_id')
    await page
      .getByLabel(/^File/)
      .setInputFiles({ name: 'id.jpg', mimeType: 'image/jpeg', buffer: await plainPicture() })
    await page.getByText('Driver license uploaded successfully!').waitFor()

    await page.goto('/disputes/new/personal-info')
    await page.getByRole('group', { name: 'Names' }).waitFor()
    await page.getByRole('checkbox', { name: /MAYA BROOKES/ }).check()
    await page.getByRole('checkbox', { name: /9 FERNDALE CT/ }).check()
    await press(page, 'Continue with 2 items')
    await heading(page, 'What should happen to each?')
    await page
      .getByRole('group', { name: 'MAYA BROOKES' })
      .getByRole('radio', { name: /not mine/ })
      .check()
    const wrong = page.getByRole('group', { name: /^9 FERNDALE CT/ })
    await wrong.getByRole('radio').nth(1).check()
    await press(page, 'Continue to letters')
    await page.getByText('Say what is right.').first().waitFor()
    await wrong.getByLabel('What is right').fill('12 Oak Street, Springfield, IL 62701')
    await page.getByRole('checkbox', { name: 'Driver license' }).check()
    await expectNoFaults(page)
    await press(page, 'Continue to letters')
    await page.getByText('12 Oak Street, Springfield, IL 62701').first().waitFor()
    await createLetters(page, 2)
    await heading(page, 'MAYA BROOKES and 1 more')
    await page
      .getByRole('region', { name: 'Enclosed with every letter' })
      .getByText('Driver license')
      .waitFor()
  },
)

journey(
  'A person of the free plan freezes all three files, and only TransUnion can be disputed',
  async ({ open }) => {
    const { page } = await signedInWithReport(open, 24, 'free')
    await page.goto('/disputes/new/account')
    await page.getByText('Your plan covers TransUnion').waitFor()
    await page.goto('/disputes/new/freeze')
    await heading(page, 'A freeze is faster online or by phone')
    await expectNoFaults(page)
    await press(page, 'Continue with a letter')
    await page.getByText('Choose at least one bureau').waitFor()
    for (const bureau of ['TransUnion', 'Experian', 'Equifax'])
      await page.getByRole('checkbox', { name: bureau }).check()
    await press(page, 'Continue with a letter')
    await heading(page, 'What should the bureaus do?')
    await page.getByRole('radio', { name: /^Lift/ }).check()
    await page.getByLabel('First day').fill('2020-01-01')
    await press(page, 'Continue to letters')
    await page.getByText('This day is in the past').waitFor()
    await expectNoFaults(page)
    await page.getByRole('radio', { name: /^Freeze/ }).check()
    await press(page, 'Continue to letters')
    await createLetters(page, 3)
    await page.getByText('It has three business days to place, lift or remove the freeze.').waitFor()
  },
)

journey(
  'Answers are kept when the wizard is left, and go when it is started over or done',
  async ({ open }) => {
    const { page, person } = await signedInWithReport(open, 25, 'max')
    await page.goto('/disputes/new/inquiry')
    await page.getByRole('checkbox', { name: /RIDGELINE AUTO/ }).check()
    await page
      .getByRole('group', { name: /^Where/ })
      .getByRole('checkbox', { name: /Equifax/ })
      .check()
    await press(page, 'Continue with 1 item')
    await page.getByRole('radio').first().check()
    await page.getByLabel('Details').fill('Not me.')
    await page.getByRole('link', { name: 'Documents' }).first().click()
    await page.getByRole('heading', { name: 'Upload Document' }).waitFor()

    const other = await open()
    await signIn(other, person)
    await other.goto('/disputes/new/inquiry')
    await other.getByText('We kept your answers').waitFor()
    await heading(other, 'Why is each inquiry wrong?')
    expect(await other.getByLabel('Details').inputValue()).toBe('Not me.')
    await expectNoFaults(other)
    await press(other, 'Start over')
    await heading(other, 'Which items look wrong to you?')
    expect(await other.getByRole('checkbox', { checked: true }).count()).toBe(0)
    await other.getByRole('link', { name: 'Cancel' }).click()
    await heading(other, 'Choose what to dispute')
    await other.goto('/disputes/new/inquiry')
    await heading(other, 'Which items look wrong to you?')
    expect(await other.getByText('We kept your answers').count()).toBe(0)
  },
)

journey('The same dispute again is warned about and sent only when she knows', async ({ open }) => {
  const { page } = await signedInWithReport(open, 26, 'max')
  const dispute = async () => {
    await page.goto('/disputes/new/account')
    await page.getByRole('checkbox', { name: /SUMMIT RECOVERY/ }).check()
    await press(page, 'Continue with 1 item')
    await page.getByRole('radio', { name: /This account is not mine/ }).check()
    await press(page, 'Continue to letters')
    await page.getByRole('article', { name: /^Letter to/ }).waitFor()
  }
  await dispute()
  await createLetters(page, 1)
  await dispute()
  await page.getByText('You disputed this before').first().waitFor()
  await press(page, 'Continue to send')
  await page.getByText('Confirm that you send it again, or go back and change it.').waitFor()
  await page.getByRole('checkbox', { name: 'I know, and I want to send it again' }).check()
  await createLetters(page, 1)
})

journey(
  'She notes what a bureau answered, takes the next step, and words its letter herself',
  async ({ open }) => {
    const { page, person } = await signedInWithReport(open, 27, 'max')
    const id = await disputeAtExperian(person.accessToken)
    await page.goto(`/disputes/${id}`)
    await press(page, /^Note the answer of Experian/)
    const dialog = page.getByRole('dialog', { name: 'What did Experian answer?' })
    await dialog.getByRole('button', { name: 'Save the answer' }).click()
    await dialog.getByText('Choose what the bureau answered').waitFor()
    await expectNoFaults(page)
    await dialog.getByRole('radio', { name: /^Verified/ }).check()
    await dialog.getByLabel('Day of the answer').fill(dayOf(new Date()))
    await dialog.getByRole('button', { name: 'Save the answer' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('CLOSED', { exact: true }).waitFor()
    await heading(page, 'What you can do next')
    await expectNoFaults(page)

    await page.getByRole('link', { name: /Ask how it was verified/ }).click()
    await heading(page, 'Ask how it was verified')
    await expectNoFaults(page)
    await press(page, 'Check the letters')
    await page.getByRole('article', { name: 'Letter to Experian' }).waitFor()
    await press(page, 'Create 1 letter')
    await page.getByText('Confirm that what you say in the letters is true as far as you know.').waitFor()
    await truth(page).check()
    await expectNoFaults(page)
    await press(page, 'Create 1 letter')
    await page.getByRole('link', { name: 'Follows an earlier dispute' }).waitFor()

    await press(page, 'Edit wording of the Experian letter')
    const wording = page.getByLabel('Your wording')
    expect(await hasFocus(wording)).toBe(true)
    await wording.fill('Tell me how you verified this.\n\nName whom you asked.')
    await expectNoFaults(page)
    await press(page, 'Save the wording')
    const letter = page.getByRole('article', { name: 'Letter to Experian' })
    await letter.getByText('Name whom you asked.').waitFor()
    await page.getByText('In your own wording').waitFor()
    await page.getByRole('link', { name: 'Follows an earlier dispute' }).click()
    await page.waitForURL(`**/disputes/${id}`)
  },
)
