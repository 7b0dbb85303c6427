import type { Locator, Page } from '@playwright/test'
import { hasFocus } from './focus.ts'

const maxStops = 120

/** What is wrong with the focus: no visible ring, or covered by the bottom bar or a step's buttons, or out of the window. */
export const focusFault = async (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const part = document.activeElement
    if (part === null || part === document.body) return null
    const named = `${part.tagName} ${part.getAttribute('aria-label') ?? part.textContent.trim().slice(0, 30)}`
    const ringOf = (shown: Element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(shown)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    }
    // A choice and a file picker draw the ring around the whole component.
    const shown = [
      part,
      part.closest('[data-slot="choice"], .FilePicker_drop, label'),
      part.nextElementSibling,
    ]
    const ringed = shown.find(each => each !== null && ringOf(each))
    if (ringed === undefined || ringed === null) return `${named} shows no ring`
    // A visually hidden input counts at the position of its label, and of a choice the ring includes the whole row.
    const isInside = part.matches('.text_visuallyHidden') || ringed.matches('[data-slot="choice"]')
    const box = (isInside ? ringed : part).getBoundingClientRect()
    const bar = document.querySelector('.Shell_bottomBar')?.getBoundingClientRect()
    const foot = Math.min(
      bar && bar.height > 0 && part.closest('.Shell_bottomBar') === null ? bar.top : innerHeight,
      ...[...document.querySelectorAll('.wizard_footer')]
        .filter(ways => part.compareDocumentPosition(ways) === Node.DOCUMENT_POSITION_FOLLOWING)
        .map(ways => ways.getBoundingClientRect().top),
    )
    if (box.top >= foot || box.bottom <= 0) return `${named} is out of sight`
    return box.height < foot && box.bottom > foot + 1 ? `${named} is partly under the bar` : null
  })

/** Presses Tab until an element has the focus. Throws if an element on the way does not show its focus. */
export const tabTo = async (page: Page, goal: Locator): Promise<void> => {
  for (let stop = 0; stop < maxStops; stop++) {
    await page.keyboard.press('Tab')
    const fault = await focusFault(page)
    if (fault !== null) throw new Error(`With the focus there, ${fault}.`)
    if (await hasFocus(goal)) return
  }
  throw new Error(`Tab does not lead to ${String(goal)}.`)
}

/** Presses Tab through the whole page once; returns the number of stops. */
export const tabThrough = async (page: Page): Promise<number> => {
  for (let stop = 0; stop < maxStops; stop++) {
    await page.keyboard.press('Tab')
    const fault = await focusFault(page)
    if (fault !== null) throw new Error(`With the focus there, ${fault}.`)
    if (await page.evaluate(() => document.activeElement === document.body)) return stop
  }
  return maxStops
}
