import { randomInt } from 'node:crypto'

/** A code of six random digits. */
export const generateSixDigitCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')
