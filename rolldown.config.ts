import path from 'node:path'
import { defineConfig, type Plugin } from 'rolldown'

const root = import.meta.dirname
const dir = path.join(root, 'dist', 'server')

/** Files and threads named beside a source are found from the bundle too: threads run from the source itself. */
const besideSource = (): Plugin => ({
  name: 'beside-source',
  transform: {
    filter: { id: /[\\/]src[\\/]/, code: /import\.meta\.(url|dirname)/ },
    handler: (code, id) => {
      const source = path.relative(dir, id).replaceAll('\\', '/')
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
 * The server in few files, readable as they are. From its sources Node would resolve and read 1,300 modules at each start, most
 * slowly drizzle-orm's, whose package.json of 180 kB it parses for every import between them. All other packages stay where
 * they are installed.
 */
export default defineConfig({
  // The process beside the program: tests and measurements start it with rate limits of their own.
  input: { main: path.join(root, 'src/app/main.ts'), process: path.join(root, 'src/app/process.ts') },
  platform: 'node',
  external: id => /^[^./#]/.test(id) && !path.isAbsolute(id) && !id.startsWith('drizzle-orm'),
  plugins: [besideSource()],
  output: { dir, format: 'esm', chunkFileNames: '[name].js', cleanDir: true },
})
