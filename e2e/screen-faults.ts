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

const spaced = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
p { margin-block-end: 2em !important }`

/** Sets the text as wide as anybody may set it (WCAG 1.4.12), until `undo` is called. */
export const widenText = async (page: Page): Promise<() => Promise<void>> => {
  await page.evaluate(css => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets = [sheet]
  }, spaced)
  return () =>
    page.evaluate(() => {
      document.adoptedStyleSheets = []
    })
}

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
