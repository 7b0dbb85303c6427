import path from 'node:path'
import { defineConfig, type Plugin } from 'rolldown'

const root = import.meta.dirname
const dist = path.join(root, 'dist')

/** What runs in threads (`src/platform/threads.ts`). */
export const threads = [
  'features/agreement/server/paper-pdf',
  'features/alerts/server/computed',
  'features/credit/server/computed',
  'features/disputes/server/answer-thread',
  'features/disputes/server/complaint-pdf',
  'features/disputes/server/computed',
  'features/disputes/server/letter-pdf',
  'features/findings/server/computed',
  'features/planning/server/computed',
  'features/reports/server/computed',
  'features/reports/server/read-document',
  'features/tradelines/server/computed',
  'features/tradelines/server/find-plan',
  'features/verification/server/code-letter',
  'features/voice/server/computed',
]
/** What runs in processes of their own and starts for every file; the others load packages that stay where they are installed. */
const processes = ['features/reports/server/page-child']

/** Commands that open the database. */
const commands = ['mail-operator', 'rotate-keys', 'support']

const nameOf = (thread: string) => thread.replaceAll('/', '-')

const slashed = (file: string) => file.replaceAll('\\', '/')

/** A source starts the bundle of a thread or process instead of the source beside it. */
const bundledThreads = (): Plugin => ({
  name: 'bundled-threads',
  transform: {
    filter: { id: /[\\/]src[\\/]/, code: /new URL\(/ },
    handler: (code, id) => ({
      code: code.replaceAll(
        /(?<=new URL\(\s*['"])(\.{1,2}\/[\w-]+)\.ts(?=['"],\s*import\.meta\.url)/g,
        (given, beside: string) => {
          const folder = path.dirname(id)
          const module = slashed(path.relative(path.join(root, 'src'), path.join(folder, beside)))
          const isBuilt = threads.includes(module) || processes.includes(module)
          if (!isBuilt && module.endsWith('-child')) return given
          if (!isBuilt) throw new Error(`${module} is not among the threads that are built`)
          return slashed(path.relative(folder, path.join(dist, 'threads', `${nameOf(module)}.js`)))
        },
      ),
      map: null,
    }),
  },
})

/** What is named beside a source is found from a bundle in `dir` too. */
const besideSource = (dir: string): Plugin => ({
  name: 'beside-source',
  transform: {
    filter: { id: /[\\/]src[\\/]/, code: /import\.meta\.(url|dirname)/ },
    handler: (code, id) => {
      const source = slashed(path.relative(dir, id))
      const url = `new URL(${JSON.stringify(source)}, import.meta.url)`
      // Only columns within a line move.
      return {
        code: code.replaceAll(/import\.meta\.(url|dirname)/g, (_, what) =>
          what === 'url'
            ? `${url}.href`
            : `process.getBuiltinModule('node:url').fileURLToPath(new URL('.', ${url}))`,
        ),
        map: null,
      }
    },
  },
})

/**
 * Packages that stay where they are installed: native, WebAssembly, with data files or threads of their own, shared with one
 * that stays, or loaded only for a setting. All others are JavaScript of many files and go into the bundles.
 */
const installed =
  /^(@aws-sdk|@electric-sql|@opentelemetry|fontkit|highs|nodemailer|pdfkit|pg-native|pino|piscina|sharp|undici|web-push)(\/|$)/

const bundle = (folder: string, input: Record<string, string>) => {
  const dir = path.join(dist, folder)
  return defineConfig({
    input,
    platform: 'node',
    external: installed,
    plugins: [bundledThreads(), besideSource(dir)],
    output: { dir, format: 'esm', chunkFileNames: '[name].js', cleanDir: true },
  })
}

const sourceOf = (module: string) => path.join(root, 'src', `${module}.ts`)

/**
 * The server in few files, readable as they are. From its sources Node would resolve and read thousands of modules at each
 * start, most slowly drizzle-orm's, whose package.json of 180 kB it parses for every import between them. Threads start
 * often, one for every imported report, so each loads only what it runs.
 */
export default [
  // Beside the program: its process, which tests and measurements start with limits of their own, and commands that tests start.
  bundle('server', {
    main: sourceOf('app/main'),
    process: sourceOf('app/process'),
    ...Object.fromEntries(commands.map(command => [command, sourceOf(`app/commands/${command}`)])),
  }),
  bundle(
    'threads',
    Object.fromEntries([...threads, ...processes].map(thread => [nameOf(thread), sourceOf(thread)])),
  ),
]
