import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { createPicture } from '#test/support/files/pictures.ts'
import { disputeAtExperian, heading, press, signedInWithReport, truth } from './disputing.ts'
import { hasFocus } from './focus.ts'
import { expectNoFaults, journey } from './journey.ts'
import { uploadDocument } from './new-people.ts'
import { continueAs } from './people.ts'

/** From the preview to the dispute: reads, confirms and creates the letters; `checks` both screens for faults. */
const createLetters = async (
  page: Page,
  letters: number,
  { mailedHere = false, checks = false }: { mailedHere?: boolean; checks?: boolean } = {},
) => {
  await heading(page, 'Check your letters')
  await page.getByRole('article', { name: /^Letter to/ }).waitFor()
  if (checks) await expectNoFaults(page)
  await press(page, 'Continue to send')
  await heading(page, 'How should we send your letters?')
  await truth(page).check()
  if (checks) await expectNoFaults(page)
  if (mailedHere) await page.getByRole('radio', { name: /^Mail them for me/ }).check()
  await press(page, letters === 1 ? 'Create 1 letter' : `Create ${letters} letters`)
  if (mailedHere) await page.getByRole('dialog', { name: /^Mail \d letters?\?$/ }).waitFor()
  await page.waitForURL(/\/disputes\/[0-9a-f-]{36}$/)
}

journey(
  'A found item opens its wizard, preselected until it is cleared; one reason can be set for all items reviewed together',
  async ({ open }) => {
    const { page } = await signedInWithReport(open, 'max')
    await page.goto('/disputes')
    await page.getByText(/^We found \d+ items to review\./).waitFor()
    await page.getByRole('link', { name: 'See all found items' }).click()
    await heading(page, 'What we found in your report')
    await page.getByRole('heading', { name: /^Impossible \(\d+\)$/ }).waitFor()
    await page
      .getByRole('link', { name: /^Review this item: / })
      .first()
      .click()
    await page.waitForURL(/\/disputes\/new\/[a-z-]+\?found=/)
    const group = page.getByRole('group', { name: 'The item you came to review' })
    const item = group.getByRole('checkbox').first()
    await item.waitFor()
    expect(await item.isChecked()).toBe(true)
    await group.getByText('What the bureaus show').first().click()
    await group.getByRole('table').first().waitFor()
    await expectNoFaults(page)
    await item.uncheck()
    await page.getByText('Selected because you chose to review it.').waitFor({ state: 'detached' })
    await page.reload()
    await item.waitFor()
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0)

    // One click then sets one reason for all items of a link.
    await page.goBack()
    await page
      .getByRole('link', { name: /^Review these \d+ together/ })
      .first()
      .click()
    await page.getByRole('button', { name: /^Continue with \d+ items$/ }).click()
    await page.getByRole('heading', { name: /^Why / }).waitFor()
    const items = page.locator('fieldset').filter({ has: page.getByRole('heading', { level: 3 }) })
    const count = await items.count()
    expect(count).toBeGreaterThan(1)
    const first = items.first()
    await first.getByRole('radio').last().check()
    await first.getByRole('button', { name: /^Use this reason for / }).click()
    await page.getByRole('button', { name: /^Use this reason for / }).waitFor({ state: 'detached' })
    expect(await hasFocus(first.getByRole('heading', { level: 3 }))).toBe(true)
    for (const one of await items.all()) expect(await one.getByRole('radio').last().isChecked()).toBe(true)
    await expectNoFaults(page)
  },
)

