import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { z } from 'zod'
import { errorCode } from './error-code.ts'

/** Data stored outside the database. `read` returns null if there is no file, and throws if it is unreadable. */
export type DataFile<Content> = { read: () => Content | null; write: (content: Content) => void }

/** A JSON file of the data folder. It is replaced atomically: a process that dies while writing leaves the old one. */
export const openDataFile = <Content>(
  dataDir: string,
  name: string,
  shape: z.ZodType<Content>,
): DataFile<Content> => {
  const file = join(dataDir, name)
  return {
    read: () => {
      let text: string
      try {
        text = readFileSync(file, 'utf8')
      } catch (error) {
        if (errorCode(error) === 'ENOENT') return null
        throw error
      }
      return shape.parse(JSON.parse(text))
    },
    write: content => {
      const draft = `${file}.${process.pid}`
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
      writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true })
      renameSync(draft, file)
    },
  }
}
