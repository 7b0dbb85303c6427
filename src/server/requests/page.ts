import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#api/errors.ts'

const builtPage = join(import.meta.dirname, '../../../dist/web')

const wantsPage = (request: FastifyRequest) =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  !request.url.startsWith('/api/') &&
  !request.url.startsWith('/assets/') &&
  (request.headers.accept ?? '').includes('text/html')

/**
 * Serves the built page: hashed assets for a year, the page itself always fresh. Every address that a browser
 * opens gives the page (it has real URLs); anything else that is unknown is `not_found`.
 */
export const servePage = async (app: FastifyInstance): Promise<void> => {
  const shell = join(builtPage, 'index.html')
  if (existsSync(shell)) {
    await app.register(fastifyStatic, {
      root: builtPage,
      index: false,
      wildcard: true,
      preCompressed: true,
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders: (response, path) => {
        const lasting = path.includes('/assets/')
        response.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  // Read anew each time: a build beside a running server names other assets.
  const sendPage = async (reply: FastifyReply) => {
    if (!existsSync(shell)) {
      throw new Refusal('unavailable', { message: 'The page is not built. Run "npm start".' })
    }
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache')
    return reply.send(await readFile(shell, 'utf8'))
  }
  app.get('/', async (_request, reply) => sendPage(reply))
  app.setNotFoundHandler(async (request, reply) => {
    if (!wantsPage(request)) throw new Refusal('not_found')
    return sendPage(reply)
  })
}
