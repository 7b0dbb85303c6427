import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { post } from '#test/support/people/new-user.ts'
import { type RunningServer, runServer } from '#test/support/run-server.ts'
import { demoManager } from './demo-manager.ts'

let server: RunningServer
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fairfile-drain-'))
  server = await runServer({ DATA_DIR: folder, DRAIN_SECONDS: '7' })
}, 240_000)
afterAll(async () => {
  await server.end('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

test('a server with default settings creates the demo people, in an embedded database, and its manager can sign in', async () => {
  const { email, password } = demoManager
  await expect(post(server.url, '/manager/login', { email, password })).resolves.toHaveProperty('accessToken')
})

test('a stopping server reports that it is not ready and answers new callers until a load balancer has noticed', async () => {
  const statusOf = async (where: string) =>
    (await fetch(`${server.url}${where}`, { headers: { connection: 'close' } })).status
  const ended = server.end('SIGTERM')
  await expect.poll(() => statusOf('/readyz')).toBe(503)
  expect(await statusOf('/api/v1/support')).toBe(200)
  expect(await ended).toBe(0)
}, 240_000)
