import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { readNewestCode } from '#test/support/people/new-user.ts'
import { showPhone } from '#values/phone.ts'
import { disputeMostUrgent } from './disputing.ts'
import { journey } from './journey.ts'
import { personWithReport } from './new-people.ts'
import { maya } from './people.ts'

/** Counts browser events: clicks, and fields that received text. */
const countActs = async (page: Page) => {
  const acts = { presses: 0, fields: new Set<string>() }
  await page.exposeFunction('pressed', () => acts.presses++)
  await page.exposeFunction('typed', (name: string) => acts.fields.add(name))
  await page.addInitScript(`
    addEventListener('pointerdown', ({ isTrusted }) => isTrusted && pressed(), true)
    addEventListener('input', ({ target }) => /^(radio|checkbox)$/.test(target.type) || typed(target.id), true)
  `)
  return acts
}

/** From the sign-in page to the letters of the most urgent item. */
const signInAndDispute = async (page: Page, phoneNumber: string) => {
  await page.getByLabel('Mobile number').fill(showPhone(phoneNumber))
  await page.getByRole('button', { name: 'Text me a code' }).click()
  await page.getByText('SMS code sent successfully!').waitFor()
  await page.getByLabel('6-digit code').fill(await readNewestCode(new URL(page.url()).origin, phoneNumber))
  await disputeMostUrgent(page)
}

for (const [width, height, who] of [
  [1440, 900, async () => maya],
  [390, 844, () => personWithReport('max')],
] as const) {
  journey(
    `At ${width} x ${height} two fields and eight clicks lead from signing in to the letter about the most urgent item`,
    async ({ open }) => {
      const { phoneNumber } = await who()
      const page = await open({ width, height, fresh: true })
      const acts = await countActs(page)
      await page.goto('/login')
      await signInAndDispute(page, phoneNumber)
      expect(acts).toEqual({ presses: 8, fields: new Set(['phoneNumber', 'code']) })
    },
  )
}
