import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { z } from 'zod'
import { post } from '#test/support/people/new-user.ts'
import { disputeAtExperian, signedInWithReport } from './disputing.ts'
import { accessFaults, address, journey } from './journey.ts'
import { newUser } from './new-people.ts'
import { maya, morgan, openClient, signInManager } from './people.ts'
import {
  brokenTables,
  copyInFrame,
  cut,
  everyText,
  faultsAtWidths,
  intersections,
  outlineFaults,
  overflow,
  phoneFaults,
  reflowFaults,
  widenText,
} from './screen-faults.ts'
import { asManager, beforeSignIn, inOpenedAccount, ofDispute, signedIn } from './screens.ts'
import { settled, visit, watchRequests } from './settled.ts'

/** Phones, tablets, laptops, wide screens, in addition to the two widths of `looks`. */
const devices = [320, 360, 600, 768, 900, 1024, 1280, 1920]
/** The narrowest window of each layout of the style sheets, where there is least room; windows are given in rem. */
const narrowest = globSync(path.join(import.meta.dirname, '../src/**/*.css'))
  .flatMap(file => readFileSync(file, 'utf8').match(/@media[^{]+/g) ?? [])
  .flatMap(query => [...query.matchAll(/max-width: ([\d.]+)rem|([\d.]+)rem < width|min-width: ([\d.]+)rem/g)])
  .map(([, max, above, min]) =>
    min === undefined ? Math.floor(Number(max ?? above) * 16) + 1 : Math.ceil(Number(min) * 16),
  )
if (narrowest.length === 0) throw new Error('No layout was found in the style sheets.')
/** From here only the margins grow: the sidebar, and `main` and the header at their `max-inline-size`, have room. */
const widest = 1664
const needed = [...new Set([...devices, ...narrowest, widest])].toSorted((one, other) => one - other)
/** At most 64 pixels apart up to there, because parts of a page also adapt to the room that they have. */
const between = needed.flatMap((to, at) => {
  const from = needed[at - 1] ?? to
  const parts = to > widest ? 1 : Math.ceil((to - from) / 64)
  return Array.from({ length: parts }, (_, part) => Math.round(from + ((to - from) * part) / parts))
})
const everyWidth = [...new Set([...needed, ...between])].toSorted((one, other) => other - one)
/** Widths at which the text is also widened. */
const widened = [320, 1280]

/** Maya's number as in her reports, and anything with the form of an unmasked number. */
const neverShown = /666-?34-?4417|\b\d{3}-\d{2}-\d{4}\b/

/** Changes only what differs, because each change costs a layout. */
const setLook = async (page: Page, scheme: 'light' | 'dark', width: number) => {
  if ((await page.evaluate(() => document.documentElement.dataset.theme)) !== scheme) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.locator(`html[data-theme="${scheme}"]`).waitFor()
  }
  if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: 900 })
}

/**
 * All rules on a light desktop and a dark phone; only the colors the other way round. Each differs from the previous in one
 * thing.
 */
const looks = [
  ['light', 1440, 'whole'],
  ['light', 390, 'colors'],
  ['dark', 390, 'first of each'],
  ['dark', 1440, 'colors'],
] as const

/** All requirements of a screen, at every width, light and dark; each fault is one line. */
const faultsOf = async (page: Page, order: readonly (typeof looks)[number][]): Promise<string[]> => {
  const found: string[] = []
  const note = (where: string, faults: readonly string[]) =>
    found.push(...faults.map(fault => `${where}: ${fault}`))
  found.push(...(await outlineFaults(page)))
  if (neverShown.test(await everyText(page))) found.push('a Social Security number is on the page')

  for (const [scheme, width, what] of order) {
    await setLook(page, scheme, width)
    note(`${scheme} ${width}`, [...(await accessFaults(page, what)), ...(await reflowFaults(page))])
    if (what === 'first of each')
      note('at 390', [...(await phoneFaults(page)), ...(await brokenTables(page))])
  }
  const copy = await copyInFrame(page)
  found.push(...(await faultsAtWidths(copy, everyWidth, [overflow, cut, intersections])))
  await widenText(copy)
  note('wide text', await faultsAtWidths(copy, widened, [overflow, cut]))
  return found
}

