import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Storage } from './port.ts'

export const newKey = (): string => randomBytes(16).toString('hex')

/** What every storage guarantees. */
export const testStorageProvider = (open: () => Storage): void => {
  it.each([
    ['no byte', Buffer.alloc(0)],
    ['one byte', Buffer.of(255)],
    ['four megabytes', randomBytes(4 * 1024 * 1024)],
  ])('returns a file of %s unchanged', async (_, bytes) => {
    const key = newKey()
    await open().put(key, bytes)
    expect(Buffer.from((await open().get(key)) ?? []).equals(bytes)).toBe(true)
  })

  it('has no file that was never stored or was removed', async () => {
    const key = newKey()
    expect(await open().get(key)).toBeNull()
    await open().put(key, Buffer.from('here'))
    await open().remove(key)
    expect(await open().get(key)).toBeNull()
  })

  it('allows removing a missing file', async () => {
    await expect(open().remove(newKey())).resolves.toBeUndefined()
  })

  it('stores twenty files concurrently', async () => {
    const keys = Array.from({ length: 20 }, newKey)
    await Promise.all(keys.map(key => open().put(key, Buffer.from(key))))
    const values = await Promise.all(keys.map(key => open().get(key)))
    expect(values.map(bytes => Buffer.from(bytes ?? []).toString())).toEqual(keys)
  })

  it.each(['../../etc/passwd', '', 'A'.repeat(32), `${'a'.repeat(32)}/`, 'a'.repeat(31)])(
    'refuses the key %j',
    async key => {
      await expect(open().put(key, Buffer.of(1))).rejects.toThrow(/not the key/)
      await expect(open().get(key)).rejects.toThrow(/not the key/)
      await expect(open().remove(key)).rejects.toThrow(/not the key/)
    },
  )
}
