/** `npm start`: installs and builds what is missing, then serves the product until stopped. */
import { builtServer, prepareBuilt } from './build.mjs'
import { exitOf, start } from './run.mjs'

const { node, env } = await prepareBuilt()
const server = start(
  node,
  [
    '--disable-proto=delete',
    '--import',
    './scripts/end-with-parent.mjs',
    builtServer,
    ...process.argv.slice(2),
  ],
  { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] },
)
process.exitCode = await exitOf(server)