const walk = async (page: Page, screens: readonly string[], ready = async () => {}) => {
  const found: string[] = []
  const messages: string[] = []
  page.on('console', message => messages.push(message.text()))
  const complete = watchRequests(page)
  for (const [at, screen] of screens.entries()) {
    await visit(page, screen)
    await ready()
    await complete()
    // From the theme in which the last one ended.
    const order = at % 2 === 0 ? looks : looks.toReversed()
    found.push(...(await faultsOf(page, order)).map(fault => `${screen}, ${fault}`))
  }
  expect(found).toEqual([])
  expect(messages.join('\n')).not.toMatch(neverShown)
}

const good = [
  'has one main part and one first heading',
  'is free of what axe finds',
  'reflows at every width, with wide text too, where no two things to press intersect',
  'shows no whole Social Security number',
].join(', ')

for (const [section, screens] of Object.entries(signedIn)) {
  journey(`Every screen of ${section} ${good}`, async ({ open }) => {
    await walk(await open({ signedIn: true }), screens)
  })
}

journey(`Every screen of a dispute ${good}`, async ({ open }) => {
  const { page, person } = await signedInWithReport(open, 'max')
  const id = await disputeAtExperian(person.accessToken)
  await walk(
    page,
    ofDispute.map(part => `/disputes/${id}${part}`),
  )
})

journey(`Every screen before sign-in ${good}`, async ({ open }) => {
  await walk(await open(), beforeSignIn)
})

const Tokens = z.object({ accessToken: z.string() })
const Found = z.object({ data: z.array(z.object({ id: z.string() })) })

/** A client with a note, a task and a place in a round; returns the URLs of the client's page and the round's. */
const clientAtTheDesk = async (): Promise<string[]> => {
  const { phoneNumber } = await newUser()
  const { email, password } = morgan
  const { accessToken } = Tokens.parse(await post(address, '/manager/login', { email, password }))
  const headers = { authorization: `Bearer ${accessToken}` }
  const found = await fetch(`${address}/api/v1/manager/clients?query=${encodeURIComponent(phoneNumber)}`, {
    headers,
  })
  const clientId = Found.parse(await found.json()).data[0]?.id ?? ''
  const me = z
    .object({ id: z.string() })
    .parse(await (await fetch(`${address}/api/v1/manager/info`, { headers })).json())
  const [at, round] = [`/manager/clients/${clientId}`, crypto.randomUUID()]
  await post(address, `${at}/notes`, { text: 'Sent the ID on Monday.', shared: true }, accessToken)
  const task = { text: 'Read the answer', dueOn: '2026-12-01', assigneeId: me.id, shared: false }
  await post(address, `${at}/tasks`, task, accessToken)
  const chosen = { id: round, step: 'how_verified', clientIds: [clientId] }
  await post(address, '/manager/rounds', chosen, accessToken)
  return [at, `/manager/rounds/${round}`]
}

journey(`Every screen of a manager ${good}`, async ({ open }) => {
  const page = await open()
  await signInManager(page)
  await walk(page, [...asManager, ...(await clientAtTheDesk())], async () => {
    await page.getByRole('navigation', { name: 'Staff' }).waitFor()
    await settled(page)
  })
  await page.goto('/manager')
  await openClient(page, maya.phoneNumber, '')
  await walk(page, inOpenedAccount, () => page.getByRole('timer').waitFor())
})

journey('A section URL without a tab opens the first tab', async ({ open }) => {
  const page = await open({ signedIn: true })
  for (const [named, opened] of [
    ['/analytics', '/analytics/overview'],
    ['/tradelines', '/tradelines/calculator'],
    ['/plan', '/plan/goal'],
  ] as const) {
    await page.goto(named)
    await page.waitForURL(opened)
  }
})
