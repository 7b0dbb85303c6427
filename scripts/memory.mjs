import { accessSync, constants, statfsSync } from 'node:fs'
import { freemem } from 'node:os'

const memory = '/dev/shm'

export const folderInMemory = bytes => {
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return Math.min(bavail * bsize, freemem()) > bytes ? memory : undefined
  } catch {
    return undefined
  }
}
