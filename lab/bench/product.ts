import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { post, readNewestCode } from '#test/support/people/new-user.ts'
import { runServer } from '#test/support/run-server.ts'

/** The product in a separate process without rate limits, with Maya Brooks signed in: all three bureaus. */

const mayaPhone = '+12025550143'

export type Product = {
  url: string
  /** The headers of a signed-in call. */
  headers: { authorization: string }
  /** GETs a path of the API; throws for any other status than 200. */
  get: (address: string) => Promise<string>
  /** Imports a document; resolves when the report is stored. */
  importing: (document: string) => Promise<void>
}

const Tokens = z.object({ accessToken: z.string() })

/** Runs the product with new data while `work` runs. */
export const withProduct = async <T>(
  settings: Record<string, string>,
  work: (product: Product) => Promise<T>,
): Promise<T> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'fairfile-bench-'))
  const { url, end } = await runServer({ DATA_DIR: dataDir, ...settings }, [
    'test/support/unlimited-server.ts',
  ])
  try {
    await post(url, '/auth/sms/send', { phoneNumber: mayaPhone })
    const signIn = { phoneNumber: mayaPhone, code: await readNewestCode(url, mayaPhone) }
    const { accessToken } = Tokens.parse(await post(url, '/auth/login', signIn))
    const headers = { authorization: `Bearer ${accessToken}` }
    const ask = async (address: string, more: RequestInit = {}) => {
      const answer = await fetch(`${url}/api/v1${address}`, { ...more, headers })
      const body = await answer.text()
      if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${body}`)
      return body
    }
    return await work({
      url,
      headers,
      get: address => ask(address),
      importing: async document => {
        const form = new FormData()
        form.set('file', new Blob([document]), 'report')
        await ask('/credit/reports/import', { method: 'POST', body: form })
      },
    })
  } finally {
    await end('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
  }
}
