import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { SaxesParser } from 'saxes'
import { readReport } from '#features/reports/readers/detect.ts'
import { mayaAsReader, reportDocument } from './documents.ts'
import { megabytesIn, paired, say } from './measure.ts'

/** Processor time of each reader, compared with its parser alone on the same text. */

const fixtures = path.join(import.meta.dirname, '../..', 'src/features/reports/fixtures')
const ada = { firstName: 'Ada', lastName: 'Quill', ssnLastFour: '2041' }

const formats = [
  ['TrueLink JSON', 'three-bureaus.truelink.json'],
  ['TrueLink JSONP', 'three-bureaus.truelink.jsonp'],
  ['TrueLink XML', 'three-bureaus.truelink.xml'],
  ['MISMO 3', 'joint.mismo.xml'],
  ['MISMO 2', 'three-bureaus.mismo-2.xml'],
  ['Array JSON', 'stack.array.json'],
  ['TransUnion TUXML', 'ada.transunion.xml'],
  ['TransUnion TU4R', 'ada.tu4r.txt'],
  ['Experian JSON', 'ada.experian.json'],
  ['Equifax JSON', 'ada.equifax.json'],
] as const

const parseJson = (text: string): unknown => JSON.parse(text)

const parseXml = (text: string) => {
  const parser = new SaxesParser({ xmlns: false })
  let nodes = 0
  const count = () => {
    nodes += 1
  }
  parser.on('opentag', count)
  parser.on('text', count)
  parser.write(text).close()
  return nodes
}

type Peer = { name: string; parse: (text: string) => unknown }

/** The least that any reader of the text must do. */
const peerOf = (text: string): Peer => {
  if (text.trimStart().startsWith('<')) return { name: 'saxes', parse: parseXml }
  if (/^\s*[{[]/.test(text)) return { name: 'JSON.parse', parse: parseJson }
  const from = text.indexOf('{')
  return from > 0 && from < 100
    ? { name: 'JSON.parse', parse: whole => parseJson(whole.slice(from, whole.lastIndexOf('}') + 1)) }
    : { name: 'split into lines', parse: whole => whole.split('\n') }
}

/** Enough runs that the clock's resolution does not matter. */
const bytesAtOnce = 1_000_000

const measured = async (name: string, text: string, person: typeof ada) => {
  const times = Math.max(1, Math.round(bytesAtOnce / text.length))
  const each = (act: (text: string) => unknown) => () => {
    for (let n = 0; n < times; n += 1) act(text)
  }
  const reading = readReport(text, person)
  if (reading.kind !== 'report') throw new Error(`${name} was not read: ${reading.message}`)
  const peer = peerOf(text)
  const { took, peerTook, ratio } = await paired(
    each(whole => readReport(whole, person)),
    each(peer.parse),
  )
  const size = megabytesIn(text)
  const speed = (milliseconds: number) => (((size * times) / milliseconds) * 1000).toFixed(1).padStart(7)
  say(
    `  ${name.padEnd(30)} ${(size * 1024).toFixed(0).padStart(6)} kB ${speed(took)} MB/s, ${ratio.toFixed(1).padStart(5)} x the time of ${peer.name} (${speed(peerTook).trim()} MB/s)`,
  )
}

export const readers = async (): Promise<void> => {
  say('Readers, compared with parsing alone')
  for (const [name, file] of formats)
    await measured(name, await readFile(path.join(fixtures, file), 'utf8'), ada)
  for (const accounts of [60, 600]) {
    await measured(`TrueLink JSON, ${accounts} accounts`, reportDocument(accounts), mayaAsReader)
    await measured(
      `MISMO 3, ${accounts} accounts`,
      reportDocument(accounts, '2026-11-14', 'mismo'),
      mayaAsReader,
    )
  }
}
