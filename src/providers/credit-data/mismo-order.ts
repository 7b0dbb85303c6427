import { setTimeout } from 'node:timers/promises'
import { SaxesParser } from 'saxes'
import { ProviderFailure } from '../failure.ts'
import { type FetchBytes, type HttpOutcome, httpCall } from '../http-call.ts'
import { isConfidential } from '../public-address.ts'
import { mismoRequest } from './mismo-request.ts'
import { type CreditData, type CreditDataRequest, noFileMessage, type OrderResult } from './port.ts'

/**
 * The envelope of a response to a MISMO order. The report inside is read later, by its reader in a separate thread; here
 * only the texts at known places are kept, and document type declarations are refused.
 */
type MismoAnswer = {
  /** The code of the order's status: New, Processing, Pending, Completed, Error. */
  status: string | null
  order: string | null
  /** The code of why the request itself was refused. */
  requestError: string | null
  /** The result of each bureau, `FileReturned` or why not. */
  files: string[]
}

const MAX_DEPTH = 100
const MAX_TEXT = 200

class NotAnAnswer extends Error {}

const local = (name: string) => name.slice(name.indexOf(':') + 1)

/** Null when the text is not a well-formed MISMO message. */
export const readMismoAnswer = (text: string): MismoAnswer | null => {
  const parser = new SaxesParser({ xmlns: false, position: false })
  const answer: MismoAnswer = { status: null, order: null, requestError: null, files: [] }
  const open: string[] = []
  let own = ''
  parser.on('doctype', () => {
    throw new NotAnAnswer()
  })
  parser.on('error', () => {
    throw new NotAnAnswer()
  })
  parser.on('opentag', ({ name }) => {
    if (open.push(local(name)) > MAX_DEPTH || open[0] !== 'MESSAGE') throw new NotAnAnswer()
    own = ''
  })
  const add = (piece: string) => {
    if (own.length < MAX_TEXT) own += piece.slice(0, MAX_TEXT)
  }
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', () => {
    const at = open.slice(-4).join('/')
    const value = own.trim()
    own = ''
    open.pop()
    if (value === '') return
    if (at === 'SERVICE/STATUSES/STATUS/StatusCode') answer.status ??= value
    else if (at.endsWith('/SERVICE_PRODUCT_FULFILLMENT_DETAIL/VendorOrderIdentifier')) answer.order ??= value
    else if (at.endsWith('/CREDIT_FILE/CREDIT_FILE_DETAIL/CreditFileResultStatusType'))
      answer.files.push(value)
    else if (at.endsWith('/ERROR_MESSAGES/ERROR_MESSAGE/ErrorMessageCategoryCode'))
      answer.requestError ??= value
    else if (at.endsWith('/ERROR_MESSAGES/ERROR_MESSAGE/ErrorMessageText')) answer.requestError ??= 'Other'
  })
  try {
    parser.write(text).close()
  } catch (error) {
    if (error instanceof NotAnAnswer) return null
    throw error
  }
  return answer
}

/**
 * Orders reports from a MISMO 3.4 service of MeridianLink's family: an order is submitted once, then its status is
 * polled until it is completed (docs/guides/credit-data.md, MISMO orders).
 */

type MismoOrderSettings = {
  url: URL
  login: string
  password: string
  /** Identifies this software to the service: the header MCL-Interface. */
  interfaceId: string
  /** The login of a user of the service in whose name orders are placed: the header MCL-SurrogatedLogin. */
  surrogatedLogin: string | null
}

type MismoOrderTiming = { pollEveryMs: number; pollForMs: number; timeoutMs: number }

/** The vendor's client recommends polling at short intervals; a longer wait is left to the job. */
const timingByDefault: MismoOrderTiming = { pollEveryMs: 5_000, pollForMs: 90_000, timeoutMs: 45_000 }
const MAX_BYTES = 10 * 1024 * 1024

const failure = (
  words: string,
  code: string,
  more: { retryable: boolean; outcomeUnknown?: boolean },
): ProviderFailure =>
  new ProviderFailure('credit-data', words, more.retryable, {
    code: `credit_data_${code}`,
    outcomeUnknown: more.outcomeUnknown ?? false,
  })

