import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { readConfig } from '#platform/config/config.ts'
import { createHttpServer } from '#platform/http/http-server.ts'
import { createLog } from '#platform/telemetry/log.ts'
import { createMetrics } from '#platform/telemetry/metrics.ts'
import type { Options } from '../scenario.ts'

/** A server with the common request handling but no endpoints of the product; it stores nothing and ends with the target. */
export const openReadingServer = async ({ later }: Options): Promise<FastifyInstance> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'fairfile-fuzz-'))
  later(() => rmSync(folder, { recursive: true }))
  const log = createLog('error', { write: line => process.stderr.write(line) })
  const parts = { log, metrics: createMetrics(folder), tracing: null }
  const { http } = await createHttpServer(readConfig({ DATA_DIR: folder }), parts)
  later(() => http.close())
  return http
}
