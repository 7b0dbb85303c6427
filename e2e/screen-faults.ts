import type { Page } from '@playwright/test'

/** Faults of a screen that axe does not check; each function returns one line per fault. */

/** Cards, dialogs and buttons whose content is wider than they are, so that it is clipped or overlaps others. */
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

/** Buttons and links of one table that have the same name but different targets. */
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

/** Main targets smaller than 44 pixels: the main button, buttons in bars, tabs, and fields (their height). */
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

/** Animations that run despite reduced motion. */
export const moving = async (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .map(
        animation => `something moves: ${animation instanceof CSSAnimation ? animation.animationName : ''}`,
      ),
  )

/** Responsive tables that are no longer a table with headers for assistive technology. */
export const brokenTables = async (page: Page): Promise<string[]> => {
  const trees = await Promise.all(
    (await page.locator('table.ResponsiveTable_table').all()).map(table => table.ariaSnapshot()),
  )
  return trees
    .filter(tree => !['table', 'row', 'columnheader', 'cell'].every(role => tree.includes(`- ${role}`)))
    .map(tree => `no table to assistive technology: ${tree.slice(0, 60)}`)
}

/**
 * Pairs of controls whose boxes intersect. A link that wraps has a box on each line. Fixed and sticky controls cover others
 * while scrolling and are compared only with each other; a button may be inside its own field.
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

const unpainted = `* { content-visibility: visible !important }
html { clip-path: inset(100%) !important }`

/**
 * Also lays out parts outside the viewport, until the returned function is called. Nothing is painted meanwhile: painting takes
 * a fifth of the time at another width, and the checks here read only boxes.
 */
export const layOutUnpainted = (page: Page) => withStyles(page, unpainted)

const spaced = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
p { margin-block-end: 2em !important }`

/** Sets the widest text spacing of WCAG 1.4.12, until the returned function is called. */
export const widenText = (page: Page) => withStyles(page, spaced)

/** All text of a page: what is shown and typed, its title, its URL and its storage. */
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
