import { ProviderFailure } from '../failure.ts'
import { type FetchBytes, httpCall } from '../http-call.ts'
import { isConfidential } from '../public-address.ts'
import type { TradelineFeed } from './port.ts'

/** The list of a supplier at its URL (docs/reference/tradelines.md). Prices and stock are read; no personal data is sent. */

type SupplierFeed = {
  url: URL
  /** Sent as a bearer token; null if none is required. */
  token: string | null
  timeoutMs?: number
  call?: FetchBytes
}

const TIMEOUT_MS = 30_000
const MAX_BYTES = 2 * 1024 * 1024

const failure = (words: string, retryable: boolean, code: string): ProviderFailure =>
  new ProviderFailure('tradeline-feed', words, retryable, { code: `tradeline_feed_${code}` })

const later = 'The tradeline supplier could not be reached.'

/** A list over https, or http on this machine. Throws for any other URL. */
export const httpTradelineFeed = ({
  url,
  token,
  timeoutMs = TIMEOUT_MS,
  call = httpCall,
}: SupplierFeed): TradelineFeed => {
  if (!isConfidential(url)) throw new Error('a list of tradelines is fetched over https only')
  return {
    sandbox: false,
    fetch: async () => {
      const outcome = await call({
        method: 'GET',
        url,
        headers: {
          accept: 'text/csv, application/json',
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        },
        timeoutMs,
        maxBytes: MAX_BYTES,
      })
      if (outcome.kind !== 'answer') throw failure(later, true, outcome.kind)
      const { status, body } = outcome
      if (status === 429 || status === 408 || status >= 500) throw failure(later, true, String(status))
      if (status !== 200) throw failure('The tradeline supplier refused the request.', false, String(status))
      if (body === 'broken') throw failure(later, true, 'broken_off')
      if (body === 'too long') throw failure('The list of tradelines is larger than 2 MB.', false, 'too_long')
      return body
    },
  }
}
