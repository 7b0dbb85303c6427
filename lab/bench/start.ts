import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { runServer } from '#test/support/run-server.ts'
import { median, megabytesIn, row, say, timed } from './measure.ts'
import { withProduct } from './product.ts'

/** Starting the server, and refusing what is no report. */

const refused = () => {
  throw new Error('a document that is no report was taken')
}

export const start = async (): Promise<void> => {
  say('Start')
  const dataDir = await mkdtemp(path.join(tmpdir(), 'fairfile-bench-'))
  try {
    const bare = await median(() => promisify(execFile)(process.execPath, ['-e', '']))
    for (const name of ['  first start: new database, demo people', '  start again']) {
      const { took, result } = await timed(() => runServer({ DATA_DIR: dataDir }))
      row(name, took, 'an empty process', bare)
      await result.end('SIGTERM')
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
  await withProduct({}, async ({ importing }) => {
    const deep = '<a>'.repeat(3_000_000)
    const took = await median(() => importing(deep).then(refused, () => undefined), 5)
    const scan = await median(() => Buffer.from(deep).indexOf(0))
    row(
      `  refuse ${megabytesIn(deep).toFixed(1)} MB of nested elements`,
      took,
      'one pass over the text',
      scan,
    )
  })
}
