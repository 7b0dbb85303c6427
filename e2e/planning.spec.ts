import { expect, journey } from './journey.ts'
import { personWithReport } from './new-people.ts'
import { continueAs } from './people.ts'

journey(
  'What if: steps are calculated, refused with a message, saved as a plan and reopened',
  async ({ open }) => {
    const page = await open()
    await continueAs(page, await personWithReport('max'))
    await page.goto('/analytics/overview')
    await page
      .getByRole('navigation', { name: 'Sections', exact: true })
      .getByRole('link', { name: 'Planning' })
      .click()
    await page.getByRole('tab', { name: 'What if' }).click()
    const form = page.getByRole('form', { name: 'Add a step' })
    const add = () => form.getByRole('button', { name: 'Add this step' }).click()
    const steps = page.getByRole('region', { name: 'Your steps' })

    await form.getByLabel('Amount').fill('100')
    await add()
    await steps.getByText(/^Pay \$100\.00 to /).waitFor()
    await page
      .getByRole('region', { name: 'Equifax' })
      .getByRole('row', { name: /^Credit card use/ })
      .waitFor()

    await form.getByLabel('Amount').fill('9,000,000')
    await add()
    await form.getByText(/has a balance of .*Enter that amount or less\./).waitFor()
    await expect(steps.getByRole('listitem')).toHaveCount(1)

    await form.getByLabel('What if').selectOption('Let months pass')
    await form.getByLabel('Months').fill('12')
    await add()
    await steps.getByText('Let 12 months pass').waitFor()
    await page.getByLabel('Name of the plan').fill('A patient year')
    await page.getByRole('button', { name: 'Save plan' }).click()
    await page.getByRole('status').getByText('Saved as A patient year.').waitFor()

    await page.reload()
    await page.getByRole('button', { name: 'Open A patient year' }).click()
    const opened = page.getByRole('region', { name: 'A patient year' })
    await expect(opened.getByRole('listitem')).toHaveCount(2)
    await opened.getByRole('button', { name: /^Remove step 1/ }).click()
    await expect(opened.getByRole('listitem')).toHaveCount(1)
    await page.getByRole('button', { name: 'Delete A patient year' }).click()
    await expect(page.getByRole('region', { name: 'Saved plans' })).toHaveCount(0)
  },
)

journey(
  'The goal is changed on its page, and a freeze is then shown as an obstacle for lenders',
  async ({ open }) => {
    const page = await open()
    await continueAs(page, await personWithReport('free'))
    await page.goto('/disputes/freezes')
    await page.getByRole('button', { name: 'Record the freeze at TransUnion' }).click()
    await page.getByRole('radio', { name: /^Frozen/ }).check()
    await page.getByLabel('Frozen since').fill('2026-01-05')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('New lenders cannot see this file.').waitFor()

    await page.goto('/plan/goal')
    await page.getByRole('region', { name: 'Where you are' }).waitFor()
    await page.getByRole('button', { name: 'Change your goal' }).click()
    await page.getByRole('radio', { name: 'Buy a home' }).check()
    await page.getByRole('button', { name: 'Save goal' }).click()
    await page.getByText('Your goal was changed.').waitFor()
    await page.getByText('Your file is frozen at TransUnion').waitFor()
    await page.getByText('You have one report so far.').waitFor()
  },
)
