/** `npm run build`: makes the page and the server from their sources. */
import { build } from './build.mjs'
import { prepare } from './prepare.mjs'

process.exitCode = await build(await prepare({ tools: true }))
