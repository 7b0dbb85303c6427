import { rm } from 'node:fs/promises'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { type FakeOpenAi, openFakeOpenAi } from '#test/fakes/fake-openai.ts'
import { type RunningServer, runServer } from '#test/support/run-server.ts'
import { launchChromium } from './chromium.ts'
import { accessFaults, journey, sidewaysScroll } from './journey.ts'
import { focusFault } from './keys.ts'
import { maya, signIn } from './people.ts'
import { copyPreparedData } from './prepared-data.ts'

/**
 * The voice helper with a beeping microphone and a service with preset transcripts, on a separate server and Chromium. The
 * journeys at the end run without a service.
 */

let fake: FakeOpenAi
let server: RunningServer
let browser: Browser
let context: BrowserContext
let folder: string
const complaints: string[] = []

journey.beforeAll(async () => {
  const prepared = await copyPreparedData()
  folder = prepared.folder
  fake = await openFakeOpenAi()
  const service = { OPENAI_API_KEY: 'test-key', OPENAI_BASE_URL: fake.url }
  server = await runServer({ ...prepared.settings, ...service }, ['test/support/browser-test-server.ts'])
  browser = await launchChromium(['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'])
  context = await browser.newContext({
    baseURL: server.url,
    reducedMotion: 'no-preference',
    locale: 'en-US',
    timezoneId: 'America/New_York',
  })
  const page = await context.newPage()
  await signIn(page, maya)
  await page.close()
})

journey.afterAll(async () => {
  await browser.close()
  await server.end('SIGTERM')
  await fake.close()
  await rm(folder, { recursive: true, force: true })
})

/** What axe finds once color transitions have finished: these journeys run with motion. */
const faultsAtRest = async (page: Page): Promise<string[]> => {
  await page.evaluate(async () => {
    const moving = document.getAnimations().filter(animation => animation instanceof CSSTransition)
    await Promise.allSettled(moving.map(({ finished }) => finished))
  })
  return accessFaults(page)
}

/** Opens the Voice tab; the microphone's tracks are counted from here on. */
const openVoice = async (): Promise<Page> => {
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  page.on('pageerror', error => complaints.push(error.message))
  page.on('console', message => {
    if (/Content Security Policy|TrustedType/i.test(message.text())) complaints.push(message.text())
  })
  await page.addInitScript(() => {
    let live = 0
    const tell = (by: number) => {
      live += by
      document.documentElement.dataset.live = String(live)
    }
    const given = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async constraints => {
      document.documentElement.dataset.asked = JSON.stringify(constraints)
      const stream = await given(constraints)
      for (const track of stream.getTracks()) {
        tell(1)
        const stop = track.stop.bind(track)
        track.stop = () => {
          stop()
          if (track.readyState === 'ended') tell(-1)
        }
      }
      return stream
    }
  })
  await page.goto('/analytics/voice')
  await page.getByRole('heading', { name: 'Credit Voice Helper' }).waitFor()
  return page
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The clock of a recording of a second or more. */
const moved = /^0:(0[1-9]|[1-5]\d)$/

/** How many tracks of the microphone are open. */
const openTracks = async (page: Page): Promise<number> =>
  Number(await page.evaluate(() => document.documentElement.dataset.live ?? '0'))

/** Records for a moment: until the clock has moved. */
const record = async (page: Page) => {
  await button(page, 'Start Recording').click()
  await page.getByText('Recording. Press stop when you are done.').waitFor()
  await page.getByRole('timer').getByText(moved).waitFor()
  await button(page, 'Stop Recording').click()
  await page.getByText('Ready to send.').waitFor()
}

journey('A question is recorded, played back, sent and answered, with links into the report', async () => {
  const page = await openVoice()
  fake.hears('What is my credit utilization?')
  await page.getByText('Your microphone is off.').waitFor()
  await button(page, 'Start Recording').focus()
  await page.keyboard.press('Enter')
  await page.getByText('Recording. Press stop when you are done.').waitFor()
  expect(await openTracks(page)).toBe(1)
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON')
  expect(await faultsAtRest(page)).toEqual([])
  // The fake microphone beeps: the bars move.
  await page.locator('.voice_wave i:not([style="block-size: 4px;"])').first().waitFor()
  await page.getByRole('timer').getByText(moved).waitFor()
  await button(page, 'Stop Recording').click()
  await page.getByText('Ready to send.').waitFor()
  expect(await openTracks(page)).toBe(0)
  expect(JSON.parse(await page.evaluate(() => document.documentElement.dataset.asked ?? ''))).toEqual({
    audio: { channelCount: 1, sampleRate: 44_100, echoCancellation: true, noiseSuppression: true },
  })

  await button(page, 'Listen').click()
  await button(page, 'Pause').waitFor()
  await button(page, 'Listen').waitFor()

  await button(page, 'Send Audio').click()
  await page.getByText(/^Your credit utilization is \d+%/).waitFor()
  const chat = page.getByRole('log', { name: 'Chat history' })
  await chat.getByText('[Audio message]').waitFor()
  await chat.getByText('What is my credit utilization?').waitFor()
  await page.getByText('Your microphone is off.').waitFor()
  const [request = ''] = fake.got.filter(each => each.includes('/audio/transcriptions'))
  expect(request).toContain('Content-Type: audio/webm')
  expect(request).toContain('OpusHead')
  expect(await faultsAtRest(page)).toEqual([])

  await chat.getByText(/^Sources/).click()
  const link = chat.getByRole('link').filter({ hasNotText: 'Credit card use' }).first()
  await link.click()
  await page.waitForURL(/\/analytics\/report#account-/)
  const place = new URL(page.url()).hash.slice(1)
  await page.waitForFunction(id => document.activeElement?.id === id, place)
  // The chat is still there after visiting the report.
  await page.goBack()
  await chat.getByText('[Audio message]').waitFor()
  await button(page, 'Clear Chat').click()
  await chat.getByText('No questions yet.').waitFor()
  expect(complaints).toEqual([])
})

journey(
  'A wrong transcript is corrected and asked again in writing; a recording that failed to send is kept',
  async () => {
    const page = await openVoice()
    fake.hears('How many inquiries do I have')
    await record(page)
    await button(page, 'Send Audio').click()
    await button(page, 'Correct it').click()
    const field = page.getByLabel('Or type your question')
    expect(await field.inputValue()).toBe('How many inquiries do I have')
    await field.fill('How many accounts do I have?')
    await page.keyboard.press('Enter')
    await page.getByText(/accounts on your report/).waitFor()
    expect(await field.inputValue()).toBe('')

    fake.hears('What is my score?')
    await record(page)
    await page.context().setOffline(true)
    await button(page, 'Send Audio').click()
    await page.getByRole('alert').getByText('Failed to send audio. Please try again.').waitFor()
    await page.context().setOffline(false)
    fake.fail({ status: 500 })
    await button(page, 'Send Audio').click()
    await page
      .getByRole('alert')
      .getByText(/^We could not turn your recording into words/)
      .waitFor()
    fake.fail(null)
    await button(page, 'Send Audio').click()
    await page.getByText(/TransUnion: \d{3}/).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  },
)

journey('A cancelled recording is discarded, and leaving the tab releases the microphone', async () => {
  const page = await openVoice()
  await record(page)
  await button(page, 'Cancel').click()
  await button(page, 'Start Recording').click()
  await page.getByText('Recording. Press stop when you are done.').waitFor()
  expect(await openTracks(page)).toBe(1)
  await button(page, 'Cancel').click()
  await page.getByText('Your microphone is off.').waitFor()
  expect(await openTracks(page)).toBe(0)
  await button(page, 'Start Recording').click()
  await page.getByText('Recording. Press stop when you are done.').waitFor()
  await page.getByRole('tab', { name: 'History' }).click()
  await page.waitForURL('**/analytics/history')
  await page.waitForFunction(() => document.documentElement.dataset.live === '0')
})

journey('Without a microphone a note states it, and the user can type', async () => {
  const page = await openVoice()
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  })
  await button(page, 'Start Recording').click()
  const alert = page.getByRole('alert')
  await alert.getByText('Failed to access microphone. Please check permissions.').waitFor()
  await alert.getByText('You can type your question below.').waitFor()
  expect(await faultsAtRest(page)).toEqual([])
  await page.getByLabel('Or type your question').fill('How many accounts do I have?')
  await button(page, 'Ask').click()
  await page.getByText(/accounts on your report/).waitFor()
})

