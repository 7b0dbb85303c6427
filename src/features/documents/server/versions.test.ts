import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#platform/ids.ts'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { plainPicture } from '#test/support/files/pictures.ts'
import { fetchDocuments, parseUploadedDocument, uploadDocument } from '#test/support/files/uploads.ts'
import { saveDocument } from './store.ts'
import { registerFile } from './stored-files.ts'

let app: TestApp
let maya: Tokens & { userId: string }
beforeAll(async () => {
  app = await openApp()
  maya = await app.register()
})
afterAll(() => app.close())

const kept = async (name: string) =>
  parseUploadedDocument(await uploadDocument(app, name, await plainPicture(), { as: maya }))

describe('an upload', () => {
  it('of the same name again is the next version, and the list shows that one', async () => {
    const [first, second] = [await kept('Utility bill'), await kept('  Utility bill')]
    const other = await kept('Utility bill, October')
    expect([first.version, second.version, other.version]).toEqual([1, 2, 1])
    const listed = (await fetchDocuments(app, maya)).filter(
      ({ documentName }) => documentName === 'Utility bill',
    )
    expect(listed).toEqual([{ ...second, earlierVersions: 1 }])
    for (const { id } of [first, second])
      expect((await app.send('GET', `/documents/${id}/versions`, { as: maya })).json()).toEqual({
        data: [second, first],
      })
  })

  it('that began first and was kept last is the newest version all the same', async () => {
    const { db } = app.database
    const keep = async (at: Date) => {
      const fileKey = newId().replaceAll('-', '')
      await registerFile(db, fileKey, at)
      const thumbnail = Buffer.of(1)
      const made = { id: newId(), documentName: 'Overtaken', kind: 'other' as const, fileKey, thumbnail }
      return saveDocument(db, app.keyring, maya.userId, { ...made, fileSize: 1, now: at })
    }
    const second = await keep(app.now())
    const first = await keep(new Date(app.now().getTime() - 1_000))
    expect([second.version, first.version]).toEqual([1, 2])
    const [listed] = (await fetchDocuments(app, maya)).filter(
      ({ documentName }) => documentName === 'Overtaken',
    )
    expect(listed).toMatchObject({ id: first.id, version: 2, earlierVersions: 1 })
  })

  it('of the same name at the same moment gives every version once', async () => {
    const versions: number[] = []
    for (let round = 0; round < 3; round++) {
      const pair = await Promise.all([kept('At once'), kept('At once')])
      versions.push(...pair.map(({ version }) => version).toSorted((one, other) => one - other))
    }
    expect(versions).toEqual([1, 2, 3, 4, 5, 6])
  })
})
