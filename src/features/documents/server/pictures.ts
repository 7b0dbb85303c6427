import { AppError } from '#api/errors.ts'
import { createProcessPool, type ProcessSetting, restrictedProgram } from '#platform/process-pool.ts'
import { isCleanJpeg } from '../jpeg.ts'
import { MAX_FILE_BYTES } from '../upload-rules.ts'

/** A re-encoded picture and its thumbnail, both clean JPEGs. */
export type ReencodedImage = { file: Buffer; thumbnail: Buffer }

/** Re-encodes pictures in separate processes. */
export type ImageProcessor = {
  /**
   * Re-encodes in a process that gets only one owner's pictures. Throws `unreadable_picture`, or `unavailable` if too
   * many wait.
   */
  reencode: (bytes: Uint8Array, owner: string) => Promise<ReencodedImage>
  /** Ends the processes. */
  close: () => void
}

const usual: ProcessSetting = {
  program: restrictedProgram(new URL('./picture-child.ts', import.meta.url), {
    heapMb: 64,
    reads: ['src/features/documents', 'node_modules'],
    flags: ['--allow-addons'],
  }),
  concurrent: 2,
  waiting: 20,
  timeoutMs: 15_000,
  filesEach: 100,
  answer: { parts: 2, mostBytes: MAX_FILE_BYTES },
  processorSeconds: null,
  dataMb: 1_024,
}

export const createImageProcessor = (own: Partial<ProcessSetting> = {}): ImageProcessor => {
  const pool = createProcessPool({ ...usual, ...own })
  return {
    reencode: async (bytes, owner) => {
      const [file, thumbnail] = (await pool.run([bytes], owner)) ?? []
      if (!file || !thumbnail || !isCleanJpeg(file) || !isCleanJpeg(thumbnail))
        throw new AppError('unreadable_picture')
      return { file, thumbnail }
    },
    close: pool.close,
  }
}
