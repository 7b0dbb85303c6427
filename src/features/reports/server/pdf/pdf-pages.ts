import {
  createProcessPool,
  type ProcessPool,
  type ProcessSetting,
  restrictedProgram,
} from '#platform/process-pool.ts'

/** The longest JSON result of a process for one file. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024

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
  // Each file gets a new process, so its owner does not matter.
  filesEach: 1,
  answer: { parts: 1, mostBytes: MAX_ANSWER_BYTES },
  processorSeconds: 10,
  // Leaves at most 500 MB resident.
  dataMb: 960,
}

export type PdfPages = {
  /** The unvalidated `PdfAnswer` in JSON for a PDF; null when the file exceeded the limits of its process. */
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

/** The server's only pool: few concurrent processes, because each may take half a gigabyte. */
export const pdfPages = createPdfPages()
