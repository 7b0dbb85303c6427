import type { Frame, Page } from '@playwright/test'

/** Faults of a screen that axe does not check; each function returns one line per fault. */

/** By how many pixels the page is wider than its window, when it scrolls sideways. */
export const overflow = (): string[] => {
  const over = document.documentElement.scrollWidth - document.documentElement.clientWidth
  return over > 0 ? [`${over} pixels too wide`] : []
}

/** Cards, dialogs and buttons whose content is wider than they are, so that it is clipped or overlaps others. */
export const cut = (): string[] =>
  [
    ...document.querySelectorAll<HTMLElement>(
      '.Card_card, dialog[open], [data-slot="note"], [data-slot="button"], [data-slot="pill"]',
    ),
  ]
    .filter(part => part.checkVisibility() && part.scrollWidth > part.clientWidth + 2)
    .filter(part => getComputedStyle(part).overflowX !== 'auto')
    .map(part => `${part.className} is cut: ${part.innerText.slice(0, 40)}`)

/** Anything but one main part, one first heading and a title that names the screen. */
const outline = (): string[] => [
  ...['main', 'h1'].flatMap(role => {
    const { length } = document.querySelectorAll(role)
    return length === 1 ? [] : [`${length} of ${role}`]
  }),
  ...(/^[A-Za-z ]+, Fairfile$/.test(document.title) ? [] : [`the title is ${document.title}`]),
]

/** Buttons and links of one table that have the same name but different targets. */
const sameNames = (): string[] => {
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
}

/** Main targets smaller than 44 pixels: the main button, buttons in bars, tabs, and fields (their height). */
const smallTargets = (): string[] =>
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
    )

/** Animations that run despite reduced motion. */
const moving = (): string[] =>
  document
    .getAnimations()
    .filter(({ playState }) => playState === 'running')
    .map(animation => `something moves: ${animation instanceof CSSAnimation ? animation.animationName : ''}`)

/**
 * Pairs of controls whose boxes intersect. A link that wraps has a box on each line. Fixed and sticky controls cover others
 * while scrolling and are compared only with each other; a button may be inside its own field.
 */
export const intersections = (): string[] => {
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
}

type Check = () => string[]

/** Runs checks in the page, all in one call; each uses nothing outside itself. */
const run = (page: Page, checks: readonly Check[]) =>
  page.evaluate<string[]>(`[${checks.join(', ')}].flatMap(check => check())`)

export const outlineFaults = (page: Page) => run(page, [outline])
export const cutParts = (page: Page) => run(page, [cut])
export const reflowFaults = (page: Page) => run(page, [overflow, cut])
/** What is looked for on a phone only. */
export const phoneFaults = (page: Page) => run(page, [smallTargets, sameNames, moving])

/** Responsive tables that are no longer a table with headers for assistive technology. */
export const brokenTables = async (page: Page): Promise<string[]> => {
  const trees = await Promise.all(
    (await page.locator('table.ResponsiveTable_table').all()).map(table => table.ariaSnapshot()),
  )
  return trees
    .filter(tree => !['table', 'row', 'columnheader', 'cell'].every(role => tree.includes(`- ${role}`)))
    .map(tree => `no table to assistive technology: ${tree.slice(0, 60)}`)
}

/** Adds styles to a page, until the returned function is called. */
const withStyles = async (page: Page | Frame, styles: string): Promise<() => Promise<void>> => {
  await page.evaluate(css => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }, styles)
  return () =>
    page.evaluate(() => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1)
    })
}

const spaced = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
p { margin-block-end: 2em !important }`

/** Sets the widest text spacing of WCAG 1.4.12, until the returned function is called. */
export const widenText = (page: Page | Frame) => withStyles(page, spaced)

/**
 * A copy of the page in a frame, which is the window for media queries, viewport units and fixed parts. It is laid out at
 * many widths in one call, without painting: in less than half the time that resizing the window takes. No scripts run in it,
 * so it is only for pages whose scripts do nothing at another width, and without a modal dialog, which would not be modal.
 */
export const copyInFrame = async (page: Page): Promise<Frame> => {
  await page.evaluate(() => {
    document.querySelector('[name="copy"]')?.remove()
    const frame = document.createElement('iframe')
    frame.name = 'copy'
    frame.style.cssText = 'position: fixed; height: 900px; border: 0; visibility: hidden'
    document.body.append(frame)
  })
  const frame = page.frame('copy')
  if (frame === null) throw new Error('The page has no frame for its copy.')
  // Without a doctype the layout would differ. Scripts may not write one (Trusted Types), the protocol may.
  const protocol = await page.context().newCDPSession(page)
  const { frameTree } = await protocol.send('Page.getFrameTree')
  const frameId = frameTree.childFrames?.find(({ frame: { name } }) => name === 'copy')?.frame.id ?? ''
  await protocol.send('Page.setDocumentContent', { frameId, html: '<!doctype html>' })
  await protocol.detach()
  await frame.evaluate(async () => {
    if (document.compatMode !== 'CSS1Compat') throw new Error('The copy has no doctype.')
    const root = document.importNode(parent.document.documentElement, true)
    for (const part of root.querySelectorAll('script, iframe, link:not([rel="stylesheet"])')) part.remove()
    const sheets = [...root.querySelectorAll('link')]
    const loaded = sheets.map(sheet => new Promise(resolve => sheet.addEventListener('load', resolve)))
    document.documentElement.replaceWith(root)
    await Promise.all(loaded)
    // Fonts are loaded when a layout needs them.
    root.getBoundingClientRect()
    await document.fonts.ready
  })
  await withStyles(frame, '* { content-visibility: visible !important }')
  return frame
}

const atWidths = (checks: readonly Check[], widths: readonly number[]): string[] => {
  const frame = parent.document.querySelector<HTMLElement>('[name="copy"]')
  if (frame === null) throw new Error('Only the copy gets other widths.')
  return widths.flatMap(width => {
    frame.style.width = `${width}px`
    return checks.flatMap(check => check()).map(fault => `at ${width}: ${fault}`)
  })
}

/** What the checks find in a copy at each of the widths. */
export const faultsAtWidths = (copy: Frame, widths: readonly number[], checks: readonly Check[]) =>
  copy.evaluate<string[]>(`(${atWidths.toString()})([${checks.join(', ')}], ${JSON.stringify(widths)})`)

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
