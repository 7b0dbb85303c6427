/**
 * Runs one of the project's programs on its own runtime: `node scripts/tool.mjs <file> [arguments]`. Those of the
 * server (`src/`) do without the tools of development.
 */
import { prepare } from './prepare.mjs'
import { exitOf, start } from './run.mjs'

const { node, env } = await prepare({ tools: !process.argv[2]?.startsWith('src/') })
const program = start(node, process.argv.slice(2), { env })
process.exitCode = await exitOf(program)