const later = "We couldn't reach the credit bureaus."
const refused = 'The credit bureaus refused the request. Contact support.'

/** An order without a known response may have been placed. */
const failTransport = (code: string, isOrder: boolean): never => {
  throw failure(later, code, { retryable: true, outcomeUnknown: isOrder })
}

type Envelope = { kind: 'refused' } | { kind: 'answer'; answer: MismoAnswer; bytes: Uint8Array }

const readOutcome = (outcome: HttpOutcome, isOrder: boolean): Envelope => {
  if (outcome.kind === 'unsent') throw failure(later, 'unsent', { retryable: true })
  if (outcome.kind === 'lost') return failTransport('lost', isOrder)
  const { status, body, text } = outcome
  if (status === 401 || status === 403) return { kind: 'refused' }
  if (status === 429) throw failure('The credit bureaus are too busy to answer.', '429', { retryable: true })
  if (status === 408 || status >= 500) return failTransport(String(status), isOrder)
  if (status !== 200) throw failure(refused, String(status), { retryable: false })
  if (body === 'broken') return failTransport('broken_off', isOrder)
  if (body === 'too long')
    throw failure('The report is too large to be read.', 'too_long', {
      retryable: false,
      outcomeUnknown: isOrder,
    })
  const answer = readMismoAnswer(text)
  if (answer === null) return failTransport('no_document', isOrder)
  if (answer.requestError === 'AuthenticationFailure') return { kind: 'refused' }
  if (answer.requestError !== null) throw failure(refused, 'request_error', { retryable: false })
  return { kind: 'answer', answer, bytes: body }
}

const waiting = ['New', 'Processing', 'Pending']
const noHit = 'NoFileReturnedNoHit'

/** The status of a polled order. An unknown status fails instead of waiting forever. */
const readStatus = ({ status, files }: MismoAnswer, bytes: Uint8Array) => {
  if (status === 'Completed')
    return files.length > 0 && files.every(file => file === noHit)
      ? ({ kind: 'noFile', message: noFileMessage } as const)
      : ({ kind: 'document', bytes } as const)
  if (status !== null && waiting.includes(status)) return { kind: 'processing' } as const
  throw failure(refused, status === 'Error' ? 'order_error' : 'no_status', { retryable: false })
}

export const mismoOrders = ({
  url,
  login,
  password,
  interfaceId,
  surrogatedLogin,
  timing = timingByDefault,
  call = httpCall,
}: MismoOrderSettings & { timing?: MismoOrderTiming; call?: FetchBytes }): CreditData => {
  if (!isConfidential(url)) throw new Error('credit data is asked for over https only')
  const headers = {
    authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
    'content-type': 'application/xml',
    accept: 'application/xml',
    'mcl-interface': interfaceId,
    ...(surrogatedLogin === null ? {} : { 'mcl-surrogatedlogin': surrogatedLogin }),
  }
  const ask = async (request: CreditDataRequest, order: string | null): Promise<Envelope> =>
    readOutcome(
      await call({
        method: 'POST',
        url,
        headers,
        body: mismoRequest(request, order),
        timeoutMs: timing.timeoutMs,
        maxBytes: MAX_BYTES,
      }),
      order === null,
    )

  const submit = async (request: CreditDataRequest): Promise<OrderResult> => {
    const envelope = await ask(request, null)
    if (envelope.kind === 'refused') return envelope
    const { status, order } = envelope.answer
    // An error without an order number concerns the request or the subscriber's account: nothing was ordered.
    if (status === 'Error' && order === null) throw failure(refused, 'service_error', { retryable: false })
    if (order === null) return failTransport('no_order_number', true)
    return { kind: 'ordered', order }
  }

  return {
    sandbox: false,
    steps: null,
    order: submit,
    pull: async (request, order) => {
      if (order === null) throw new Error('a MISMO report is pulled with its order number')
      const until = Date.now() + timing.pollForMs
      for (;;) {
        const envelope = await ask(request, order)
        if (envelope.kind === 'refused') return envelope
        const result = readStatus(envelope.answer, envelope.bytes)
        if (result.kind !== 'processing' || Date.now() + timing.pollEveryMs > until) return result
        await setTimeout(timing.pollEveryMs)
      }
    },
  }
}
