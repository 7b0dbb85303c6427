import {
  createProcessPool,
  type ProcessPool,
  type ProcessSetting,
  restrictedProgram,
} from '#platform/process-pool.ts'
import { PageAnswer } from './page-answer.ts'
import type { ReadingResult, ReadingTask } from './read-document.ts'

const libraries = ['entities', 'parse5', 'parse5-sax-parser', 'saxes', 'xmlchars', 'zod']

const usual: ProcessSetting = {
  program: restrictedProgram(new URL('./page-child.ts', import.meta.url), {
    heapMb: 320,
    // Built, it is a few files in one folder.
    reads: ['dist/threads', 'src', ...libraries.map(name => `node_modules/${name}`)],
    flags: ['--disallow-code-generation-from-strings'],
  }),
  concurrent: 2,
  waiting: 20,
  timeoutMs: 30_000,
  // Each file gets a new process, so its owner does not matter.
  filesEach: 1,
  answer: { parts: 2, mostBytes: 32 * 1024 * 1024 },
  processorSeconds: 10,
  // Leaves at most 500 MB resident.
  dataMb: 960,
}

/**
 * Web pages are read in a process. A thread that runs out of memory can end the whole server, because not all of the
 * engine's allocations respect the thread's limit.
 */
type PageReader = {
  /** Null when the page exceeded the limits of its process. */
  read: (task: ReadingTask) => Promise<ReadingResult | null>
  close: ProcessPool['close']
}

const parseAnswer = (json: Uint8Array, content: Uint8Array): ReadingResult | null => {
  const answer = PageAnswer.safeParse(JSON.parse(Buffer.from(json).toString('utf8'))).data
  if (answer === undefined) return null
  return answer.kind === 'report' ? { ...answer, content } : answer
}

export const createPageReader = (own: Partial<ProcessSetting> = {}): PageReader => {
  const pool = createProcessPool({ ...usual, ...own })
  return {
    read: async ({ bytes, ...asked }) => {
      const [json, content] = (await pool.run([Buffer.from(JSON.stringify(asked)), bytes], '')) ?? []
      return json === undefined || content === undefined ? null : parseAnswer(json, content)
    },
    close: pool.close,
  }
}
