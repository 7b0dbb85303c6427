/** `npm run dev`: the server, restarted when its files change, and the page with hot reload. Both end together. */
import { prepare, programOf } from './prepare.mjs'
import { exitOf, start } from './run.mjs'

const { node, env } = await prepare({ tools: true })
const both = [
  start(node, ['--watch', '--watch-preserve-output', 'src/app/main.ts'], { env }),
  start(node, [programOf('vite')], { env }),
]
process.exitCode = await Promise.race(both.map(exitOf))
for (const child of both) child.kill()
