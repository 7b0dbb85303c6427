import { expectNoFaults, journey } from './journey.ts'
import { personWithReport } from './new-people.ts'
import { continueAs } from './people.ts'

journey('A payoff plan is calculated from typed APRs, compared, saved and tracked', async ({ open }) => {
  const page = await open()
  await continueAs(page, await personWithReport('free'))
  await page.goto('/plan/payoff')
  await page.getByRole('heading', { name: 'Your cards' }).waitFor()

  // Nothing is guessed: each APR must be typed.
  await page.getByRole('button', { name: 'Calculate the plan' }).click()
  await page.getByText(/^Please check \d+ things$/).waitFor()
  await page.getByText('Enter an amount now, an amount each month, or both').first().waitFor()
  const rates = page.getByLabel('APR, %')
  for (const [nth, rate] of (await rates.all()).entries()) await rate.fill(`${28 - nth}.99`)
  await page.getByRole('textbox', { name: 'Amount each month' }).fill('1')
  await page.getByRole('button', { name: 'Calculate the plan' }).click()
  await page.getByText('This is not enough').waitFor()

  await page.getByRole('textbox', { name: 'Amount each month' }).fill('1200')
  await page.getByRole('radio', { name: /^Below 30% of the limits/ }).check()
  await page.getByRole('button', { name: 'Calculate the plan' }).click()
  await page.getByText(/^Each card and all together are below 30% in \d+ months? /).waitFor()
  await page.getByText(/An estimate from the APRs and balances you entered/).waitFor()
  const ways = page.getByRole('table', { name: 'Compared with other ways to split the same money' })
  await ways.getByRole('row', { name: /^Smallest balance first/ }).waitFor()
  await page.getByRole('table', { name: 'Month by month' }).waitFor()
  await expectNoFaults(page)

  await page.getByLabel('Name of the plan').fill('Below thirty')
  await page.getByRole('button', { name: 'Save plan' }).click()
  await page.getByText('Saved as Below thirty.').waitFor()
  await page.getByText('Not comparable yet: your report is from before the plan began.').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Open Below thirty' }).click()
  await page.getByText(/^Each card and all together are below 30%/).waitFor()
  await page.getByRole('button', { name: 'Delete Below thirty' }).click()
  await page.getByRole('heading', { name: 'Saved plans' }).waitFor({ state: 'detached' })
})
