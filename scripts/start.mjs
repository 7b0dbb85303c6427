/** `npm start`: installs and builds what is missing, then serves the product until it is told to stop. */
import path from 'node:path'
import { prepareWithPage } from './build.mjs'
import { exitOf, root, start } from './run.mjs'

const { node, env } = await prepareWithPage()
const server = start(
  node,
  [
    '--disable-proto=delete',
    '--import',
    './scripts/end-with-parent.mjs',
    path.join(root, 'src/app/main.ts'),
    ...process.argv.slice(2),
  ],
  { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] },
)
process.exitCode = await exitOf(server)
