import type { Page } from '@playwright/test'

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
