/** `npm run build`: makes the web page from its sources. */
import { build } from './build.mjs'
import { prepare } from './prepare.mjs'

process.exitCode = await build(await prepare({ tools: true }))
