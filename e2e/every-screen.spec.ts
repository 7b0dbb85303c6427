import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessFaults, journey, sidewaysScroll } from './journey.ts'
import { maya, openClient, signInManager } from './people.ts'

const beforeSignIn = [
  '/login',
  '/register',
  '/sandbox',
  '/manager',
  '/manager/join',
  '/manager/staff',
  '/no/such/page',
]
const asManager = ['/manager', '/manager/staff']
const signedIn = [
  '/analytics/overview',
  '/analytics/report',
  '/analytics/history',
  '/analytics/accounts',
  '/analytics/inquiries',
  '/analytics/personal',
  '/analytics/voice',
  '/analytics/raw',
  '/disputes',
  '/disputes/found',
  '/disputes/new/account',
  '/disputes/new/inquiry',
  '/disputes/new/personal-info',
  '/disputes/new/freeze',
  '/disputes/not-a-dispute',
  '/tradelines/calculator',
  '/tradelines/requested',
  '/documents',
  '/profile',
]

/** Phones, tablets, laptops, wide screens. */
const widths = [320, 360, 390, 768, 1024, 1440, 1920]

const schemes = ['light', 'dark'] as const

const visit = async (page: Page, screen: string) => {
  await page.goto(screen)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"], .spin') === null)
}

/** Everything that a screen must be, at every width, light and dark. */
const expectGood = async (page: Page) => {
  expect(await page.getByRole('main').count()).toBe(1)
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
  expect(await page.title()).toMatch(/Fairfile$/)

  const found: string[] = []
  for (const scheme of schemes) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.locator(`html[data-theme="${scheme}"]`).waitFor()
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      const faults = await accessFaults(page)
      found.push(...faults.map(fault => `${scheme} ${width}: ${fault}`))
    }
  }
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const over = await sidewaysScroll(page)
    if (over > 0) found.push(`${over} pixels too wide at ${width}`)
  }
  expect(found).toEqual([])
}

const good = 'has one main part and one first heading, is free of what axe finds, and never scrolls sideways'

for (const screen of [...beforeSignIn, ...signedIn]) {
  journey(`${screen} ${good}`, async ({ open }) => {
    const page = await open({ signedIn: signedIn.includes(screen) })
    await visit(page, screen)
    await expectGood(page)
  })
}

for (const screen of asManager) {
  journey(`${screen} as a manager ${good}`, async ({ open }) => {
    const page = await open()
    await signInManager(page)
    await visit(page, screen)
    await page.getByRole('table').waitFor()
    await expectGood(page)
  })
}

journey(`An opened account ${good}`, async ({ open }) => {
  const page = await open()
  await signInManager(page)
  await openClient(page, maya.typed, '')
  for (const screen of ['/analytics/overview', '/disputes', '/documents']) {
    await visit(page, screen)
    await page.getByRole('timer').waitFor()
    await expectGood(page)
  }
})

journey('A section named without a tab opens its first one', async ({ open }) => {
  const page = await open({ signedIn: true })
  for (const [named, opened] of [
    ['/analytics', '/analytics/overview'],
    ['/tradelines', '/tradelines/calculator'],
  ] as const) {
    await page.goto(named)
    await page.waitForURL(opened)
  }
})
