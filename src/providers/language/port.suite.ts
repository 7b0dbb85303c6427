import { afterAll, beforeAll, expect, it } from 'vitest'
import { webm } from '#test/support/files/recordings.ts'
import { ProviderFailure } from '../failure.ts'
import type { Language } from './port.ts'

/** A provider as the suite opens it, and one whose every call fails. */
export type Opened = { language: Language; failing: () => void; close: () => Promise<void> }

const audio = { bytes: webm(2), container: 'webm' } as const

const outcomeOf = (act: Promise<unknown>): Promise<unknown> => act.catch((failure: unknown) => failure)

/** What ears and pen keep, the sandbox as well as the real ones: words, or a failure whose words are fit for a person. */
export const testLanguageProvider = (open: () => Promise<Opened>): void => {
  let opened: Opened
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened.close())

  const isProper = (outcome: unknown): boolean =>
    outcome instanceof ProviderFailure &&
    outcome.provider === 'language' &&
    /^[A-Z][^{}<>]*\.$/.test(outcome.userMessage) &&
    outcome.code !== undefined

  it('hears text, or fails as a provider does', async () => {
    const heard = await outcomeOf(opened.language.transcribe(audio))
    expect(typeof heard === 'string' || isProper(heard)).toBe(true)
  })

  it('words a text, or leaves it', async () => {
    const worded = await opened.language.reword('Your score is 618.')
    expect(worded === null || worded.length > 0).toBe(true)
  })

  it('fails as a provider does when it fails, and never with what was said', async () => {
    opened.failing()
    expect(isProper(await outcomeOf(opened.language.transcribe(audio)))).toBe(true)
    const worded = await outcomeOf(opened.language.reword('Your score is 618.'))
    expect(worded === null || isProper(worded)).toBe(true)
  })
}