journey('Where bureaus differ the user chooses the right one, on a phone by keyboard', async ({ open }) => {
  const { page } = await signedInWithReport(open, 'max')
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

journey('An inquiry without an application is disputed at the bureaus that list it', async ({ open }) => {
  const { page } = await signedInWithReport(open, 'max')
  await page.goto('/disputes/new/inquiry')
  await heading(page, 'Which items look wrong to you?')
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
  await press(page, 'Continue to letters')
  await page.getByText('I never dealt with this company.').first().waitFor()
  await createLetters(page, 3, { mailedHere: true })
  const asks = page.getByRole('dialog', { name: 'Mail 3 letters?' })
  await expectNoFaults(page)
  await page.reload()
  await heading(page, 'Letters')
  expect(await asks.count()).toBe(0)
  await page.getByRole('link', { name: 'All disputes' }).click()
  await heading(page, 'Created (1)')
  await page
    .getByRole('row', { name: /KESTREL MORTGAGE/ })
    .getByText('Inquiry removal')
    .waitFor()
})

journey('A wrong name is removed and a wrong address corrected, with a copy of the ID', async ({ open }) => {
  const { page, person } = await signedInWithReport(open, 'max')
  await uploadDocument(person.accessToken, 'Driver license', 'government_id')
  await page.goto('/disputes/new/personal-info')
  await page.getByRole('group', { name: 'Names' }).waitFor()
  await page.getByRole('checkbox', { name: /MAYA BROOKES/ }).check()
  await page.getByRole('checkbox', { name: /9 FERNDALE CT/ }).check()
  await press(page, 'Continue with 2 items')
  await heading(page, 'What should change?')
  await page
    .getByRole('group', { name: 'MAYA BROOKES' })
    .getByRole('radio', { name: /not mine/ })
    .check()
  const wrong = page.getByRole('group', { name: /^9 FERNDALE CT/ })
  await wrong.getByRole('radio').nth(1).check()
  await press(page, 'Continue to letters')
  await page.getByText('Say what is right.').first().waitFor()
  await wrong.getByLabel('What is right').fill('12 Oak Street, Springfield, IL 62701')
  expect(await page.getByRole('checkbox', { name: /^Driver license Suggested/ }).isChecked()).toBe(true)
  await page.getByLabel('Add: Proof of address').setInputFiles({
    name: 'bill.png',
    mimeType: 'image/png',
    buffer: await createPicture().png().toBuffer(),
  })
  await page.getByRole('checkbox', { name: /^Proof of address Suggested/, checked: true }).waitFor()
  await expectNoFaults(page)
  await press(page, 'Continue to letters')
  await page.getByText('12 Oak Street, Springfield, IL 62701').first().waitFor()
  await createLetters(page, 2, { checks: true })
  await heading(page, 'MAYA BROOKES + 1 more')
  const enclosed = page.getByRole('region', { name: 'Enclosed with every letter' }).getByRole('listitem')
  expect(await enclosed.allTextContents()).toEqual(['Driver license', 'Proof of address'])
})

journey(
  'A user on the free plan can freeze all three files, but dispute only TransUnion',
  async ({ open }) => {
    const { page } = await signedInWithReport(open, 'free')
    await page.goto('/disputes/new/account')
    await page.getByText('Your plan covers TransUnion').waitFor()
    await page.goto('/disputes/new/freeze')
    await heading(page, 'A freeze is faster online or by phone')
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
  'Entries are kept when leaving the wizard, and cleared when it is restarted or finished',
  async ({ open }) => {
    const { page, person } = await signedInWithReport(open, 'max')
    await page.goto('/disputes/new/inquiry')
    await page.getByRole('checkbox', { name: /RIDGELINE AUTO/ }).check()
    await page
      .getByRole('group', { name: /^Where/ })
      .getByRole('checkbox', { name: /Equifax/ })
      .check()
    await press(page, 'Continue with 1 item')
    await page.getByRole('radio').first().check()
    const kept = page.waitForResponse(
      answer =>
        answer.request().method() === 'PUT' && (answer.request().postData() ?? '').includes('Not me.'),
    )
    await page.getByLabel('Details').fill('Not me.')
    await page.getByRole('link', { name: 'Documents' }).first().click()
    await page.getByRole('heading', { name: 'Upload Document' }).waitFor()
    await kept

    const other = await open()
    await continueAs(other, person)
    await other.goto('/disputes/new/inquiry')
    await other.getByText('We kept your answers').waitFor()
    await heading(other, 'Why is each inquiry wrong?')
    expect(await other.getByLabel('Details').inputValue()).toBe('Not me.')
    await expectNoFaults(other)
    await press(other, 'Start over')
    await heading(other, 'Which items look wrong to you?')
    expect(await other.getByRole('checkbox', { checked: true }).count()).toBe(0)
    await press(other, 'Undo')
    await heading(other, 'Why is each inquiry wrong?')
    expect(await other.getByLabel('Details').inputValue()).toBe('Not me.')
    await other.reload()
    await press(other, 'Start over')
    await heading(other, 'Which items look wrong to you?')
    await other.getByRole('link', { name: 'Cancel' }).click()
    await heading(other, 'Choose what to dispute')
    await other
      .getByRole('main')
      .getByRole('link', { name: /^Inquiry/ })
      .click()
    await heading(other, 'Which items look wrong to you?')
    expect(await other.getByText('We kept your answers').count()).toBe(0)
  },
)

journey('A duplicate dispute shows a warning and is sent only after confirmation', async ({ open }) => {
  const { page, person } = await signedInWithReport(open, 'max')
  await disputeAtExperian(person.accessToken)
  await page.goto('/disputes/new/account')
  await page.getByRole('group', { name: 'Disputed before' }).getByRole('checkbox').check()
  const where = page.getByRole('group', { name: /^Where is it wrong\?/ })
  await where.getByRole('checkbox', { name: /^Experian/ }).check()
  await press(page, 'Continue with 1 item')
  await page.getByRole('radio', { name: /This account is not mine/ }).check()
  await press(page, 'Continue to letters')
  await page.getByText('You disputed this before').first().waitFor()
  await press(page, 'Continue to send')
  await page.getByText('Confirm that you send it again, or go back and change it.').waitFor()
  await page.getByRole('checkbox', { name: 'I know, and I want to send it again' }).check()
  await expectNoFaults(page)
  await createLetters(page, 1)
})
