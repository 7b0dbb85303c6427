import { expect } from '@playwright/test'
import { addDays } from '#values/business-days.ts'
import { dayIn, showDay } from '#values/dates.ts'
import { heading, press, signedInWithReport } from './disputing.ts'
import { expectNoFaults, journey } from './journey.ts'

journey(
  'A lift is recorded with its days and a reminder, kept as history, and can be removed',
  async ({ open }) => {
    const { page } = await signedInWithReport(open, 'max')
    const today = dayIn('America/New_York', new Date())
    await page.goto('/disputes')
    await page.getByRole('link', { name: 'See your freezes' }).click()
    await heading(page, 'Where your files are frozen')
    const experian = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Experian' }) })
    await experian.getByText('Nothing recorded').waitFor()

    await press(page, 'Record the freeze at Experian')
    await press(page, 'Save')
    await page.getByText('Choose what is true now').waitFor()
    await page.getByRole('radio', { name: /^Frozen/ }).check()
    await page.getByLabel('Frozen since').fill(addDays(today, 3))
    await press(page, 'Save')
    await page.getByText('This day is in the future').waitFor()
    await expectNoFaults(page)
    await page.getByLabel('Frozen since').fill(addDays(today, -20))
    await press(page, 'Save')
    await experian.getByText('New lenders cannot see this file.').waitFor()
    await page.getByText('What a freeze blocks').waitFor()

    await press(page, 'Record the freeze at Experian')
    await page.getByRole('radio', { name: /^Lifted/ }).check()
    await page.getByLabel('First day of the lift').fill(today)
    await page.getByLabel('Last day of the lift').fill(addDays(today, 4))
    await page.getByRole('radio', { name: /^The day after the lift/ }).check()
    await expectNoFaults(page)
    await press(page, 'Save')
    await experian.getByText(`Lifted until ${showDay(addDays(today, 4))}`).waitFor()
    await experian.getByText(`Reminder on ${showDay(addDays(today, 5))}`).waitFor()

    await experian.getByText('History of Experian').click()
    expect(await experian.getByRole('button', { name: /^Remove the record/ }).count()).toBe(2)
    await expectNoFaults(page)
    await experian.getByRole('button', { name: /Lifted/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await experian.getByText('New lenders cannot see this file.').waitFor()
  },
)
