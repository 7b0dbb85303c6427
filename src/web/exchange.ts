import { networkError } from './api-error.ts'

export type HttpResponse = { status: number; headers: Headers; body: unknown }

export type HttpRequest = {
  method: string
  url: string
  headers: Record<string, string>
  body: string | FormData | undefined
  fallbackMessage: string | null
  /** How much of an upload has gone, 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

const isType = (headers: Headers, type: string) => (headers.get('Content-Type') ?? '').includes(type)

/**
 * A body as its media type says: JSON read, anything else left as a Blob. A body that is no JSON after all is null, and
 * so is a page of HTML, which only something between the server and this browser sends.
 */
const readBody = async (headers: Headers, blob: Blob): Promise<unknown> => {
  if (isType(headers, 'text/html')) return null
  if (!isType(headers, 'json')) return blob
  try {
    const body: unknown = JSON.parse(await blob.text())
    return body
  } catch {
    return null
  }
}

const sendByFetch = async (sending: HttpRequest): Promise<HttpResponse> => {
  const { method, url, headers, body, signal } = sending
  const response = await fetch(url, {
    method,
    headers,
    body,
    signal,
    credentials: 'same-origin',
    cache: 'no-store',
  })
  return {
    status: response.status,
    headers: response.headers,
    body: await readBody(response.headers, await response.blob()),
  }
}

const parseHeaders = (text: string): Headers => {
  const headers = new Headers()
  for (const line of text.trim().split('\r\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  return headers
}

/** Only this older interface tells how much of an upload has gone. */
const sendByXhr = (sending: HttpRequest, onProgress: (share: number) => void): Promise<HttpResponse> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(sending.method, sending.url)
    request.responseType = 'blob'
    for (const [name, value] of Object.entries(sending.headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = event => {
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    }
    request.onerror = () => reject(new TypeError('no answer'))
    request.onload = () => {
      const headers = parseHeaders(request.getAllResponseHeaders())
      const blob = request.response instanceof Blob ? request.response : new Blob()
      readBody(headers, blob).then(body => resolve({ status: request.status, headers, body }), reject)
    }
    request.send(sending.body)
  })

/** One request, one answer, whatever its status; throws an `ApiError` when none came. */
export const sendRequest = async (sending: HttpRequest): Promise<HttpResponse> => {
  try {
    return await (sending.onProgress ? sendByXhr(sending, sending.onProgress) : sendByFetch(sending))
  } catch {
    throw networkError(sending.fallbackMessage)
  }
}
