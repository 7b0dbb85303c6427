import { createHash, createHmac } from 'node:crypto'

/**
 * AWS Signature Version 4, verified like a server, only from its published description: what was signed is reconstructed
 * from the received request.
 */

export type SignedRequest = {
  method: string
  /** Path and query as in the request line. */
  url: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Uint8Array
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

const encoded = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const canonicalQuery = (query: string) =>
  query
    .split('&')
    .filter(Boolean)
    .map(pair => {
      const [name = '', value = ''] = pair.split('=')
      return `${encoded(decodeURIComponent(name))}=${encoded(decodeURIComponent(value))}`
    })
    .toSorted()
    .join('&')

/** What is wrong with a request's signature; null if it is valid. */
export const signatureProblem = (
  { method, url, headers, body }: SignedRequest,
  keys: { accessKeyId: string; secretAccessKey: string },
): string | null => {
  const header = (name: string) =>
    String(headers[name] ?? '')
      .trim()
      .replaceAll(/ +/g, ' ')
  const shape =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/
  const [, id, day = '', region = '', names = '', signature] = shape.exec(header('authorization')) ?? []
  if (id !== keys.accessKeyId) return 'signed by somebody else, or not at all'
  const at = header('x-amz-date')
  if (!at.startsWith(day)) return 'signed for another day'
  const signed = names.split(';')
  for (const needed of ['host', 'x-amz-content-sha256', 'x-amz-date'])
    if (!signed.includes(needed)) return `${needed} is not signed`
  if (header('x-amz-content-sha256') !== sha256(body)) return 'the body is not the one that was signed'
  const [path = '', query = ''] = url.split('?')
  const canonical = [
    method,
    path,
    canonicalQuery(query),
    ...signed.map(name => `${name}:${header(name)}`),
    '',
    names,
    header('x-amz-content-sha256'),
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', at, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${keys.secretAccessKey}`)
  return hmac(key, text).toString('hex') === signature ? null : 'the signature is another'
}
