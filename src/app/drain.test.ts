import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type RunningServer, runServer } from '#test/support/run-server.ts'

let server: RunningServer
let folder: string

afterAll(async () => {
  await server.end('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

test('a stopping server reports that it is not ready and answers new callers until a load balancer has noticed', async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fairfile-drain-'))
  // Like `npm start`: with an embedded database, in which it creates the demo people.
  server = await runServer({ DATA_DIR: folder, DRAIN_SECONDS: '7' })
  const statusOf = async (where: string) =>
    (await fetch(`${server.url}${where}`, { headers: { connection: 'close' } })).status
  const ended = server.end('SIGTERM')
  await expect.poll(() => statusOf('/readyz')).toBe(503)
  expect(await statusOf('/api/v1/support')).toBe(200)
  expect(await ended).toBe(0)
}, 240_000)
