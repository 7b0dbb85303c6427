import type { FileStatus } from '../canonical.ts'

/** Said of a file that was returned in spite of a freeze. */
export const freezeNotice = 'A security freeze is in place.'

/** What a bureau's message says about a file; null when it names neither a freeze nor that there is no file. */
export const parseFileStatus = (said: string): Extract<FileStatus['status'], 'frozen' | 'noHit'> | null => {
  if (/FROZEN|FREEZE|\bLOCKED/i.test(said)) return 'frozen'
  return /NO (RECORD|HIT|FILE|MATCH)|NOT FOUND/i.test(said) ? 'noHit' : null
}
