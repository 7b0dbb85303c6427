import {
  createProcessPool,
  type ProcessPool,
  type ProcessSetting,
  restrictedProgram,
} from '#platform/process-pool.ts'

/** The longest answer, in JSON, that a process may give about one file. */
const MOST_ANSWER_BYTES = 32 * 1024 * 1024

const usual: ProcessSetting = {
  program: restrictedProgram(new URL('./pdf-child.ts', import.meta.url), {
    heapMb: 256,
    reads: [
      'src/platform/error-code.ts',
      'src/features/reports/server',
      'src/features/reports/readers/pdf',
      'node_modules/pdfjs-dist',
    ],
    flags: ['--disallow-code-generation-from-strings'],
  }),
  concurrent: 2,
  waiting: 20,
  timeoutMs: 30_000,
  // Each file gets a process of its own, so it does not matter whose it is.
  filesEach: 1,
  answer: { parts: 1, mostBytes: MOST_ANSWER_BYTES },
  processorSeconds: 10,
  // Leaves at most 500 MB resident.
  dataMb: 960,
}

export type PdfPages = {
  /** The answer about a PDF as `PdfAnswer` in JSON, unchecked; null when the file cost its process too much. */
  open: (bytes: Uint8Array) => Promise<Uint8Array | null>
  close: ProcessPool['close']
}

export const createPdfPages = (own: Partial<ProcessSetting> = {}): PdfPages => {
  const pool = createProcessPool({ ...usual, ...own })
  return {
    open: async bytes => (await pool.run([bytes], ''))?.[0] ?? null,
    close: pool.close,
  }
}

/** The one pool of the server: few at once, for each may take half a gigabyte. */
export const pdfPages = createPdfPages()
