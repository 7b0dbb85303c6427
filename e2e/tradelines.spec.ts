import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { z } from 'zod'
import { getsFocus, hasFocus } from './focus.ts'
import { expectNoFaults, journey, type Open } from './journey.ts'
import { cutAtNarrowest } from './narrowest.ts'
import { newUser } from './new-people.ts'
import { continueAs, enterAccount } from './people.ts'

const Listed = z.object({ data: z.array(z.record(z.string(), z.unknown())), total: z.number() })

/** A separate new user for each journey, on their Tradelines page. */
const onTradelines = async (open: Open, place = ''): Promise<Page> => {
  const page = await open()
  await continueAs(page, await newUser())
  await page.goto(`/tradelines${place}`)
  await page.getByRole('tab', { name: /^Requested/ }).waitFor()
  return page
}

const find = async (page: Page) => {
  await page.getByRole('button', { name: 'Get recommendations' }).click()
  await page.getByRole('heading', { name: 'Your result' }).waitFor()
  await page.getByText('Total Cost', { exact: true }).waitFor()
}

/** Amounts of a table that wrap into a second line, as if there were two. */
const brokenAmounts = (table: Locator) =>
  table.getByRole('cell').evaluateAll(cells =>
    cells
      .filter(({ textContent }) => textContent.startsWith('$'))
      .filter(cell => {
        const text = document.createRange()
        text.selectNodeContents(cell)
        return new Set([...text.getClientRects()].map(({ bottom }) => bottom)).size > 1
      })
      .map(({ textContent }) => textContent),
  )

journey(
  'On a phone the result is scrolled into view; a missing or unreachable goal is explained',
  async ({ open }) => {
    const page = await onTradelines(open)
    await page.setViewportSize({ width: 390, height: 844 })
    await find(page)
    const heading = page.getByRole('heading', { name: 'Your result' })
    await getsFocus(heading)
    const box = await heading.boundingBox()
    expect(box?.y, 'where the result begins').toBeGreaterThanOrEqual(0)
    expect(box?.y, 'where the result begins').toBeLessThan(422)

    await page.setViewportSize({ width: 1440, height: 900 })
    // Text that is not a number counts as 0.
    await page.getByLabel('Desired Average Age').fill('')
    await page.getByLabel('Desired Extra Credit Limit').fill('')
    await find(page)
    await page.getByText('Set a goal above zero to get recommendations.').last().waitFor()
    expect(await page.getByRole('button', { name: 'Send request to manager' }).count()).toBe(0)

    await page.getByLabel('Desired Average Age').fill('45')
    await page.getByLabel('Desired Extra Credit Limit').fill('5000')
    await page.getByLabel('Desired Average Age').press('Enter')
    await page
      .getByText(/^No mix of the tradelines on offer reaches an average age of 45\.0 years/)
      .last()
      .waitFor()
    await page.getByText('Show as a table').click()
    await page.getByRole('table', { name: 'What an older average costs' }).waitFor()
    await expectNoFaults(page)
  },
)

