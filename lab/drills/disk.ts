import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { createPicture } from '#test/support/files/pictures.ts'
import { ledgerOf } from './acknowledged.ts'
import { type Answer, ask } from './ask.ts'
import { type DrillDatabase, embeddedDatabase, postgresDatabase } from './databases.ts'
import type { Drill, Given } from './drill.ts'
import { registerPeople } from './people.ts'
import type { Report } from './report.ts'
import { type Server, startServer } from './server.ts'
import { limitFileSize, mayMount, smallDisk } from './small-disk.ts'
import { mustBeKept, mustBeShown } from './verdicts.ts'

const Refused = z.object({ code: z.string() })
const Uploaded = z.object({ document: z.object({ id: z.string(), fileSize: z.number() }) })

const FILES_MB = 3
const DATABASE_MB = 192
const FILE_LIMIT_BYTES = 20_000
const REFUSALS = 5
const MOST_UPLOADS = 40
const MOST_WRITES = 5_000
const BACK_MS = 15_000

const codeOf = ({ status, body, trouble }: Answer) => {
  if (status === 0) return trouble
  const said = Refused.safeParse(JSON.parse(body))
  return `${status} ${said.success ? said.data.code : ''}`
}

const counted = (codes: readonly string[]) =>
  [...Map.groupBy(codes, code => code)].map(([code, all]) => `${all.length} × ${code}`).join(', ')

const mustBeRefusals = (report: Report, codes: readonly string[]) => {
  const clear = codes.every(code => code === '503 unavailable')
  report.must('what found no room was refused by a stable code', clear && codes.length > 0, counted(codes))
}

const stillThere = (report: Report, server: Server) =>
  report.must('servers that ended by themselves', !server.endedByItself(), Number(server.endedByItself()))

/** Milliseconds until an act succeeds again, null when it does not in time. */
const untilBack = async (act: () => Promise<number | null>): Promise<number | null> => {
  const began = performance.now()
  while (performance.now() - began < BACK_MS) {
    const status = await act()
    if (status !== null && status >= 200 && status < 300) return performance.now() - began
    await delay(200)
  }
  return null
}

const mustComeBack = (report: Report, took: number | null) =>
  report.must(
    'writes go on once there is room, without a restart',
    took !== null,
    took === null ? `not in ${BACK_MS / 1_000} s` : `after ${(took / 1_000).toFixed(1)} s`,
  )

const upload = async (url: string, token: string, seed: number): Promise<Answer> => {
  const picture = await createPicture({ width: 900, height: 700, seed }).jpeg({ quality: 95 }).toBuffer()
  const form = new FormData()
  form.set('documentName', `Drill ${seed}`)
  form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'picture.jpg')
  const encoded = new Response(form)
  const type = encoded.headers.get('content-type') ?? ''
  const bytes = new Uint8Array(await encoded.arrayBuffer())
  return ask(`${url}/api/v1/documents/upload`, { method: 'POST', token, type, bytes })
}

/** The disk of the files is full; the database has room. */
const files = async (later: Given['later'], report: Report) => {
  const database = await postgresDatabase()
  later(database.close)
  const folder = path.join(database.dataDir, 'files')
  mkdirSync(folder)
  const small = mayMount() ? smallDisk(FILES_MB, folder) : null
  if (small) later(small.close)
  const server = await startServer(database.settings)
  later(server.kill)
  report.did(
    small ? `files on a disk of ${FILES_MB} MB` : `files of at most ${FILE_LIMIT_BYTES} bytes (RLIMIT_FSIZE)`,
  )
  const [person] = await registerPeople(server.url, 1)
  const token = person?.token ?? ''
  const kept = new Map<string, number>()
  const refused: string[] = []
  const send = async (seed: number) => {
    const answer = await upload(server.url, token, seed)
    if (answer.status === 201) {
      const { document } = Uploaded.parse(JSON.parse(answer.body))
      kept.set(document.id, document.fileSize)
    } else refused.push(codeOf(answer))
    return answer.status
  }
  await send(0)
  if (!small) limitFileSize(server.pid(), FILE_LIMIT_BYTES)
  for (let seed = 1; seed < MOST_UPLOADS && refused.length < REFUSALS; seed += 1) await send(seed)
  mustBeRefusals(report, refused)
  const list = await ask(`${server.url}/api/v1/documents`, { token })
  report.must('the list of documents is shown', list.status === 200, list.status)
  let unread = 0
  for (const id of kept.keys()) {
    const { status } = await ask(`${server.url}/api/v1/documents/${id}/download`, { token })
    if (status !== 200) unread += 1
  }
  report.must('uploaded documents that cannot be downloaded', unread === 0, `${unread} of ${kept.size}`)
  if (small) small.grow(20 * FILES_MB)
  else limitFileSize(server.pid(), null)
  mustComeBack(report, await untilBack(() => send(MOST_UPLOADS)))
  stillThere(report, server)
}

/** The disk of a database is full. */
const databaseOn = async (
  open: (folder: string) => Promise<DrillDatabase>,
  later: Given['later'],
  report: Report,
) => {
  const small = smallDisk(DATABASE_MB)
  later(small.close)
  const database = await open(small.folder)
  later(database.close)
  const server = await startServer(database.settings)
  later(server.kill)
  report.did(`${database.name} on a disk of ${DATABASE_MB} MB`)
  const people = await registerPeople(server.url, 20)
  const ledger = ledgerOf(server.url, people)
  for (let before = 0; before < 40; before += 1) await ledger.write()
  small.fill()
  const bad: number[] = []
  for (let writes = 0; writes < MOST_WRITES && bad.length < 4 * REFUSALS; writes += 8) {
    const statuses = await Promise.all(Array.from({ length: 8 }, () => ledger.write()))
    for (const status of statuses) if (status !== null && status !== 200) bad.push(status)
  }
  report.figure('writes acknowledged until then', ledger.count())
  const one = await ask(`${server.url}/api/v1/user/max-plan`, {
    method: 'POST',
    token: people[0]?.token ?? '',
    body: { enabled: true },
  })
  mustBeRefusals(report, [
    ...bad.map(status => (status === 503 ? '503 unavailable' : String(status))),
    ...(one.status === 200 ? [] : [codeOf(one)]),
  ])
  let unread = 0
  for (let reading = 0; reading < 40; reading += 1) if ((await ledger.read()) !== 200) unread += 1
  report.must('readings that fail', unread === 0, `${unread} of 40`)
  small.empty()
  mustComeBack(report, await untilBack(ledger.write))
  stillThere(report, server)
  await mustBeShown(report, ledger)
  await server.end()
  await mustBeKept(report, ledger, database)
}

/** A full disk (security-reliability R25). */
export const disk: Drill = {
  what: 'a full disk, of the files or of either database: writes are refused, reads go on, it recovers by itself',
  options: { of: 'files,postgres,embedded' },
  run: async ({ word, later }, report) => {
    const asked = word('of').split(',')
    if (asked.includes('files')) await files(later, report)
    if (asked.includes('postgres'))
      await databaseOn(
        within => postgresDatabase({ within, settings: ['max_wal_size=64MB', 'min_wal_size=32MB'] }),
        later,
        report,
      )
    if (asked.includes('embedded')) await databaseOn(async folder => embeddedDatabase(folder), later, report)
  },
}
