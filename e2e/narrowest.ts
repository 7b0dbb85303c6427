import type { Page } from '@playwright/test'
import { cutParts, widenText } from './screen-faults.ts'

/** What is clipped at 320 pixels, with normal text and with the widest text spacing. */
export const cutAtNarrowest = async (page: Page): Promise<string[]> => {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 900 })
  const faults = await cutParts(page)
  const undo = await widenText(page)
  faults.push(...(await cutParts(page)))
  await undo()
  if (before) await page.setViewportSize(before)
  return faults
}
