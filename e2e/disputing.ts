import type { Locator, Page } from '@playwright/test'
import { z } from 'zod'
import { ShownFindings } from '#features/findings/contract.ts'
import { post } from '#test/support/people/new-user.ts'
import { address, type Open } from './journey.ts'
import { personWithReport } from './new-people.ts'
import { signIn } from './people.ts'

/** A new person with a report, signed in. */
export const signedInWithReport = async (open: Open, plan: 'free' | 'max') => {
  const person = await personWithReport(plan)
  const page = await open()
  await signIn(page, person)
  return { page, person }
}

/** Waits for a heading. */
export const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { name }).waitFor()

/** Presses the button with that name. */
export const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name }).click()

/** The statement of truth. */
export const truth = (page: Page): Locator =>
  page.getByRole('checkbox', { name: 'What I say in these letters is true as far as I know' })

const Made = z.object({ id: z.string() })

/** Disputes an account that the finder found at Experian, there alone; gives the dispute's id. */
export const disputeAtExperian = async (accessToken: string): Promise<string> => {
  const headers = { authorization: `Bearer ${accessToken}` }
  const answer = await fetch(`${address}/api/v1/credit/findings`, { headers })
  const { items } = ShownFindings.parse(await answer.json())
  const found = items.find(
    ({ accountId, bureaus }) => accountId !== undefined && bureaus.includes('Experian'),
  )
  const asked = {
    items: [{ accountId: found?.accountId, bureaus: ['Experian'], reason: 'not_mine' }],
    attested: true,
  }
  return Made.parse(await post(address, '/dispute/account', asked, accessToken)).id
}
