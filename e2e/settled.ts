import type { Page, Request } from '@playwright/test'
import { expect } from '@playwright/test'

/** Waits until nothing on the page is loading any more. */
export const settled = async (page: Page): Promise<void> => {
  await page.waitForFunction(
    () => document.querySelector('[aria-busy="true"], [data-slot="spinner"]') === null,
  )
}

/** Opens a screen and waits until it is completely loaded. */
export const visit = async (page: Page, screen: string): Promise<void> => {
  await page.goto(screen)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await settled(page)
}

/**
 * Returns a function that waits until a page has received and rendered all that it requests, also what it requests only after
 * it has rendered the rest.
 */
export const watchRequests = (page: Page): (() => Promise<void>) => {
  const open = new Set<Request>()
  page.on('request', request => open.add(request))
  page.on('requestfinished', request => open.delete(request))
  page.on('requestfailed', request => open.delete(request))
  return async () => {
    do {
      await expect.poll(() => open.size, { intervals: [20] }).toBe(0)
      // Rendering, and what it requests, comes before the page is idle.
      await page.evaluate(async () => {
        for (let times = 0; times < 3; times += 1) await new Promise(resolve => requestIdleCallback(resolve))
      })
      await settled(page)
    } while (open.size > 0)
  }
}
