import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessFaults, journey, type Open, sidewaysScroll } from './journey.ts'

const beforeSignIn = ['/login', '/register', '/sandbox', '/manager', '/no/such/page']
const signedIn = [
  '/analytics/overview',
  '/analytics/report',
  '/analytics/history',
  '/analytics/raw',
  '/disputes',
  '/disputes/new/account',
  '/disputes/not-a-dispute',
  '/tradelines/inventory',
  '/documents',
  '/profile',
]

/** Phones, tablets, laptops, wide screens. */
const widths = [320, 360, 390, 768, 1024, 1440, 1920]

/** Shows every screen in turn, each with its content there. */
const everyScreen = async (open: Open, look: (page: Page, screen: string) => Promise<void>) => {
  const [outside, inside] = [await open(), await open({ signedIn: true })]
  for (const screen of [...beforeSignIn, ...signedIn]) {
    const page = signedIn.includes(screen) ? inside : outside
    await visit(page, screen)
    await look(page, screen)
  }
}

const visit = async (page: Page, screen: string) => {
  await page.goto(screen)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"], .spin') === null)
}

journey(
  'Every screen is free of what axe finds, in light and dark, wide and narrow',
  async ({ open }) => {
    const found: string[] = []
    await everyScreen(open, async (page, screen) => {
      for (const scheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: scheme })
        for (const width of [1440, 390]) {
          await page.setViewportSize({ width, height: 900 })
          await visit(page, screen)
          expect(await page.locator('html').getAttribute('data-theme')).toBe(scheme)
          const faults = await accessFaults(page)
          found.push(...faults.map(fault => `${screen} ${scheme} ${width}: ${fault}`))
        }
      }
    })
    expect(found).toEqual([])
  },
  180_000,
)

journey('No screen scrolls sideways, from 320 pixels to 1920', async ({ open }) => {
  const wide: string[] = []
  await everyScreen(open, async (page, screen) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      const over = await sidewaysScroll(page)
      if (over > 0) wide.push(`${screen} at ${width}: ${over} pixels`)
    }
  })
  expect(wide).toEqual([])
})

journey('Every screen has one main landmark, one first heading, and a title', async ({ open }) => {
  await everyScreen(open, async (page, screen) => {
    expect(await page.getByRole('main').count(), screen).toBe(1)
    expect(await page.getByRole('heading', { level: 1 }).count(), screen).toBe(1)
    expect(await page.title(), screen).toMatch(/Fairfile$/)
  })
})
