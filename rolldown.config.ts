import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig, type Plugin, type RolldownOptions } from 'rolldown'

const root = import.meta.dirname
const source = path.join(root, 'src')
const serverDir = path.join(root, 'dist', 'server')
const threadsDir = path.join(root, 'dist', 'threads')

/** The module of a thread, as its caller names it. Separate processes (`-child.ts`) run from their sources. */
const namedModule = /new URL\('\.\/([\w-]+(?<!-child))\.ts', import\.meta\.url\)/
const ownPlace = /import\.meta\.(url|dirname)/

/** The bundle of a thread: `src/features/reports/server/computed.ts` is `features-reports-server-computed`. */
const bundleOf = (module: string) =>
  path.relative(source, module).replaceAll(path.sep, '-').replace(/\.ts$/, '')

const threadModules = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(source, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile() && /(?<!\.test)\.ts$/.test(entry.name))
      .flatMap(({ parentPath, name }) =>
        [...readFileSync(path.join(parentPath, name), 'utf8').matchAll(RegExp(namedModule, 'g'))].map(
          ([, named]) => {
            const module = path.join(parentPath, `${named}.ts`)
            return [bundleOf(module), module]
          },
        ),
      ),
  )

/** Finds what is named beside a source: a thread in its bundle, any other file where it is. */
const besideSource = (dir: string): Plugin => ({
  name: 'beside-source',
  transform: {
    filter: { id: /[\\/]src[\\/]/, code: ownPlace },
    handler: (code, id) => {
      const urlOf = (file: string) =>
        `new URL(${JSON.stringify(path.relative(dir, file).replaceAll('\\', '/'))}, import.meta.url)`
      // Only columns within a line move.
      return {
        code: code.replaceAll(
          RegExp(`${namedModule.source}|${ownPlace.source}`, 'g'),
          (_, thread: string | undefined, place: string) => {
            if (thread !== undefined)
              return urlOf(path.join(threadsDir, `${bundleOf(path.join(path.dirname(id), thread))}.js`))
            return place === 'url'
              ? `${urlOf(id)}.href`
              : `process.getBuiltinModule('node:url').fileURLToPath(new URL('.', ${urlOf(id)}))`
          },
        ),
        map: null,
      }
    },
  },
})

/** Packages that go into the bundles: each is pure JavaScript of many files. All others stay where they are installed. */
const bundled = /^(drizzle-orm|zod|saxes|xmlchars|parse5|parse5-sax-parser|entities|uuid)(\/|$)/

const bundles = (dir: string, input: Record<string, string>): RolldownOptions => ({
  input,
  platform: 'node',
  external: id => /^[^./#]/.test(id) && !path.isAbsolute(id) && !bundled.test(id),
  plugins: [besideSource(dir)],
  output: { dir, format: 'esm', chunkFileNames: '[name].js', cleanDir: true },
})

/**
 * The server in few files, readable as they are. From its sources Node would resolve and read 1,300 modules at each start, most
 * slowly drizzle-orm's, whose package.json of 180 kB it parses for every import between them. Threads start often, one for
 * every imported report, so each loads only what it runs.
 */
export default defineConfig([
  // The process beside the program: tests and measurements start it with rate limits of their own.
  bundles(serverDir, {
    main: path.join(source, 'app/main.ts'),
    process: path.join(source, 'app/process.ts'),
  }),
  bundles(threadsDir, threadModules()),
])
