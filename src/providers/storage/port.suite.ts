import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Storage } from './port.ts'

export const newKey = (): string => randomBytes(16).toString('hex')

/** What every storage does alike. */
export const testStorageProvider = (open: () => Storage): void => {
  it.each([
    ['no byte', Buffer.alloc(0)],
    ['one byte', Buffer.of(255)],
    ['four megabytes', randomBytes(4 * 1024 * 1024)],
  ])('gives back a file of %s as it was', async (_, bytes) => {
    const key = newKey()
    await open().put(key, bytes)
    expect(Buffer.from((await open().get(key)) ?? []).equals(bytes)).toBe(true)
  })

  it('has no file that was not put there, or was removed', async () => {
    const key = newKey()
    expect(await open().get(key)).toBeNull()
    await open().put(key, Buffer.from('here'))
    await open().remove(key)
    expect(await open().get(key)).toBeNull()
  })

  it('removes what is not there', async () => {
    await expect(open().remove(newKey())).resolves.toBeUndefined()
  })

  it('keeps twenty files put at once apart', async () => {
    const keys = Array.from({ length: 20 }, newKey)
    await Promise.all(keys.map(key => open().put(key, Buffer.from(key))))
    const came = await Promise.all(keys.map(key => open().get(key)))
    expect(came.map(bytes => Buffer.from(bytes ?? []).toString())).toEqual(keys)
  })

  it.each(['../../etc/passwd', '', 'A'.repeat(32), `${'a'.repeat(32)}/`, 'a'.repeat(31)])(
    'takes %j for no key',
    async key => {
      await expect(open().put(key, Buffer.of(1))).rejects.toThrow(/not the key/)
      await expect(open().get(key)).rejects.toThrow(/not the key/)
      await expect(open().remove(key)).rejects.toThrow(/not the key/)
    },
  )
}