journey('Without transcription no recorder is offered, and the user can type', async ({ open }) => {
  // A desktop at 200 % zoom.
  const page = await open({ signedIn: true, width: 720, height: 450 })
  await page.goto('/analytics/voice')
  await page.getByText('Ask a question. You get a written answer.').waitFor()
  expect(await button(page, 'Start Recording').count()).toBe(0)
  expect(await page.getByText(/recording|out loud|Speak/).count()).toBe(0)
  await button(page, 'Ask').click()
  await page.getByText('Type a question').first().waitFor()
  await page.getByLabel('Type your question').fill('How do I freeze my credit?')
  await page.keyboard.press('Enter')
  await page.getByText(/^You have the right to a free security freeze/).waitFor()
  await expect.poll(() => focusFault(page)).toBeNull()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.getByRole('link', { name: 'Freeze your files' }).getAttribute('href')).toBe(
    '/disputes/freezes',
  )
  expect(await sidewaysScroll(page)).toBe(0)
  expect(await accessFaults(page)).toEqual([])
})

journey('Clicking an example question asks it; danger is answered with the crisis line', async ({ open }) => {
  const page = await open({ signedIn: true, scheme: 'dark' })
  await page.goto('/analytics/voice')
  await button(page, 'What is my credit utilization?').click()
  await page.getByText(/^Your credit utilization is \d+%/).waitFor()
  await page.getByLabel('Type your question').fill('I want to end my life')
  await button(page, 'Ask').click()
  expect(await page.getByRole('link', { name: 'Call or text 988' }).getAttribute('href')).toBe('tel:988')
  expect(await accessFaults(page)).toEqual([])
})

journey('An ambiguous question shows choices; clicking one asks it', async ({ open }) => {
  const page = await open({ signedIn: true, width: 390, height: 844 })
  // The styles of a previously visited section stay.
  await page.goto('/disputes')
  await page.getByRole('heading', { name: /^Created/ }).waitFor()
  await page.getByRole('link', { name: 'Analytics' }).click()
  await page.getByRole('tab', { name: 'Voice' }).click()
  await page.getByLabel('Type your question').fill('is my score ok or is something dragging it')
  await button(page, 'Ask').click()
  await page.getByText('I am not sure that I understood. Did you mean to ask this?').waitFor()
  const offered = page.getByRole('list', { name: 'Questions you may have meant' })
  expect(await offered.getByRole('button').count()).toBe(3)
  expect(await offered.evaluate(list => getComputedStyle(list).display)).toBe('flex')
  expect(await accessFaults(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  await offered.getByRole('button', { name: 'Is my score good?' }).focus()
  await page.keyboard.press('Enter')
  const chat = page.getByRole('log', { name: 'Chat history' })
  await chat.locator('.voice_mine').getByText('Is my score good?').waitFor()
  await chat
    .getByText(/Lenders set their own limits/)
    .last()
    .waitFor()
})
