import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Stands in a restored data folder until a server has heeded it. */
export const RESTORED = 'restored'

/**
 * Tells those who must know that the data are a restored copy, once: what left the system after the copy was made is not in
 * it. When the process ends in between they are told again.
 */
export const heedRestore = async (
  dataDir: string,
  heed: (wasRestored: boolean) => Promise<unknown>,
): Promise<void> => {
  const mark = join(dataDir, RESTORED)
  const wasRestored = existsSync(mark)
  await heed(wasRestored)
  if (wasRestored) rmSync(mark, { force: true })
}
