/** `npm run build`: builds the page and the server. */
import { build } from './build.mjs'
import { prepare } from './prepare.mjs'

process.exitCode = await build(await prepare({ tools: true }))
