import type { Page } from '@playwright/test'

/** What can be wrong with a screen that axe does not look for; each gives one line a fault, none when all is well. */

/** Cards, dialogs and buttons whose content is wider than they are: what sticks out of them is cut or lies over others. */
export const cutParts = async (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        '.Card_card, dialog[open], [data-slot="note"], [data-slot="button"], [data-slot="pill"]',
      ),
    ]
      .filter(part => part.checkVisibility() && part.scrollWidth > part.clientWidth + 2)
      .filter(part => getComputedStyle(part).overflowX !== 'auto')
      .map(part => `${part.className} is cut: ${part.innerText.slice(0, 40)}`),
  )

/** Buttons and links of one table that carry the same name and lead to different places. */
export const sameNames = async (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const nameOf = (part: Element) => part.getAttribute('aria-label') ?? part.textContent.trim()
    return [...document.querySelectorAll('table')].flatMap(table => {
      const names = new Map<string, string>()
      return [...table.querySelectorAll<HTMLElement>('button, a, summary')]
        .filter(part => part.checkVisibility())
        .flatMap((part, at) => {
          const name = nameOf(part)
          const leadsTo = part.getAttribute('href') ?? `button ${at}`
          const before = names.get(name)
          names.set(name, leadsTo)
          return before === undefined || before === leadsTo ? [] : [`two of one table are called ${name}`]
        })
    })
  })

/** Main targets under 44 pixels a side: the main button, buttons in bars, tabs, and fields (their height). */
export const smallTargets = async (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        '[data-variant="primary"], .Shell_bottomBar a, .Shell_header [data-slot="button"], [role="tab"], [data-slot="field"] :is(input, select, textarea), [data-slot="choice"]',
      ),
    ]
      .filter(
        part =>
          part.checkVisibility() && !part.closest('table') && !part.classList.contains('text_visuallyHidden'),
      )
      .map(part => ({ part, box: part.getBoundingClientRect() }))
      .filter(({ box }) => box.height < 43.9 || box.width < 43.9)
      .map(
        ({ part, box }) =>
          `${Math.round(box.width)} by ${Math.round(box.height)}: ${part.ariaLabel ?? part.innerText.slice(0, 30)} ${part.className}`,
      ),
  )

/** Animations that run although the person asked for none (reduced motion). */
export const moving = async (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .map(
        animation => `something moves: ${animation instanceof CSSAnimation ? animation.animationName : ''}`,
      ),
  )

/** Tables that fold where it is narrow and are no table any more to assistive technology, in which heads go with rows. */
export const brokenTables = async (page: Page): Promise<string[]> => {
  const trees = await Promise.all(
    (await page.locator('table.ResponsiveTable_table').all()).map(table => table.ariaSnapshot()),
  )
  return trees
    .filter(tree => !['table', 'row', 'columnheader', 'cell'].every(role => tree.includes(`- ${role}`)))
    .map(tree => `no table to assistive technology: ${tree.slice(0, 60)}`)
}

/**
 * Pairs of things to press or type in whose boxes intersect. A link that wraps has a box on each line. What stays in place
 * while the page scrolls passes over the rest and is compared with its like only; a button may be in its own field.
 */
export const intersections = async (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const interactive =
      'a[href], button, input, select, textarea, summary, [role="tab"], [role="switch"], [tabindex="0"]'
    const layerOf = (part: Element): Element | null => {
      if (part.matches('dialog') || ['fixed', 'sticky'].includes(getComputedStyle(part).position)) return part
      return part.parentElement && layerOf(part.parentElement)
    }
    const boxes = [...document.querySelectorAll<HTMLElement>(interactive)]
      .filter(part => part instanceof HTMLElement && part.checkVisibility({ visibilityProperty: true }))
      .flatMap(part => [...part.getClientRects()].map(box => ({ part, box })))
      .filter(({ box }) => box.width > 2 && box.height > 2 && box.right > 0 && box.bottom + scrollY > 0)
      .toSorted((one, other) => one.box.top - other.box.top)
    const nameOf = (part: HTMLElement) =>
      `${part.localName} ${part.ariaLabel ?? (part.textContent.trim().slice(0, 30) || part.id)}`
    const pairs = boxes.flatMap(({ part, box }, at) => {
      const found: string[] = []
      for (const other of boxes.slice(at + 1)) {
        if (other.box.top > box.bottom - 1) break
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
        const down = Math.min(box.bottom, other.box.bottom) - other.box.top
        const related =
          part.contains(other.part) ||
          other.part.contains(part) ||
          (part.localName === 'input' && other.part.closest('[data-slot="field"]')?.contains(part))
        if (across > 1 && down > 1 && !related && layerOf(part) === layerOf(other.part))
          found.push(`${nameOf(part)} and ${nameOf(other.part)}`)
      }
      return found
    })
    return [...new Set(pairs)]
  })

const withStyles = async (page: Page, styles: string): Promise<() => Promise<void>> => {
  await page.evaluate(css => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets = [sheet]
  }, styles)
  return () =>
    page.evaluate(() => {
      document.adoptedStyleSheets = []
    })
}

/** Lays out parts that are out of sight like the others, until what it gives is called. */
export const layOutAll = (page: Page) => withStyles(page, '* { content-visibility: visible !important }')

const spaced = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
p { margin-block-end: 2em !important }`

/** Sets the text as wide as anybody may set it (WCAG 1.4.12), until what it gives is called. */
export const widenText = (page: Page) => withStyles(page, spaced)

/** Everything the page holds as text: what is shown, what is typed, its title, its address and what it stored. */
export const everyText = async (page: Page): Promise<string> =>
  page.evaluate(() =>
    [
      document.title,
      location.href,
      document.documentElement.outerHTML,
      ...[...document.querySelectorAll('input')].map(field => field.value),
      ...[...document.querySelectorAll('textarea')].map(field => field.value),
      JSON.stringify(localStorage),
      JSON.stringify(sessionStorage),
    ].join('\n'),
  )
