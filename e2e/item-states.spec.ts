import { expect } from '@playwright/test'
import { disputeLead, heading, signedInWithReport } from './disputing.ts'
import { address, expectNoFaults, journey } from './journey.ts'

journey('A disputed item is marked everywhere and is not proposed again', async ({ open }) => {
  const { page, person } = await signedInWithReport(open, 'max')
  await page.goto('/analytics/overview')
  const found = page.getByText(/We found \d+ items to review\. Start with the 5 that matter most\./)
  const count = await found.textContent()
  const proposed = page.getByRole('region').filter({ has: found }).getByRole('heading')
  const lead = await proposed.textContent()
  for (const [link, opened] of [
    ['Disputes', 'Choose what to dispute'],
    ['See all found items', 'What we found in your report'],
  ] as const) {
    await page.getByRole('link', { name: link }).first().click()
    await heading(page, opened)
    await found.waitFor()
    expect(await found.textContent(), opened).toContain(count?.slice(0, count.indexOf('.')) ?? '-')
  }
  await page
    .getByRole('link', { name: /^Review these \d+ together/ })
    .first()
    .waitFor()

  const { id, items, title, bureaus } = await disputeLead(person.accessToken)
  expect(title).toBe(lead)
  const [bureau = ''] = bureaus
  const states = page.getByRole('list', { name: /^Disputed/ })
  await page.reload()
  await heading(page, 'Disputed (1)')
  await states.getByText('Letter ready').waitFor()
  await page.goto('/analytics/overview')
  await page.getByText(/You have disputed 1 more\./).waitFor()
  expect(await proposed.textContent()).not.toBe(title)

  const today = new Date().toLocaleDateString('en-CA', { timeZone: 'America/New_York' })
  const outcome = { itemId: items[0]?.id, bureau, outcome: 'verified', on: today }
  await fetch(`${address}/api/v1/dispute/${id}/outcome`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${person.accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(outcome),
  })
  await page.goto('/disputes/found')
  await states.getByText('Verified', { exact: true }).waitFor()
  await states.getByText(/You recorded the answer of .* The bureau says that it is right\./).waitFor()
  await expectNoFaults(page)
  await page.goto('/disputes/new/account')
  await page
    .getByRole('group', { name: 'Disputed before' })
    .getByText('Verified', { exact: true })
    .first()
    .waitFor()
  await states
    .getByRole('link', { name: /^See the dispute/ })
    .first()
    .click()
  await page.waitForURL(`**/disputes/${id}`)
})
