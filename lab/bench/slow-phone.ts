import { type Browser, type BrowserContext, type Page } from '@playwright/test'
import { launchChromium } from '../../e2e/chromium.ts'
import { maya, signIn } from '../../e2e/people.ts'
import { settled } from '../../e2e/settled.ts'
import { say } from './measure.ts'
import { withProduct } from './product.ts'

/**
 * How long a person with a slow phone waits: a processor four times slower, 1.6 Mbit/s with 150 ms of latency, and an empty
 * cache, compared with the same phone on this machine's own processor and network.
 */

type Phone = { processor: number; network: { latency: number; bitsPerSecond: number } | null }

const phones = {
  'slow phone': { processor: 4, network: { latency: 150, bitsPerSecond: 1_600_000 } },
  'this machine': { processor: 1, network: null },
} as const satisfies Record<string, Phone>

const makeSlow = async (page: Page, { processor, network }: Phone) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  if (network) {
    const bytes = network.bitsPerSecond / 8
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: network.latency,
      downloadThroughput: bytes,
      uploadThroughput: bytes,
    })
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: processor })
}

/**
 * Largest contentful paint, cumulative layout shift, and the longest time from a press to its next frame, in milliseconds, as the
 * web vitals define them: a shift within 500 ms of an input is a response to it and does not count, and only an event that
 * belongs to an interaction is a press, not a pointer that happens to be over the page while it loads.
 */
const measure = async (
  page: Page,
  press: () => Promise<void>,
): Promise<{ paint: number; shift: number; press: number }> => {
  // Observe before the press: events shorter than 104 ms are not buffered for later observers.
  const observed = await page.evaluateHandle(() => {
    const entries: PerformanceEntry[] = []
    for (const type of ['largest-contentful-paint', 'layout-shift', 'event']) {
      const wanted = { type, buffered: true, durationThreshold: 16 }
      new PerformanceObserver(list => entries.push(...list.getEntries())).observe(wanted)
    }
    return entries
  })
  await press()
  // A press is reported once its frame is shown.
  await page.waitForTimeout(1_000)
  return observed.evaluate(entries => {
    const ofType = (type: string) => entries.filter(({ entryType }) => entryType === type)
    const shiftOf = (entry: PerformanceEntry): number =>
      'value' in entry &&
      typeof entry.value === 'number' &&
      'hadRecentInput' in entry &&
      !entry.hadRecentInput
        ? entry.value
        : 0
    const isPress = (entry: PerformanceEntry) => 'interactionId' in entry && entry.interactionId !== 0
    return {
      paint: ofType('largest-contentful-paint').at(-1)?.startTime ?? Number.NaN,
      shift: ofType('layout-shift').reduce((sum, entry) => sum + shiftOf(entry), 0),
      press: Math.max(0, ...entries.filter(isPress).map(({ duration }) => duration)),
    }
  })
}

type Screen = { address: string; signedIn: boolean; press: (page: Page) => Promise<void> }

const screens: readonly Screen[] = [
  {
    address: '/login',
    signedIn: false,
    press: async page => {
      await page.getByLabel('Mobile number').pressSequentially('2025550143')
      await page.getByRole('button', { name: /^Switch to/ }).click()
    },
  },
  {
    address: '/analytics/overview',
    signedIn: true,
    press: async page => {
      for (const name of ['Accounts', 'Inquiries', 'Overview']) {
        await page.getByRole('tab', { name, exact: true }).click()
        await settled(page)
      }
    },
  },
  {
    address: '/analytics/report',
    signedIn: true,
    press: async page => page.getByRole('button', { name: /^Switch to/ }).click(),
  },
  {
    address: '/disputes/new/account',
    signedIn: true,
    press: async page => page.getByRole('checkbox').first().click(),
  },
  {
    address: '/profile',
    signedIn: true,
    press: async page => page.getByRole('button', { name: /^Switch to/ }).click(),
  },
]

type SavedState = Awaited<ReturnType<BrowserContext['storageState']>>

const visitAs = async (browser: Browser, url: string, state: SavedState, phone: Phone, screen: Screen) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    baseURL: url,
    storageState: screen.signedIn ? state : undefined,
  })
  const page = await context.newPage()
  await makeSlow(page, phone)
  // The page is not queried before it has loaded: the script that Playwright injects for this takes 80 ms at this speed.
  await page.goto(screen.address, { waitUntil: 'networkidle' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await settled(page)
  const found = await measure(page, () => screen.press(page))
  await context.close()
  return found
}

export const slowPhone = async (): Promise<void> => {
  say('First visit with an empty cache: largest paint, layout shift, slowest press. Embedded database')
  await withProduct({}, async ({ url }) => {
    const browser = await launchChromium()
    try {
      const first = await browser.newPage({ baseURL: url })
      await signIn(first, maya)
      const state = await first.context().storageState()
      for (const screen of screens)
        for (const [name, phone] of Object.entries(phones)) {
          const { paint, shift, press } = await visitAs(browser, url, state, phone, screen)
          say(
            `  ${screen.address.padEnd(24)} ${name.padEnd(13)} paint ${paint.toFixed(0).padStart(5)} ms, shift ${shift.toFixed(3)}, press ${press.toFixed(0).padStart(4)} ms`,
          )
        }
    } finally {
      await browser.close()
    }
  })
}
