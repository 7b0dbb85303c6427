import type { Locator, Page } from 'playwright-core'

/** How long a person looks at what a press did before the next, in milliseconds. */
const look = 300

/**
 * A press where it stands. Playwright's own click looks, inside the page's events, for what it hits, which is counted as
 * the page's work: up to 50 ms of a slowed processor.
 */
const press = async (page: Page, target: Locator): Promise<void> => {
  await target.waitFor()
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (box === null) throw new Error('What is to be pressed is not to be seen.')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await page.waitForTimeout(look)
}

/** Types into a field as a quick person does: 80 ms a key. */
const type = async (page: Page, field: Locator, text: string): Promise<void> => {
  await press(page, field)
  await page.keyboard.type(text, { delay: 80 })
  await page.waitForTimeout(look)
}

const key = async (page: Page, name: string): Promise<void> => {
  await page.keyboard.press(name, { delay: 80 })
  await page.waitForTimeout(look)
}

/** A screen, and what a person does there first. */
export type Screen = {
  name: string
  place: string
  signedIn: boolean
  act: (page: Page) => Promise<void>
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** The main screens, signed out and in, for a person with that many creditors. */
export const screensFor = (creditors: number): readonly Screen[] => [
  {
    name: 'Sign-in',
    place: '/login',
    signedIn: false,
    act: async page => {
      await type(page, page.getByLabel('Mobile number'), '20255')
      await press(page, button(page, 'Text me a code'))
      await type(page, page.getByLabel('Mobile number'), '50')
    },
  },
  {
    name: 'Create account',
    place: '/register',
    signedIn: false,
    act: async page => {
      await type(page, page.getByLabel('Mobile number'), '213')
      await press(page, button(page, 'Text me a code'))
    },
  },
  {
    name: 'Manager access',
    place: '/manager',
    signedIn: false,
    act: async page => {
      await type(page, page.getByLabel('Email'), 'morgan@')
      await press(page, button(page, 'Continue'))
    },
  },
  {
    name: 'Overview',
    place: '/analytics/overview',
    signedIn: true,
    act: async page => {
      await press(page, button(page, /^Switch to/))
      await press(page, page.locator('details.how > summary').first())
      await press(page, page.getByRole('tab', { name: 'History' }))
    },
  },
  {
    name: 'Full Report',
    place: '/analytics/report',
    signedIn: true,
    act: async page => {
      const all = page.locator('details.cred')
      await all.nth(creditors - 1).waitFor({ state: 'attached' })
      await press(page, all.locator('> summary').first())
      await press(page, button(page, 'Only rows that differ'))
      await press(page, button(page, 'Only rows that differ'))
      await type(page, page.getByLabel('Find a creditor'), 'ELM')
    },
  },
  {
    name: 'History',
    place: '/analytics/history',
    signedIn: true,
    act: async page => {
      await press(page, page.getByRole('tab', { name: 'History' }))
      await key(page, 'ArrowRight')
      await key(page, 'ArrowLeft')
    },
  },
  {
    name: 'Accounts',
    place: '/analytics/accounts',
    signedIn: true,
    act: async page => {
      await press(page, page.locator('main').getByRole('button', { name: 'Experian' }))
      await press(page, page.getByRole('tab', { name: 'Inquiries' }))
    },
  },
  {
    name: 'Found items',
    place: '/disputes/found',
    signedIn: true,
    act: async page => {
      await press(page, page.getByRole('link', { name: 'Disputes' }).first())
    },
  },
  {
    name: 'Disputes',
    place: '/disputes',
    signedIn: true,
    act: async page => {
      await press(page, page.locator('main a[href="/disputes/new/account"]').first())
      await page.getByRole('heading', { name: 'Which items look wrong to you?' }).waitFor()
      await press(page, page.locator('main label.choice').first())
    },
  },
  {
    name: 'Tradelines',
    place: '/tradelines/calculator',
    signedIn: true,
    act: async page => {
      await press(page, page.getByRole('tab').last())
    },
  },
  {
    name: 'Documents',
    place: '/documents',
    signedIn: true,
    act: async page => {
      await type(page, page.getByLabel('Document Name'), 'Lease')
    },
  },
  {
    name: 'Profile',
    place: '/profile',
    signedIn: true,
    act: async page => {
      await press(page, page.getByRole('switch', { name: 'Enable Max Plan' }))
      await key(page, 'Escape')
    },
  },
]