journey(
  'The default goal is reached and sent to the manager, with the email under Requested',
  async ({ open }) => {
    const page = await onTradelines(open)
    await page.waitForURL('**/tradelines/calculator')
    await page.getByRole('tab', { name: 'Requested (0)' }).waitFor()
    expect(await page.getByLabel('Desired Average Age').inputValue()).toBe('5.5')
    expect(await page.getByLabel('Desired Extra Credit Limit').inputValue()).toBe('25000')

    await find(page)
    const lines = page.getByRole('table', { name: 'Recommended tradelines' })
    await lines.getByRole('columnheader', { name: 'Total cost' }).waitFor()
    await page.getByText('These tradelines reach both of your goals.').last().waitFor()
    await page.getByText("We don't have your open accounts yet").waitFor()
    await page.getByText('Lenders may discount or ignore such accounts').waitFor()
    const total = await lines.getByRole('row').last().getByRole('cell').last().innerText()
    await page.getByText('Show as a table').click()
    await expectNoFaults(page)
    expect(await cutAtNarrowest(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 900 })
    expect(await brokenAmounts(lines)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })

    await page.getByRole('button', { name: 'Send request to manager' }).dblclick()
    await page.waitForURL('**/tradelines/requested')
    await page.getByText('Tradeline request sent to manager successfully!').waitFor()
    await page.getByRole('tab', { name: 'Requested (1)' }).waitFor()
    const row = page
      .getByRole('row')
      .filter({ hasText: 'Tradeline request: 5.5 years, $25,000.00 extra limit' })
    await row.getByText('Sent', { exact: true }).waitFor()
    await row.getByText('manager@fairfile.test').waitFor()
    await expectNoFaults(page)

    await row.getByRole('button', { name: /^Email/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Email Content' })
    await dialog.getByText(`Total cost: ${total}`).waitFor()
    await expectNoFaults(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  },
)

journey(
  'Tabs work with arrow keys and keep the focus; a refused goal gets the focus and is announced once',
  async ({ open }) => {
    const page = await onTradelines(open, '/requested')
    await page.getByRole('heading', { name: 'Tradelines Email Notifications' }).waitFor()
    await page.getByRole('heading', { name: 'No Requests Yet' }).waitFor()
    await page.getByRole('tab', { name: /^Requested/ }).focus()
    await page.keyboard.press('ArrowLeft')
    await page.waitForURL('**/tradelines/calculator')
    expect(await hasFocus(page.getByRole('tab', { name: 'Calculator' }))).toBe(true)

    const [age, limit] = [
      page.getByLabel('Desired Average Age'),
      page.getByLabel('Desired Extra Credit Limit'),
    ]
    const sentence = 'Enter years from 0 to 60, with one decimal at most'
    await age.fill('5.55')
    await limit.press('Enter')
    await page.getByRole('status').getByText(sentence).waitFor()
    await getsFocus(age)
    expect(await age.evaluate(shown => shown.ariaInvalid)).toBe('true')
    expect(await page.getByRole('alert').count()).toBe(0)

    await page.getByRole('tab', { name: /^Requested/ }).click()
    await page.getByRole('heading', { name: 'No Requests Yet' }).waitFor()
    await page.getByRole('tab', { name: 'Calculator' }).click()
    await page.getByText(sentence).first().waitFor()
    expect(await hasFocus(page.getByRole('tab', { name: 'Calculator' }))).toBe(true)

    await limit.fill('10000001')
    await limit.press('Enter')
    const summary = page.getByRole('alert')
    await summary.getByText('Please check 2 things').waitFor()
    await getsFocus(summary)
    await expectNoFaults(page)
    await summary.getByRole('link', { name: /^Desired Extra Credit Limit/ }).click()
    expect(await hasFocus(limit)).toBe(true)

    await page.goto('/tradelines/elsewhere')
    await page.waitForURL('**/tradelines/calculator')
  },
)

journey('Every failure has its own message and can be retried', async ({ open }) => {
  const page = await onTradelines(open)
  const failing = async (path: RegExp, act: () => Promise<void>) => {
    await page.route(path, route => route.fulfill({ status: 429, json: {} }))
    await act()
    await page.unroute(path)
  }
  await failing(/\/tradelines\/advice$/, async () => {
    await page.getByRole('button', { name: 'Get recommendations' }).click()
    await page.getByText('Failed to get tradeline advice').first().waitFor()
    await expectNoFaults(page)
  })
  await find(page)
  await failing(/\/tradelines\/advice$/, async () => {
    await page.getByRole('button', { name: 'Send request to manager' }).click()
    await page.getByText('No request was sent.').waitFor()
  })
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByText('Tradeline request sent to manager successfully!').waitFor()
  await page.getByText('Sent', { exact: true }).waitFor()

  const list = /\/tradelines\/requested\?/
  await page.route(list, async route => {
    const answer = await route.fetch()
    const { data, total } = Listed.parse(await answer.json())
    const failed = data.map(one => ({ ...one, status: 'failed', errorMessage: 'Mailbox is full.' }))
    await route.fulfill({ response: answer, json: { data: failed, total } })
  })
  await page.reload()
  await page.getByText('Failed', { exact: true }).waitFor()
  await page.getByText('Mailbox is full.').waitFor()
  await expectNoFaults(page)
  await page.unroute(list)
  await page.getByRole('button', { name: /^Send again/ }).click()
  await page.getByText('Sent', { exact: true }).waitFor()

  await failing(list, async () => {
    await page.reload()
    await page.getByText('Failed to fetch requested tradelines').first().waitFor()
    await expectNoFaults(page)
  })
  let answer = () => {}
  const held = new Promise<void>(resolve => {
    answer = resolve
  })
  await page.route(list, async route => {
    await held
    await route.continue()
  })
  await page.reload()
  await page.getByText('Loading requested tradelines...').waitFor()
  await expectNoFaults(page)
  answer()
  await page.getByText('Sent', { exact: true }).waitFor()
})

journey('In an account opened read-only nothing can be requested', async ({ open }) => {
  const { phoneNumber } = await newUser()
  const staff = await open()
  await enterAccount(staff, phoneNumber)
  await staff.goto('/tradelines/calculator')
  await staff.getByText('This account is open for reading only.').last().waitFor()
  expect(await staff.getByRole('button', { name: 'Get recommendations' }).isDisabled()).toBe(true)
  await staff.getByRole('tab', { name: /^Requested/ }).click()
  await staff.getByRole('heading', { name: 'No Requests Yet' }).waitFor()
})
