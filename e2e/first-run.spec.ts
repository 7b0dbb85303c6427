import { expect, expectNoFaults, journey } from './journey.ts'
import { newUser } from './new-people.ts'
import { continueAs } from './people.ts'

journey(
  'A new user consents where the report is missing, and is guided to the next step',
  async ({ open }) => {
    const page = await open()
    await continueAs(page, await newUser(2))
    await page.goto('/analytics/overview')
    const steps = page.getByRole('region', { name: 'Your first steps' })
    await steps.getByText('Next: Get your credit report').waitFor()
    await expectNoFaults(page)

    await page.getByRole('tab', { name: 'Full Report' }).click()
    await page.getByRole('button', { name: 'Get my report' }).click()
    const dialog = page.getByRole('dialog', { name: 'Let Fairfile get my credit reports' })
    await dialog.getByText(/^I instruct Fairfile, in writing/).waitFor()
    await dialog.getByRole('button', { name: 'I agree' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Your report is on its way').waitFor()
    await page.getByRole('link', { name: 'Analytics' }).first().click()
    await steps.getByText('Next: Review what we found').waitFor({ timeout: 60_000 })
    await steps.getByText('All 6 steps').click()
    await expectNoFaults(page)
    const noted = page.waitForResponse(
      answer => answer.url().endsWith('/api/v1/user/checklist') && answer.request().method() !== 'GET',
    )
    await steps.getByRole('link', { name: 'Review found items' }).click()
    await page.waitForURL('**/disputes/found')
    await noted
    await page.getByRole('link', { name: 'Analytics' }).first().click()
    await steps.getByText('Next: Add your proof documents').waitFor()
    await steps.getByRole('button', { name: 'Hide your first steps' }).click()
    await steps.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('heading', { name: 'Import a report' }).waitFor()
    expect(await steps.count()).toBe(0)
  },
)
