import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { restrictedProgram as restrictedSource } from '../../src/platform/process-pool.ts'

export * from '../../src/platform/process-pool.ts'

/**
 * The restricted processes of the server tests: pages are read by the built one if `BUILT_SERVER` is set, as the built server
 * does, because loading its sources for each page takes four times as long.
 */
export const restrictedProgram: typeof restrictedSource = (main, options) => {
  const { BUILT_SERVER } = process.env
  const isBuilt = BUILT_SERVER && main.href.endsWith('/page-child.ts')
  const built = () => path.join(BUILT_SERVER ?? '', '../threads/features-reports-server-page-child.js')
  return restrictedSource(isBuilt ? pathToFileURL(built()) : main, options)
}
