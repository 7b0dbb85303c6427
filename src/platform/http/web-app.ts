import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '#api/errors.ts'
import { type Capabilities, capabilities } from '#values/capabilities.ts'
import { dropDocumentHeaders } from './http-server.ts'
import { type OperatorBrand, serveBrand } from './operator-brand.ts'
import { injectSharedSecret } from './shared-secret.ts'

const builtPage = join(import.meta.dirname, '../../../dist/web')

/** Whether a client accepts HTML: browsers ask for it; command lines and link previews accept anything or send no header. */
const acceptsHtml = (accept = '*/*') => /text\/html|text\/\*|\*\/\*/.test(accept)

/** The path of a URL as the router decodes it; null if it cannot be decoded, or no page or file is called so. */
const decodePath = (url: string): string | null => {
  try {
    const path = decodeURIComponent(url.split('?')[0] ?? '')
    return posix.normalize(path) === path && !/[\\\0]/.test(path) ? path : null
  } catch {
    return null
  }
}

/**
 * Whether a URL may be one of the page. A URL with a dot names a file. One that only resembles the API's, with two slashes
 * or other case, is not a page either: a program would mistake it for success.
 */
const isPage = (url: string) => {
  const path = decodePath(url)
  return path !== null && !/^\/+(api|assets)(\/|$)|\./i.test(path)
}

const wantsPage = ({ method, url, headers: { accept } }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') && isPage(url) && acceptsHtml(accept)

/** The files of the build by their source, as the bundler lists them; one bundled from several sources has only a name. */
const Build = z.record(
  z.string(),
  z.object({
    file: z.string(),
    name: z.string().optional(),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
  }),
)

/**
 * Links to the built files of some sources and of everything they import, except those that the page already links. The
 * scripts are fetched after what the page needs to start and what it reads first (`early.js`).
 */
const linksTo = (
  sources: readonly string[],
  build: z.output<typeof Build>,
  page: string,
): { styles: string; scripts: string } => {
  const named = (source: string) => Object.keys(build).find(key => build[key]?.name === source)
  const needed = new Set(sources.flatMap(source => (source in build ? source : (named(source) ?? []))))
  for (const name of needed) for (const next of build[name]?.imports ?? []) needed.add(next)
  const built = [...needed].flatMap(name => build[name] ?? [])
  const unnamed = (files: readonly string[]) =>
    [...new Set(files)].filter(file => !page.includes(`="/${file}"`))
  const styles = unnamed(built.flatMap(({ css }) => css))
  const scripts = unnamed(built.map(({ file }) => file))
  return {
    styles: styles.map(file => `<link rel="stylesheet" crossorigin href="/${file}">`).join(''),
    scripts: scripts
      .map(file => `<link rel="modulepreload" crossorigin href="/${file}" fetchpriority="low">`)
      .join(''),
  }
}

/** Whether the providers are sandboxes: all, some or none of them. */
type SandboxMode = 'whole' | 'part' | 'none'

/**
 * Serves the built page: hashed assets for a year, the page itself always fresh. Every URL outside the API returns the page
 * (it has real URLs), except to a client that does not accept HTML; a missing file is `not_found`. The page contains whether
 * the server is a sandbox and what it does not offer, so that the first paint is right and nothing moves later.
 */
export const serveWebApp = async (
  app: FastifyInstance,
  {
    sharedSecrets,
    sandbox,
    brand,
    offered,
    firstLoadAt,
  }: {
    sharedSecrets: readonly string[]
    sandbox: SandboxMode
    brand: OperatorBrand
    offered: Capabilities
    /** The source files of the screen at a path, to be fetched together with the page, and what the screen reads first. */
    firstLoadAt: (path: string) => { files: readonly string[]; reads: readonly unknown[] }
  },
): Promise<void> => {
  const missing = capabilities.filter(capability => !offered[capability]).join(' ')
  const shell = join(builtPage, 'index.html')
  const buildList = join(builtPage, '.vite/manifest.json')
  const applyBrand = serveBrand(app, brand)
  if (existsSync(shell)) {
    await app.register(fastifyStatic, {
      root: builtPage,
      // The plugin's own route reads every folder on the way at each request, also of a page, to compare names.
      serve: false,
      index: false,
      preCompressed: true,
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders: (response, path) => {
        const lasting = path.includes('/assets/')
        if (/\.(css|js|png|woff2)(\.(br|gz))?$/.test(path) && !path.includes('-worker-'))
          dropDocumentHeaders(response)
        response.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
    app.get('/*', (request, reply) => {
      const path = decodePath(request.url)
      return path === null || isPage(request.url) ? reply.callNotFound() : reply.sendFile(path)
    })
  }
  // Read each time: a rebuild while the server runs changes the asset names.
  const sendPage = async (reply: FastifyReply, path: string) => {
    if (!existsSync(shell)) {
      throw new AppError('unavailable', { message: 'The page is not built. Run "npm start".' })
    }
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache')
    const built = await readFile(shell, 'utf8')
    const { files, reads } = firstLoadAt(path)
    const build = files.length === 0 ? {} : Build.parse(JSON.parse(await readFile(buildList, 'utf8')))
    const { styles, scripts } = linksTo(files, build, built)
    const linked = built
      .replace('</head>', () => `${styles}</head>`)
      .replace('<template id="later">', found => found + scripts)
    const page = injectSharedSecret(applyBrand(linked), sharedSecrets)
    return reply.send(
      page
        .replace('data-reads=""', () => `data-reads="${JSON.stringify(reads).replaceAll('"', '&quot;')}"`)
        .replace('data-sandbox=""', `data-sandbox="${sandbox}"`)
        .replace('data-missing="recorder"', `data-missing="${missing}"`),
    )
  }
  const offlinePage = async () => applyBrand(await readFile(join(builtPage, 'offline.html'), 'utf8'))
  app.get('/', async (_request, reply) => sendPage(reply, '/'))
  app.get('/offline.html', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(await offlinePage()),
  )
  app.get('/sw.js', async (_request, reply) => {
    const [worker, ...kept] = await Promise.all([
      readFile(join(builtPage, 'sw.js'), 'utf8'),
      offlinePage(),
      ...['offline.css', 'offline.js', 'early.js'].map(file => readFile(join(builtPage, file), 'utf8')),
    ])
    const version = createHash('sha256').update(kept.join('\n')).digest('hex').slice(0, 8)
    return reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(worker.replace('VERSION', version))
  })
  app.setNotFoundHandler(async (request, reply) => {
    if (!wantsPage(request)) throw new AppError('not_found')
    return sendPage(reply, decodePath(request.url) ?? '/')
  })
}
