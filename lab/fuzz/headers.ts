import fc from 'fast-check'
import { exceedsPixelLimit, isCleanJpeg, type JpegHeader, readJpegHeader } from '#features/documents/jpeg.ts'
import { isTooLong, parseRecording, type Recording } from '#providers/language/audio/recording.ts'
import { mutateBytes } from '#test/support/files/mutations.ts'
import { smallJpegs } from '#test/support/files/pictures.ts'
import { mp4, ogg, wav, webm } from '#test/support/files/recordings.ts'
import type { Scenario } from '../scenario.ts'
import { amount, tryAll } from './trial.ts'

type Read = { header: JpegHeader | null; clean: boolean; recording: Recording | null }

const isSide = (pixels: number) => Number.isInteger(pixels) && pixels > 0 && pixels <= 0xffff

const judge = ({ header, clean, recording }: Read): string => {
  if (clean && header === null) throw new Error('a clean picture has no header')
  if (header !== null && !(isSide(header.width) && isSide(header.height)))
    throw new Error(`a picture of ${header.width} by ${header.height}`)
  const seconds = recording?.seconds ?? 0
  // A file may claim any length; NaN and negative numbers would be our bugs.
  if (Number.isNaN(seconds) || seconds < 0) throw new Error(`a recording of ${seconds} seconds`)
  if (recording !== null) return isTooLong(recording) ? 'recordings that are too long' : 'recordings'
  if (header === null) return 'refused'
  if (clean) return 'clean pictures'
  return exceedsPixelLimit(header) ? 'pictures of too many pixels' : 'pictures to re-encode'
}

/** The headers of pictures and recordings, which are parsed before anything is decoded. */
export const headers: Scenario = {
  what: 'randomly changed headers of pictures and recordings are read or refused',
  options: amount,
  run: async (given, report) => {
    const originals = [...(await smallJpegs()), webm(25), ogg(25), mp4(25), wav(1)]
    const act = (bytes: Buffer): Read => ({
      header: readJpegHeader(bytes),
      clean: isCleanJpeg(bytes),
      recording: parseRecording(bytes),
    })
    const inputs = fc.constantFrom(...originals).chain(mutateBytes)
    await tryAll(given, report, { inputs, act, judge, shown: bytes => bytes.toString('base64') })
  },
}
