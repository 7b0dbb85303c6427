import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessFaults, journey, maya, sidewaysScroll, signIn } from './journey.ts'

const before = ['/login', '/register', '/sandbox', '/manager', '/no/such/page']
const inside = [
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
const screens = [...before, ...inside]

/** Phones, tablets, laptops, wide screens. */
const widths = [320, 360, 390, 768, 1024, 1440, 1920]

/** Opens a screen and waits until its content has come. */
const visit = async (page: Page, screen: string) => {
  await page.goto(screen)
  await page.getByRole('main').waitFor()
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"], .spin') === null)
}

journey(
  'Every screen is free of what axe finds, in light and dark, wide and narrow',
  async ({ open }) => {
    const page = await open()
    const found: string[] = []
    const look = async (screen: string) => {
      for (const scheme of ['light', 'dark'] as const) {
        for (const width of [1440, 390]) {
          await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
          await page.setViewportSize({ width, height: 900 })
          await visit(page, screen)
          const faults = await accessFaults(page)
          found.push(...faults.map(fault => `${screen} ${scheme} ${width}: ${fault}`))
        }
      }
    }
    for (const screen of before) await look(screen)
    await signIn(page, maya)
    for (const screen of inside) await look(screen)
    expect(found).toEqual([])
  },
  180_000,
)

journey(
  'No screen scrolls sideways, from 320 pixels to 1920',
  async ({ open }) => {
    const page = await open()
    await signIn(page, maya)
    const wide: string[] = []
    for (const screen of screens) {
      await visit(page, screen)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        const over = await sidewaysScroll(page)
        if (over > 0) wide.push(`${screen} at ${width}: ${over} pixels`)
      }
    }
    expect(wide).toEqual([])
  },
  120_000,
)

journey('Every screen has one main landmark, one first heading, and a title of its own', async ({ open }) => {
  const page = await open()
  await signIn(page, maya)
  for (const screen of screens) {
    await visit(page, screen)
    expect(await page.getByRole('main').count(), screen).toBe(1)
    expect(await page.getByRole('heading', { level: 1 }).count(), screen).toBe(1)
    expect(await page.title(), screen).toMatch(/Fairfile$/)
  }
})
