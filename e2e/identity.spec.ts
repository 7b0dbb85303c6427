import { expectNoFaults, journey } from './journey.ts'
import { registerAndAgree } from './register.ts'

journey('An identity question is asked in Overview, and answering it loads the report', async ({ open }) => {
  const page = await open()
  await registerAndAgree(page, { phoneNumber: '+12135557164', ssn: '512-34-0005' })
  await page.getByRole('heading', { name: 'A question before your report' }).waitFor()
  await page.getByLabel('Code').waitFor()
  await expectNoFaults(page)
  await page.getByRole('button', { name: 'Send the code' }).click()
  await page.getByText('Enter the code').waitFor()
  await page.getByLabel('Code').fill('246810')
  await page.getByRole('button', { name: 'Send the code' }).click()
  await page.getByRole('article', { name: 'TransUnion score' }).waitFor({ timeout: 60_000 })
})
