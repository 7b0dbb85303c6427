import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { post } from '#test/support/people/new-user.ts'
import { truth } from './disputing.ts'
import { hasFocus } from './focus.ts'
import { address, expectNoFaults, journey, sidewaysScroll } from './journey.ts'
import { tabThrough, tabTo } from './keys.ts'
import { newUser, personWithReport } from './new-people.ts'
import { continueAs } from './people.ts'
import { visit } from './settled.ts'

const pressKey = async (page: Page, name: string | RegExp) => {
  await tabTo(page, page.getByRole('button', { name }))
  await page.keyboard.press('Enter')
}

/** From the list of inquiries to the letter preview, with Tab, arrows, Space and Enter. */
const walkInquiryWizard = async (page: Page) => {
  const item = page.getByRole('checkbox', { name: /KESTREL MORTGAGE/ })
  await item.waitFor()
  await tabTo(page, item)
  await page.keyboard.press('Space')
  const where = page.getByRole('group', { name: /^Where is it wrong\?/ })
  for (const bureau of await where.getByRole('checkbox').all()) {
    await tabTo(page, bureau)
    await page.keyboard.press('Space')
  }
  // Straight after its own bureaus, past the items that follow.
  await page.keyboard.press('Tab')
  expect(await hasFocus(page.getByRole('link', { name: 'Skip to Continue' }).last())).toBe(true)
  await page.keyboard.press('Enter')
  expect(await hasFocus(page.getByRole('button', { name: 'Continue with 1 item' }))).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Why is each inquiry wrong?' }).waitFor()
  await tabTo(page, page.getByRole('radio').first())
  const reason = page.getByRole('radio', { name: /I did not apply/ })
  await page.keyboard.press('Space')
  for (let arrow = 0; arrow < 9 && !(await reason.isChecked()); arrow++) {
    await page.keyboard.press('ArrowDown')
  }
  await tabTo(page, page.getByLabel('Details'))
  await page.keyboard.type('I never dealt with this company.')
  await pressKey(page, 'Continue to letters')
  await page.getByText('I never dealt with this company.').first().waitFor()
  expect(await sidewaysScroll(page)).toBe(0)
  await pressKey(page, 'Continue to send')
  await truth(page).waitFor()
  await tabTo(page, truth(page))
  await page.keyboard.press('Space')
  expect(await sidewaysScroll(page)).toBe(0)
}

for (const [zoom, width, height] of [
  ['200', 720, 450],
  ['400', 360, 320],
] as const) {
  journey(
    `An inquiry can be disputed by keyboard alone at ${zoom} %, with the focus always visible`,
    async ({ open }) => {
      const person = await personWithReport('max')
      const page = await open({ width, height })
      await continueAs(page, person)
      await page.goto('/disputes/new/inquiry')
      await walkInquiryWizard(page)
      await pressKey(page, 'Create 3 letters')
      await page.waitForURL(/\/disputes\/[0-9a-f-]{36}$/)
    },
  )
}

journey(
  'By keyboard alone the plan is switched and the user signs out; Cancel, Escape and clicks outside send nothing',
  async ({ open }) => {
    const page = await open({ width: 390, height: 844 })
    const person = await newUser()
    await post(address, '/user/max-plan', { enabled: true }, person.accessToken)
    await continueAs(page, { ...person, plan: 'max' })
    await page.goto('/profile')
    await page.getByText('This device').waitFor()
    const plan = page.getByRole('switch', { name: 'Enable Max Plan' })
    const dialog = page.getByRole('dialog', { name: 'Disable Max Plan?' })
    // Cards of the screen may still be loading.
    const changes: string[] = []
    page.on('request', request => {
      if (request.url().includes('/api/') && request.method() !== 'GET') changes.push(request.method())
    })
    await tabTo(page, plan)
    for (const leave of [
      () => page.keyboard.press('Enter'),
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(5, 5),
    ]) {
      await page.keyboard.press('Space')
      await dialog.waitFor()
      expect(await page.locator(':focus').innerText()).toBe('Cancel')
      await leave()
      await dialog.waitFor({ state: 'detached' })
      expect(await hasFocus(plan)).toBe(true)
    }
    expect(changes).toEqual([])
    expect(await plan.getAttribute('aria-checked')).toBe('true')

    await page.keyboard.press('Space')
    await expectNoFaults(page)
    await pressKey(page, /^Confirm$/)
    await page.getByText('Max Plan is off.').waitFor()
    expect(changes).toEqual(['POST'])

    await pressKey(page, 'Logout')
    await page.waitForURL('**/login')
  },
)

journey('On a phone Tab never stops out of view or under the bottom bar', async ({ open }) => {
  const page = await open({ signedIn: true, width: 390, height: 700 })
  for (const screen of ['/analytics/overview', '/disputes', '/documents', '/profile']) {
    await visit(page, screen)
    expect(await tabThrough(page), screen).toBeGreaterThan(10)
  }
})
