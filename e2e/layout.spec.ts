import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { journey } from './journey.ts'
import { newUser } from './new-people.ts'
import { signInOnScreen } from './people.ts'
import { copyInFrame, faultsAtWidths } from './screen-faults.ts'
import { settled, visit } from './settled.ts'

/** From the width at which the sidebar appears to the widest window for which the design has a layout. */
const widths = Array.from({ length: 46 }, (_, step) => 769 + step * 15)

/** Overlapping parts of the header or of the tab row; the text of a part counts if it is wider than the part. */
const overlaps = (): string[] => {
  const rows = [
    '.Shell_header h1, .Shell_header .Shell_plan, .Shell_header .Shell_user > *, .Shell_header [data-slot="button"]',
    '.Tabs_tabRow [role="tab"], .Tabs_tabRow .Tabs_status > *',
  ]
  const boxOf = (part: Element) => {
    const content = document.createRange()
    content.selectNodeContents(part)
    const [own, text] = [part.getBoundingClientRect(), content.getBoundingClientRect()]
    return text.width === 0
      ? own
      : { left: own.left, right: Math.max(own.right, text.right), top: text.top, bottom: text.bottom }
  }
  return rows.flatMap(row => {
    const parts = [...document.querySelectorAll(row)].map(part => ({ part, box: boxOf(part) }))
    return parts.flatMap(({ part, box }, at) =>
      parts
        .slice(at + 1)
        .filter(({ box: other }) => {
          const across = Math.min(box.right, other.right) - Math.max(box.left, other.left)
          const down = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top)
          return across > 1 && down > 1
        })
        .map(({ part: other }) => `${part.textContent} and ${other.textContent}`),
    )
  })
}

/** Scores whose digits overlap the arc of their dial (its inner edge: radius 92 minus half a stroke of 11). */
const digitsOverArc = (): string[] =>
  [...document.querySelectorAll('.ScoreCard_dial')].flatMap(dial => {
    const picture = dial.querySelector('svg')?.getBoundingClientRect()
    const digits = dial.querySelector('.ScoreCard_value b')
    if (!picture || !digits) return []
    const content = document.createRange()
    content.selectNodeContents(digits)
    const text = content.getBoundingClientRect()
    const size = Number.parseFloat(getComputedStyle(digits).fontSize)
    const scale = picture.width / 220
    // Digits are 0.73 em tall (Inter) and centered in their line.
    const rise = picture.top + 106 * scale - ((text.top + text.bottom) / 2 - 0.365 * size)
    const reach = Math.hypot(text.width / 2, rise) / scale
    return reach > 86.5 ? [`${digits.textContent} reaches ${reach.toFixed(1)}`] : []
  })

journey('Tabs, header and scores do not overlap at any width', async ({ open }) => {
  const page = await open({ signedIn: true })
  await visit(page, '/analytics/overview')
  await page.getByText(/^Report of /).waitFor()
  await expect(page.locator('.ScoreCard_dial')).toHaveCount(3)
  const found: string[] = []
  for (const menu of ['open', 'collapsed']) {
    const faults = await faultsAtWidths(await copyInFrame(page), widths, [overlaps, digitsOverArc])
    found.push(...faults.map(fault => `menu ${menu}, ${fault}`))
    if (menu === 'open') await page.getByRole('button', { name: 'Collapse menu' }).click()
  }
  expect(found).toEqual([])
})

/** Accounts with a part outside the card's border. */
const brokenCards = (): string[] =>
  [...document.querySelectorAll('.lists_account')]
    .filter(card => {
      const { right } = card.getBoundingClientRect()
      return [...card.querySelectorAll('*')].some(part => part.getBoundingClientRect().right > right + 1)
    })
    .map(card => String(card.getAttribute('aria-label')))

journey('Accounts stay inside their card at any width', async ({ open }) => {
  const page = await open({ signedIn: true })
  await visit(page, '/analytics/accounts')
  expect(await page.locator('.lists_account').count()).toBeGreaterThan(10)
  const all = [320, 390, 600, 769, 800, 850, 900, 960, 1024, 1280]
  expect(await faultsAtWidths(await copyInFrame(page), all, [brokenCards])).toEqual([])
})

/** The contrast of a part's text with its background, as defined by WCAG (1.4.3). */
const contrastOf = async (page: Page, selector: string): Promise<number> =>
  page.locator(selector).evaluate(part => {
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    if (context === null) throw new Error('no canvas')
    const luminance = (color: string) => {
      context.fillStyle = color
      context.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data]
        .map(value => value / 255)
        .map(value => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const { color, backgroundColor } = getComputedStyle(part)
    const [text, behind] = [luminance(color), luminance(backgroundColor)]
    return (Math.max(text, behind) + 0.05) / (Math.min(text, behind) + 0.05)
  })

journey('A busy button is readable under the pointer, in both themes', async ({ open }) => {
  const page = await open()
  const answers: (() => void)[] = []
  await page.route('**/api/v1/auth/sms/send', async route => {
    await new Promise<void>(answer => answers.push(answer))
    await route.fulfill({ status: 429, json: {} })
  })
  await page.goto('/login')
  await page.getByLabel('Mobile number').fill('(213) 555-0199')
  await page.getByRole('button', { name: 'Text me a code' }).click()
  const busy = '[data-variant="primary"][aria-disabled="true"]'
  await page.locator(busy).hover()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-theme="${colorScheme}"]`).waitFor()
    expect(await contrastOf(page, busy), colorScheme).toBeGreaterThanOrEqual(4.5)
  }
  for (const answer of answers) answer()
})

journey(
  'The first screen after sign-in opens at the top, and the menu fills the window',
  async ({ open }) => {
    const person = await newUser()
    for (const [width, height] of [
      [1440, 600],
      [390, 664],
    ] as const) {
      const page = await open({ width, height })
      await signInOnScreen(page, person)
      await settled(page)
      expect(await page.evaluate(() => scrollY), `how far ${width} is scrolled`).toBe(0)
      if (width < 769) continue
      await page.getByRole('link', { name: 'Profile' }).first().click()
      await page.getByText('This device').waitFor()
      await settled(page)
      const menu = page.getByRole('complementary', { name: 'Menu' })
      const collapse = page.getByRole('button', { name: 'Collapse menu' })
      for (const to of [0, 400]) {
        await page.evaluate(top => scrollTo({ top, behavior: 'instant' }), to)
        const [all, foot] = [await menu.boundingBox(), await collapse.boundingBox()]
        // A page whose content ends within a pixel scrolls by whole pixels.
        expect(all && all.y + all.height, `where the menu ends at ${to}`).toBeGreaterThan(height - 0.5)
        expect(foot && foot.y + foot.height, `where its foot ends at ${to}`).toBeCloseTo(height - 20, -1)
      }
    }
  },
)
