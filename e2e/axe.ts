import type { Page } from '@playwright/test'

/** In the page. */
declare const axe: typeof import('axe-core')

/** Texts, and fields to type in, by a key: everything on which axe's result for their contrast depends. */
type Texts = Map<string, Element[]>

/** axe's rules in addition to contrast: all that are on by default and the target size, some, or none. */
type Rules = 'all' | string[] | 'none'
/** `excluded`: selectors of what no rule checks. */
type Run = { excluded: string[]; rules: Rules }

/** How the key of a text begins that has no equal. */
const alone = 'alone '

/**
 * The shown texts of a page, or of its open modal dialog. Two with the same key have the same color, size, weight and shadow,
 * and the same backgrounds of their ancestors behind them. A text is alone if the box of any other element with a background
 * contains the center of one of its lines, which is where axe looks for backgrounds. Left out is what axe leaves out: what is
 * disabled, inert or visually hidden.
 */
const textsOf = ({ excluded, prefix }: { excluded: string; prefix: string }): Texts => {
  const root = document.querySelector('dialog:modal') ?? document.body
  type Paint = { part: Element; look: string; boxes: DOMRect[] }
  const paints = new Map<Element, Paint>()
  const rows = new Map<number, Set<Paint>>()
  const rowOf = (y: number) => Math.floor(y / 32)
  for (const part of document.querySelectorAll(
    excluded === '' ? '*' : `:not(${excluded}, :is(${excluded}) *)`,
  )) {
    const { backgroundColor, backgroundImage, opacity, position, zIndex } = getComputedStyle(part)
    const replaced = part.matches('img, svg, canvas, video, iframe') ? part.localName : ''
    const own = `${replaced} ${backgroundColor} ${backgroundImage} ${opacity}`
    if (own === ' rgba(0, 0, 0, 0) none 1') continue
    const boxes = [...part.getClientRects()]
    const paint = { part, look: `${own} ${position} ${zIndex}`, boxes }
    paints.set(part, paint)
    for (const { top, bottom } of boxes)
      for (let row = rowOf(top); row <= rowOf(bottom); row++)
        rows.set(row, (rows.get(row) ?? new Set()).add(paint))
  }
  const chains = new Map<Element, Paint[]>()
  const chainOf = (part: Element): Paint[] => {
    const known = chains.get(part)
    if (known) return known
    const above = part.parentElement ? chainOf(part.parentElement) : []
    const own = paints.get(part)
    const chain = own ? [...above, own] : above
    chains.set(part, chain)
    return chain
  }

  const fields =
    ':is(input:not([type="checkbox"], [type="radio"], [type="range"], [type="hidden"]), select, textarea)'
  const shown = new Set(root.querySelectorAll(fields))
  const words = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (words.nextNode()) {
    const { parentElement: part, nodeValue } = words.currentNode
    if (part && nodeValue?.trim()) shown.add(part)
  }
  const linesOf = (part: Element) => {
    const range = document.createRange()
    return [...part.childNodes]
      .filter(child => child.nodeType === Node.TEXT_NODE && child.nodeValue?.trim())
      .flatMap(child => {
        range.selectNodeContents(child)
        return [...range.getClientRects()]
      })
  }
  const scrolledBy = ({ scrollTop, parentElement }: Element): number =>
    scrollTop + (parentElement ? scrolledBy(parentElement) : 0)
  const unchecked = `:disabled, [aria-disabled="true"], [inert], option, script, style, .text_visuallyHidden${excluded && `, ${excluded}`}`
  const texts: Texts = new Map()
  for (const part of shown) {
    if (part.closest(unchecked)) continue
    if (!part.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    const isField = part.matches(fields)
    const centers = (isField ? [...part.getClientRects()] : linesOf(part)).map(box => ({
      x: box.x + box.width / 2,
      y: box.y + box.height / 2,
    }))
    const isOn = (paint: Paint, { x, y }: { x: number; y: number }) =>
      paint.boxes.some(box => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom)
    const howMuch = (paint: Paint) => {
      const { length } = centers.filter(center => isOn(paint, center))
      return length === centers.length ? 'all' : length === 0 ? 'none' : 'some'
    }
    const chain = chainOf(part)
    const others = new Set(centers.flatMap(({ y }) => [...(rows.get(rowOf(y)) ?? [])]))
    for (const paint of chain) others.delete(paint)
    const isAlone = [...others].some(paint => howMuch(paint) !== 'none')
    if (centers.every(({ y }) => y < 0 && y + scrolledBy(part) < 0)) continue
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(part)
    const shared = [
      isField ? `${part.localName} ${part.matches(':placeholder-shown')}` : '',
      `${color} ${fontSize} ${fontWeight} ${textShadow}`,
      ...chain.map(paint => `in ${howMuch(paint)} ${paint.look}`),
    ].join('|')
    const key = isAlone ? `${prefix}${texts.size}` : shared
    const same = texts.get(key)
    if (same) same.push(part)
    else texts.set(key, [part])
  }
  return texts
}

/**
 * Runs axe's rules, and checks texts: one for each key, and the others with that key unless its contrast is enough or, because
 * of a picture behind it, not measurable. Other reasons of axe for not measuring do not follow from the key. One run does
 * both, because axe's preparation (its tree of the page and its map of what lies over what) takes as long as all rules.
 */
const runAxe = async ({ texts, keys, excluded, rules }: Run & { texts: Texts; keys: string[] }) => {
  const contrast = 'color-contrast'
  const decided: unknown[] = [undefined, 'imgNode', 'bgGradient', 'bgImage']
  const faults: string[] = []
  const done: string[] = []
  const failed = new Set<string | undefined>()
  // axe would serialize every element that it checks; only the faults' markup is needed.
  axe.configure({ noHtml: true, rules: [{ id: contrast, selector: '[data-contrast]' }] })
  const check = async (parts: Map<Element, string>, others: Rules) => {
    if (parts.size === 0 && others === 'none') return
    for (const part of parts.keys()) part.setAttribute('data-contrast', '')
    // axe compares each line of an inline element with all of its lines: seconds for the text of Raw Data.
    const long = [...parts.keys()]
      .filter(part => part instanceof HTMLElement)
      .filter(part => part.getClientRects().length > 100)
    for (const part of long) part.style.display = 'block'
    const include = document.querySelector('dialog:modal') ? 'dialog:modal' : ':root'
    const { violations, passes, incomplete } = await axe.run(
      { include, exclude: excluded.map(each => [each]) },
      {
        // Not by default: the target size (WCAG 2.2, 2.5.8).
        ...(others === 'all'
          ? { rules: { 'target-size': { enabled: true } } }
          : { runOnly: { type: 'rule', values: [contrast, ...(others === 'none' ? [] : others)] } }),
        // None of these rules reads the style sheets, which axe would load again each time.
        preload: { assets: ['media'] },
        resultTypes: ['violations', 'passes', 'incomplete'],
        // A unique selector for each element takes a third of the time; a violation is shown by its markup instead.
        selectors: false,
        elementRef: true,
      },
    )
    for (const part of long) part.style.display = ''
    for (const part of parts.keys()) part.removeAttribute('data-contrast')
    for (const { id, help, nodes } of violations)
      for (const { element } of nodes) {
        faults.push(`${id}: ${help} (${element?.outerHTML.slice(0, 300)})`)
        if (id === contrast) failed.add(element && parts.get(element))
      }
    for (const { id, nodes } of [...passes, ...incomplete])
      for (const { element, any } of id === contrast ? nodes : []) {
        const key = element && parts.get(element)
        const data: unknown = any[0]?.data
        const reason = typeof data === 'object' && data && 'messageKey' in data && data.messageKey
        if (key !== undefined && decided.includes(reason)) done.push(key)
      }
  }
  const ofEach = (choose: (same: Element[]) => Element[], some: string[]) =>
    new Map(some.flatMap(key => choose(texts.get(key) ?? []).map(part => [part, key] as const)))
  await check(
    ofEach(same => same.slice(0, 1), keys),
    rules,
  )
  const left = keys.filter(key => !done.includes(key))
  await check(
    ofEach(same => same.slice(1), left),
    'none',
  )
  return { faults: [...new Set(faults)], done: done.filter(key => !failed.has(key)) }
}

/** Keys that need no further check; a key with a fault is never among them. Every screen repeats most of the others'. */
const checked = new Set<string>()

/** What axe finds on a page, or on its open modal dialog, about the contrast of its texts and by other rules. axe must be in it. */
export const axeFaults = async (page: Page, { excluded, rules }: Run): Promise<string[]> => {
  const texts = await page.evaluateHandle(textsOf, { excluded: excluded.join(), prefix: alone })
  const keys = (await texts.evaluate(all => [...all.keys()])).filter(key => !checked.has(key))
  const { faults, done } =
    keys.length === 0 && rules === 'none'
      ? { faults: [], done: [] }
      : await page.evaluate(runAxe, { texts, keys, excluded, rules })
  await texts.dispose()
  for (const key of done) if (!key.startsWith(alone)) checked.add(key)
  return faults
}
