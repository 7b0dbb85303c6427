import type { Locator } from '@playwright/test'
import { expect } from '@playwright/test'

/** Whether a part of the page has the focus. */
export const hasFocus = (part: Locator): Promise<boolean> =>
  part.evaluate(element => element === document.activeElement)

/** Waits until a part of the page has the focus. */
export const getsFocus = async (part: Locator): Promise<void> => {
  await expect.poll(() => hasFocus(part)).toBe(true)
}
