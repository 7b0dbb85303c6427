import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'
import type { S3Settings } from '#providers/storage/port.ts'
import { signatureProblem } from './sig-v4.ts'

/**
 * An S3 storage on loopback: s3rver, behind a gate that verifies every signature itself, since s3rver accepts any secret.
 */
export type S3Peer = {
  settings: S3Settings
  /** What the gate refused. */
  problems: string[]
  /** Every accepted request, as method and path. */
  asked: string[]
  /** The keys of all files in the bucket, according to what was stored and removed. */
  keys: () => string[]
  /** Sets the status of the next responses; null to let requests through again. */
  answer: (status: number | null) => void
  close: () => Promise<void>
}

/** The default account of s3rver. */
const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

const portOf = (server: Server): number => {
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return address.port
}

const bucket = 'fairfile-test'

export const openS3Peer = async (): Promise<S3Peer> => {
  const directory = mkdtempSync(path.join(tmpdir(), 'fairfile-s3-'))
  const store = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory,
    silent: true,
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  const { port: storePort } = await store.run()
  const problems: string[] = []
  const requests: string[] = []
  let instead: number | null = null

  const passOn = ({ method, url, headers }: IncomingMessage, body: Buffer, reply: ServerResponse) => {
    const passed = request({ host: '127.0.0.1', port: storePort, method, path: url, headers }, answer => {
      reply.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(reply)
    })
    passed.on('error', () => reply.destroy())
    passed.end(body)
  }

  const gate = createServer((came, reply) => {
    const { method = '', url = '', headers } = came
    buffer(came).then(
      body => {
        const problem = signatureProblem({ method, url, headers, body }, keys)
        if (problem !== null) problems.push(problem)
        if (problem !== null || instead !== null) {
          reply.writeHead(instead ?? 403).end()
          return
        }
        requests.push(`${method} ${url.split('?', 1).join('')}`)
        passOn(came, body, reply)
      },
      () => reply.destroy(),
    )
  })
  gate.listen(0, '127.0.0.1')
  await once(gate, 'listening')
  return {
    settings: {
      bucket,
      endpoint: new URL(`http://127.0.0.1:${portOf(gate)}`),
      region: 'us-east-1',
      keys,
    },
    problems,
    asked: requests,
    keys: () => {
      const storedKeys = new Set<string>()
      for (const one of requests) {
        const [, method, key = ''] = /^(PUT|DELETE) .*\/([0-9a-f]{32})$/.exec(one) ?? []
        if (method === 'PUT') storedKeys.add(key)
        if (method === 'DELETE') storedKeys.delete(key)
      }
      return [...storedKeys]
    },
    answer: status => {
      instead = status
    },
    close: async () => {
      gate.closeAllConnections()
      gate.close()
      await store.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
