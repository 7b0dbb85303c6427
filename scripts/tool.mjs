/**
 * Runs a TypeScript program or an installed package's command on the project's own Node, installing what is missing:
 * `node scripts/tool.mjs <file|package|package:command> [arguments]`. Programs under `src/` do not need the development packages.
 */
import { prepare, programOf } from './prepare.mjs'
import { exitOf, start } from './run.mjs'

const [program = '', ...parameters] = process.argv.slice(2)
const isFile = program.includes('/')
const { node, env } = await prepare({ tools: !program.startsWith('src/') })
const child = start(node, [isFile ? program : programOf(...program.split(':')), ...parameters], { env })
process.exitCode = await exitOf(child)
