import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { readNewestCode } from '#test/support/people/new-user.ts'
import { showPhone } from '#values/phone.ts'
import { heading, truth } from './disputing.ts'
import { journey } from './journey.ts'
import { personWithReport } from './new-people.ts'
import { maya } from './people.ts'

/** Counts what the browser itself saw: presses of the pointer, and fields that got text. */
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

/** Whether a button can be pressed where the page stands, with nothing in front of it. */
const isInReach = (button: Locator): Promise<boolean> =>
  button.evaluate(element => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const seen = document.elementFromPoint(left + width / 2, top + height / 2)
    return top >= 0 && top + height <= innerHeight && element.contains(seen)
  })

/** Presses the way on, which must be in sight without scrolling. */
const goOn = async (page: Page, name: string | RegExp) => {
  const button = page.getByRole('button', { name })
  await button.waitFor()
  expect(await isInReach(button), `${name} is in sight`).toBe(true)
  await button.click()
}

/** From the sign-in page to the letters of the most urgent item. */
const disputeMostUrgent = async (page: Page, phoneNumber: string) => {
  await page.getByLabel('Mobile number').fill(showPhone(phoneNumber))
  await page.getByRole('button', { name: 'Text me a code' }).click()
  await page.getByText('SMS code sent successfully!').waitFor()
  await page.getByLabel('6-digit code').fill(await readNewestCode(new URL(page.url()).origin, phoneNumber))
  await page
    .getByRole('link', { name: /^Review this item/ })
    .first()
    .click()

  await page.getByText('Selected because you chose to review it.').waitFor()
  await goOn(page, 'Continue with 1 item')
  await heading(page, 'Why is each item wrong?')
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

for (const [width, height, who] of [
  [1440, 900, async () => maya],
  [390, 844, () => personWithReport('max')],
] as const) {
  journey(
    `At ${width} x ${height} two fields and eight presses lead from signing in to the letter about the most urgent item`,
    async ({ open }) => {
      const { phoneNumber } = await who()
      const page = await open({ width, height })
      const acts = await countActs(page)
      await page.goto('/login')
      await disputeMostUrgent(page, phoneNumber)
      expect(acts).toEqual({ presses: 8, fields: new Set(['phoneNumber', 'code']) })
    },
  )
}
