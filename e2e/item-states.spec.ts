import { expect } from '@playwright/test'
import { z } from 'zod'
import { ShownFindings } from '#features/findings/contract.ts'
import { post } from '#test/support/people/new-user.ts'
import { heading, signedInWithReport } from './disputing.ts'
import { address, expectNoFaults, journey } from './journey.ts'

const Made = z.object({ id: z.string(), items: z.array(z.object({ id: z.string() })) })

/** Disputes the lead item of the screens, at its bureaus. */
const disputeLead = async (accessToken: string) => {
  const headers = { authorization: `Bearer ${accessToken}` }
  const answer = await fetch(`${address}/api/v1/credit/findings`, { headers })
  const [lead] = ShownFindings.parse(await answer.json()).items.filter(({ recommended }) => recommended)
  if (lead === undefined) throw new Error('nothing was found')
  const { accountId, bureaus, suggestedReason: reason, title } = lead
  const body = { items: [{ accountId, bureaus, reason }], attested: true }
  const made = Made.parse(await post(address, '/dispute/account', body, accessToken))
  return { ...made, title, bureaus }
}

journey('A disputed item is marked everywhere and is not proposed again', async ({ open }) => {
  const { page, person } = await signedInWithReport(open, 'max')
  await page.goto('/analytics/overview')
  const found = page.getByText(/We found \d+ items to review\. Start with the 5 that matter most\./)
  const count = await found.textContent()
  for (const place of ['/disputes', '/disputes/found']) {
    await page.goto(place)
    await found.waitFor()
    expect(await found.textContent(), place).toContain(count?.slice(0, count.indexOf('.')) ?? '-')
  }
  await page
    .getByRole('link', { name: /^Review these \d+ together/ })
    .first()
    .waitFor()
  await expectNoFaults(page)

  const { id, items, title, bureaus } = await disputeLead(person.accessToken)
  const [bureau = ''] = bureaus
  const states = page.getByRole('list', { name: /^Disputed/ })
  await page.reload()
  await heading(page, 'Disputed (1)')
  await states.getByText('Letter ready').waitFor()
  await page.goto('/analytics/overview')
  await page.getByText(/You have disputed 1 more\./).waitFor()
  expect(await page.getByRole('region', { name: title }).count()).toBe(0)

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
