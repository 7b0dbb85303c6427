import { mp4Seconds } from './mp4.ts'
import { oggSeconds } from './ogg.ts'
import { wavSeconds } from './wav.ts'
import { webmSeconds } from './webm.ts'

/** How recordings come: what browsers write (webm, mp4, ogg), and plain waves. */
export const containers = ['webm', 'ogg', 'mp4', 'wav'] as const
export type Container = (typeof containers)[number]

/** `seconds`: how long it says it is, rounded down; null where it does not say. */
export type Recording = { container: Container; seconds: number | null }

const begins = (bytes: Uint8Array, at: number, expected: readonly number[]): boolean =>
  expected.every((byte, index) => bytes[at + index] === byte)

const letters = (text: string): number[] => [...text].map(letter => letter.charCodeAt(0))

const marks: readonly {
  container: Container
  is: (bytes: Uint8Array) => boolean
  seconds: (bytes: Uint8Array) => number | null
}[] = [
  { container: 'webm', is: bytes => begins(bytes, 0, [0x1a, 0x45, 0xdf, 0xa3]), seconds: webmSeconds },
  { container: 'ogg', is: bytes => begins(bytes, 0, letters('OggS')), seconds: oggSeconds },
  { container: 'mp4', is: bytes => begins(bytes, 4, letters('ftyp')), seconds: mp4Seconds },
  {
    container: 'wav',
    is: bytes => begins(bytes, 0, letters('RIFF')) && begins(bytes, 8, letters('WAVE')),
    seconds: wavSeconds,
  },
]

/** The longest recording that is taken, and how many seconds a clock may be off. */
export const LONGEST_SECONDS = 120
const TOLERANCE = 3

/** What the bytes are by their own marks, whatever their sender says; null: no recording that we know. Nothing is decoded. */
export const parseRecording = (bytes: Uint8Array): Recording | null => {
  const mark = marks.find(({ is }) => is(bytes))
  if (mark === undefined) return null
  const seconds = mark.seconds(bytes)
  return { container: mark.container, seconds: seconds === null ? null : Math.floor(seconds) }
}

/** Whether a recording says that it is longer than one may be. */
export const isTooLong = ({ seconds }: Recording): boolean =>
  seconds !== null && seconds > LONGEST_SECONDS + TOLERANCE
