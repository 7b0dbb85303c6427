import { createHash } from 'node:crypto'
import { ProviderFailure } from '#providers/failure.ts'
import { tryParseJson } from '#providers/http-call.ts'
import {
  callLob,
  encodeLetterForm,
  failedSendResult,
  type LobAccount,
  lobFailure,
  lobUrl,
  parseLobReply,
} from './lob-http.ts'
import {
  LobDeletion,
  LobLetter,
  LobList,
  LobVerification,
  readLetterMetadata,
  toAcceptedLetter,
  toAddressCheck,
  toProviderLetter,
} from './lob-letters.ts'
import type { LetterRequest, MailProvider, ProviderLetter, SendResult } from './port.ts'

/**
 * The postal service's tracking page. Certified Mail numbers have 20 or 22 digits, 26 with the destination's;
 * anything else has no link.
 */
const uspsTrackingUrl = (trackingNumber: string | null): string | null => {
  const digits = (trackingNumber ?? '').replaceAll(' ', '')
  return /^\d{20,30}$/.test(digits) ? `https://tools.usps.com/go/TrackConfirmAction?tLabels=${digits}` : null
}

/** Longest wait for a send. */
const SEND_TIMEOUT_MS = 45_000
/** A user waits for the address check, and a letter can be mailed without it. */
const CHECK_TIMEOUT_MS = 5_000
const PAGE = '100'
/** Two thousand letters; for more, request shorter spans. */
const MAX_PAGES = 20

/** Distinguishes keys without revealing them: the hash of a random key cannot be reversed. */
const fingerprintOf = (apiKey: string): string =>
  createHash('sha256').update(apiKey).digest('hex').slice(0, 16)

const isPathSafe = (providerId: string): boolean => /^[A-Za-z0-9_]{1,80}$/.test(providerId)

const byAge = (a: ProviderLetter, b: ProviderLetter) => a.createdAt.getTime() - b.createdAt.getTime()

/** Only the cursor is taken from Lob's next URL, so our key is sent to no other host. */
const cursorOf = (nextUrl: string | null | undefined): string | null =>
  nextUrl && URL.canParse(nextUrl) ? new URL(nextUrl).searchParams.get('after') : null

/** Print and mail with Lob (API version 2020-02-11; lob-openapi 1.22.0). */
export const lobMailProvider = (account: LobAccount & { clock: () => Date }): MailProvider => {
  const { baseUrl, clock, sendTimeoutMs = SEND_TIMEOUT_MS } = account

  const send = async (request: LetterRequest, key: string): Promise<SendResult> => {
    const { body, type } = encodeLetterForm(request)
    const outcome = await callLob(
      { ...account, timeoutMs: sendTimeoutMs },
      {
        method: 'POST',
        url: lobUrl(baseUrl, '/letters'),
        headers: { 'content-type': type, 'idempotency-key': key },
        body,
      },
    )
    if (outcome.kind !== 'answer' || outcome.status < 200 || outcome.status > 299)
      return failedSendResult(outcome, { now: clock(), systemNow: Date.now() })
    const letter = LobLetter.safeParse(tryParseJson(outcome.text))
    if (!letter.success) return { answer: 'unknown', code: 'lob_unreadable' }
    // A letter with another job id under our key is an error and must not be mistaken for this letter.
    if (readLetterMetadata(letter.data.metadata).mailJobId !== request.mailJobId)
      return { answer: 'unknown', code: 'lob_other_letter' }
    return { answer: 'accepted', ...toAcceptedLetter(letter.data) }
  }

  const pages = async (query: Readonly<Record<string, string>>): Promise<ProviderLetter[]> => {
    const found: ProviderLetter[] = []
    let after: string | null = null
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const url = lobUrl(baseUrl, '/letters', { ...query, limit: PAGE, ...(after === null ? {} : { after }) })
      const { data, next_url } = parseLobReply(await callLob(account, { method: 'GET', url }), LobList)
      for (const entry of data) {
        const letter = LobLetter.safeParse(entry)
        if (letter.success) found.push(toProviderLetter(letter.data))
      }
      const next = cursorOf(next_url)
      if (next === null || next === after) return found.toSorted(byAge)
      after = next
    }
    throw new ProviderFailure('letters', 'There are too many letters to list.', false, {
      code: 'lob_too_many',
    })
  }

  const since = (at: Date) => ({ 'date_created[gte]': at.toISOString() })
  const before = (at: Date) => ({ 'date_created[lt]': at.toISOString() })

  const oneLetter = (providerId: string) => lobUrl(baseUrl, `/letters/${providerId}`)

  return {
    sandbox: false,
    // A test key prints nothing, and its letters are not visible to the live key.
    name: `${account.apiKey.startsWith('test_') ? 'lob_test' : 'lob'}:${fingerprintOf(account.apiKey)}`,
    send,
    find: async (mailJobId, from) => {
      const found = await pages({ 'metadata[mail_job_id]': mailJobId, ...since(from) })
      return found.filter(letter => letter.mailJobId === mailJobId && letter.createdAt >= from)
    },
    list: async (from, until) =>
      (await pages({ ...since(from), ...before(until) })).filter(
        ({ createdAt }) => createdAt >= from && createdAt < until,
      ),
    get: async providerId => {
      if (!isPathSafe(providerId)) return null
      const outcome = await callLob(account, { method: 'GET', url: oneLetter(providerId) })
      if (outcome.kind === 'answer' && outcome.status === 404) return null
      return toProviderLetter(parseLobReply(outcome, LobLetter))
    },
    cancel: async providerId => {
      if (!isPathSafe(providerId)) return 'not_found'
      const outcome = await callLob(account, { method: 'DELETE', url: oneLetter(providerId) })
      if (outcome.kind !== 'answer') throw lobFailure(outcome, true)
      if (outcome.status === 404) return 'not_found'
      if (outcome.status === 422) return 'too_late'
      const done = LobDeletion.safeParse(tryParseJson(outcome.text))
      if (outcome.status !== 200 || !done.success) throw lobFailure(outcome, true)
      return 'cancelled'
    },
    checkAddress: async ({ name, line1, line2, city, state, zip }) => {
      const body = {
        recipient: name,
        primary_line: line1,
        ...(line2 === null ? {} : { secondary_line: line2 }),
        city,
        state,
        zip_code: zip,
      }
      const { timeoutMs = CHECK_TIMEOUT_MS } = account
      const outcome = await callLob(
        { ...account, timeoutMs: Math.min(timeoutMs, CHECK_TIMEOUT_MS) },
        {
          method: 'POST',
          url: lobUrl(baseUrl, '/us_verifications'),
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        },
      )
      return toAddressCheck(parseLobReply(outcome, LobVerification))
    },
    trackingUrl: ({ trackingNumber }) => uspsTrackingUrl(trackingNumber),
  }
}
