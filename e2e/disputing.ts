import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { z } from 'zod'
import { ShownFindings } from '#features/findings/contract.ts'
import { post } from '#test/support/people/new-user.ts'
import { address, type Open } from './journey.ts'
import { personWithReport } from './new-people.ts'
import { continueAs } from './people.ts'

/** A new user with a report, signed in; no screen is open yet. */
export const signedInWithReport = async (open: Open, plan: 'free' | 'max') => {
  const person = await personWithReport(plan)
  const page = await open()
  await continueAs(page, person)
  return { page, person }
}

/** Waits for a heading. */
export const heading = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('heading', { name }).waitFor()

/** Clicks the button with that name. */
export const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name }).click()

/** The statement of truth. */
export const truth = (page: Page): Locator =>
  page.getByRole('checkbox', { name: 'What I say in these letters is true as far as I know' })

const Made = z.object({ id: z.string(), items: z.array(z.object({ id: z.string() })) })

const findingsOf = async (accessToken: string) => {
  const headers = { authorization: `Bearer ${accessToken}` }
  const answer = await fetch(`${address}/api/v1/credit/findings`, { headers })
  return ShownFindings.parse(await answer.json()).items
}

const disputeAccount = async (accessToken: string, item: object) => {
  const body = { items: [item], attested: true }
  return Made.parse(await post(address, '/dispute/account', body, accessToken))
}

/** Disputes the lead item of the screens, at its bureaus. */
export const disputeLead = async (accessToken: string) => {
  const [lead] = (await findingsOf(accessToken)).filter(({ recommended }) => recommended)
  if (lead === undefined) throw new Error('nothing was found')
  const { accountId, bureaus, suggestedReason: reason, title } = lead
  return { ...(await disputeAccount(accessToken, { accountId, bureaus, reason })), title, bureaus }
}

/** Disputes an account that the finder found only at Experian; returns the dispute's id. */
export const disputeAtExperian = async (accessToken: string): Promise<string> => {
  const found = (await findingsOf(accessToken)).find(
    ({ accountId, bureaus }) => accountId !== undefined && bureaus.includes('Experian'),
  )
  const item = { accountId: found?.accountId, bureaus: ['Experian'], reason: 'not_mine' }
  return (await disputeAccount(accessToken, item)).id
}

/** Whether a button can be clicked without scrolling, with nothing in front of it. */
const isInReach = (button: Locator): Promise<boolean> =>
  button.evaluate(element => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const seen = document.elementFromPoint(left + width / 2, top + height / 2)
    return top >= 0 && top + height <= innerHeight && element.contains(seen)
  })

/** Clicks the button that continues, which must be visible without scrolling. */
const goOn = async (page: Page, name: string | RegExp) => {
  const button = page.getByRole('button', { name })
  await button.waitFor()
  expect(await isInReach(button), `${name} is in sight`).toBe(true)
  await button.click()
}

/** From a list of found items, or the one in Overview, to the letters about the first. */
export const disputeMostUrgent = async (page: Page): Promise<void> => {
  await page
    .getByRole('link', { name: /^Review this item/ })
    .first()
    .click()

  await page.getByText('Selected because you chose to review it.').waitFor()
  await goOn(page, 'Continue with 1 item')
  await heading(page, /^Why is each (item|inquiry) wrong\?$/)
  const reason = page.getByRole('radio').first()
  expect(await page.getByRole('radio', { checked: true }).count()).toBe(0)
  expect(await isInReach(page.getByRole('button', { name: 'Continue to letters' }))).toBe(true)
  await reason.check()
  await goOn(page, 'Continue to letters')
  await page.getByRole('article', { name: /^Letter to/ }).waitFor()
  await goOn(page, 'Continue to send')
  await heading(page, 'How should we send your letters?')
  expect(await isInReach(page.getByRole('button', { name: /^Create \d letters?$/ }))).toBe(true)
  await truth(page).check()
  await goOn(page, /^Create \d letters?$/)
  await page.waitForURL(/\/disputes\/[0-9a-f-]{36}$/)
}
