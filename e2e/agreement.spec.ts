import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from '@playwright/test'
import { type RunningServer, runServer } from '#test/support/run-server.ts'
import { expectNoFaults, journey } from './journey.ts'
import { enterAccount, maya, signIn } from './people.ts'
import { copyPreparedData } from './prepared-data.ts'

/** An operator that charges for its services: the client signs before anything is done, and can cancel. */

const settings = {
  preset: 'household',
  name: 'Harbor Credit Help',
  postalAddress: ['4 Quay Road', 'Portland, ME 04101'],
  support: { email: 'help@harborcredit.us' },
  creditRepairOrganization: {
    services: ['We read your reports.', 'We draft letters and have them mailed.'],
    totalPayments: '$300, once',
    paymentTerms: 'By card, after the last service is performed.',
    guarantees: 'We guarantee no result.',
    estimatedDays: 90,
  },
}
let data: Awaited<ReturnType<typeof copyPreparedData>>
let server: RunningServer
const start = (more: Record<string, string> = {}) =>
  runServer({ ...data.settings, DRAIN_SECONDS: '0', ...more }, ['test/support/browser-test-server.ts'])
journey.beforeAll(async () => {
  data = await copyPreparedData()
  const folder = path.join(data.folder, 'operator')
  await mkdir(path.join(folder, 'legal'), { recursive: true })
  await writeFile(path.join(folder, 'operator.json'), JSON.stringify(settings))
  await writeFile(
    path.join(folder, 'legal', 'agreement.md'),
    '---\nversion: 2026-11-01\ntitle: Our services\n---\nWhat we agree on.\n\n## Ending it\n\nAt any time.\n',
  )
  server = await start({ OPERATOR_DIR: folder })
})
journey.afterAll(async () => {
  await server.end('SIGTERM')
  await rm(data.folder, { recursive: true, force: true })
})

journey(
  'A client signs the statement and the contract, finds them and cancels; staff see why they wait; the papers stay when none are required',
  async ({ browser }) => {
    const open = () => browser.newPage({ baseURL: server.url, reducedMotion: 'reduce' })
    const page = await open()
    await signIn(page, maya)
    await page.goto('/analytics/overview')
    // Another operator's name means different terms.
    await page.getByRole('button', { name: 'Not now' }).click()
    await page.getByRole('link', { name: 'Read and sign' }).click()
    const statement = page.getByRole('button', { name: 'Sign the statement' })
    await statement.click()
    await page.getByText('Type your name', { exact: true }).last().waitFor()
    await expectNoFaults(page)
    await page.getByLabel('Your signature').fill(maya.name)
    await page.getByRole('checkbox').check()
    await statement.click()

    await page.getByRole('heading', { name: 'Our services' }).waitFor()
    await page.getByText('The total of all payments, to us and to anybody else: $300, once').waitFor()
    await expectNoFaults(page)
    await page.getByLabel('Your signature').fill(maya.name)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Sign the contract' }).click()
    await page.getByRole('heading', { name: /^You can cancel until / }).waitFor()

    const staff = await open()
    await enterAccount(staff, maya.phoneNumber, 'Asked for help with a letter.')
    await staff.goto('/analytics/overview')
    await staff.getByText('You can change nothing in this account').waitFor()
    await staff.goto('/manager')
    await staff.getByRole('link', { name: maya.name }).first().click()
    await staff.getByText('Agreement: may be cancelled').waitFor()
    await expectNoFaults(staff)

    await page.getByRole('link', { name: 'Documents' }).click()
    const papers = page.getByRole('region', { name: 'Signed papers' })
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      papers.getByRole('button', { name: /^Download: Our services/ }).click(),
    ])
    expect(download.suggestedFilename()).toBe('agreement-signed.pdf')
    await papers.getByRole('button', { name: /^Notice of cancellation/ }).waitFor()
    await expectNoFaults(page)

    await page.getByRole('link', { name: 'See the agreement' }).click()
    await page.getByRole('button', { name: 'Cancel the agreement' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the agreement' }).click()
    await page.getByText('Your agreement is cancelled').waitFor()
    await staff.reload()
    await staff.getByText('Agreement: cancelled').waitFor()

    await server.end('SIGTERM')
    server = await start()
    const later = await open()
    await signIn(later, maya)
    await later.goto('/documents')
    await later
      .getByRole('region', { name: 'Signed papers' })
      .getByRole('button', { name: /^Download: Our services/ })
      .waitFor()
  },
)
