import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeBackupKey } from './backup-key.ts'
import { backUp, restore } from './data-copy.ts'

/** Backups under another key (OWASP ASVS 14.2.4; 16 CFR 314.4(c)(3)): who has the file alone has nothing. */

const now = new Date('2026-11-22T12:00:00Z')
/** Of age: each piece of so many bytes has a tag of sixteen behind it. */
const PIECE = 65_536 + 16

let place: string
let keyFile: string
let recipient: string
let file: string
let sealed: Buffer
beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'fairfile-sealed-copy-'))
  keyFile = join(place, 'backup.key')
  recipient = await makeBackupKey(keyFile, now)
  file = join(place, 'copy.tar.gz.age')
  await backUp(dataWith('oak'), file, { withKeyring: false })
  sealed = readFileSync(file)
})
afterAll(() => rmSync(place, { recursive: true }))

/** Bytes that no compression makes fewer, so that a copy has several pieces, and the same each time. */
const noise = Buffer.from(
  Uint32Array.from({ length: 65_536 }, (_, index) => Math.imul(index + 1, 2_654_435_761) >>> 0).map(
    number => Math.imul(number ^ (number >>> 15), 2_246_822_519) >>> 0,
  ).buffer,
)

const dataWith = (word: string) => {
  const dataDir = join(place, word)
  mkdirSync(join(dataDir, 'pg'), { recursive: true })
  writeFileSync(join(dataDir, 'pg', 'PG_VERSION'), '18\n')
  writeFileSync(join(dataDir, 'pg', 'word'), word)
  writeFileSync(join(dataDir, 'pg', 'noise'), noise)
  return {
    dataDir,
    databaseUrl: null,
    keyringFile: join(dataDir, 'keyring.json'),
    production: true,
    backupRecipients: [recipient],
  }
}

const wordIn = ({ dataDir }: { dataDir: string }) => readFileSync(join(dataDir, 'pg', 'word'), 'utf8')

/** Restores bytes over data that are there; gives what it said, after looking that nothing was touched. */
const refused = async (content: Buffer, by: string | null): Promise<string> => {
  const given = join(place, 'given')
  writeFileSync(given, content)
  const elm = dataWith('elm')
  const said = await restore(elm, given, { force: true, keyFile: by, now }).then(
    () => 'restored',
    (error: unknown) => String(error),
  )
  expect(wordIn(elm)).toBe('elm')
  expect(readdirSync(elm.dataDir)).toEqual(['pg'])
  return said
}

/** Where the pieces begin: behind the line of the header's own tag and sixteen bytes. */
const payload = () => sealed.indexOf('\n', sealed.indexOf('\n--- ') + 1) + 1 + 16

const swapped = () => {
  const at = (piece: number) => payload() + piece * PIECE
  return Buffer.concat([
    sealed.subarray(0, at(0)),
    sealed.subarray(at(1), at(2)),
    sealed.subarray(at(0), at(1)),
    sealed.subarray(at(2)),
  ])
}

describe('a sealed backup', () => {
  it('is opened by its key, and says nothing without', async () => {
    const house = { ...dataWith('elm'), dataDir: join(place, 'house'), keyringFile: join(place, 'none') }
    await restore(house, file, { force: false, keyFile, now })
    expect(wordIn(house)).toBe('oak')
    expect(sealed.length).toBeGreaterThan(3 * PIECE)
    expect(sealed.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n-> X25519 /)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('is refused in words without a key, with another, and with a file that holds none', async () => {
    const other = join(place, 'other.key')
    await makeBackupKey(other, now)
    const empty = join(place, 'empty.key')
    writeFileSync(empty, '# nothing\n')
    expect(await refused(sealed, null)).toContain('is encrypted; name the file of its key: --key <file>')
    expect(await refused(sealed, other)).toContain(`is not opened by the key in ${other}`)
    expect(await refused(sealed, empty)).toContain(`${empty} holds no key`)
    expect(await refused(sealed, join(place, 'nowhere'))).toContain('does not exist')
  })

  it.each<[string, () => Buffer]>([
    [
      'changed in its last byte',
      () => Buffer.concat([sealed.subarray(0, -1), Buffer.of(255 - (sealed.at(-1) ?? 0))]),
    ],
    [
      'changed in its header',
      () => Buffer.from(sealed.toString('latin1').replace('--- ', '--- A'), 'latin1'),
    ],
    ['cut off between two pieces', () => sealed.subarray(0, payload() + 2 * PIECE)],
    ['cut off in the middle', () => sealed.subarray(0, sealed.length >> 1)],
    ['cut off in its header', () => sealed.subarray(0, 60)],
    ['put together in another order', swapped],
    ['with something behind it', () => Buffer.concat([sealed, Buffer.from('more')])],
  ])('%s is refused, and nothing is touched', async (_, changed) => {
    expect(await refused(changed(), keyFile)).toMatch(/^Error: .*(damaged|not opened)/)
  })

  it('is the only one that a key is good for: a plain one may be anybody’s', async () => {
    const plain = join(place, 'plain.tar.gz')
    await backUp({ ...dataWith('ash'), production: false, backupRecipients: [] }, plain, {
      withKeyring: false,
    })
    expect(await refused(readFileSync(plain), keyFile)).toContain('is not an encrypted backup')
  })

  it('is the only one that production makes', async () => {
    const data = { ...dataWith('ash'), backupRecipients: [] }
    const target = join(place, 'none.tar.gz')
    await expect(backUp(data, target, { withKeyring: false })).rejects.toThrow(/^BACKUP_RECIPIENTS: /)
    const wrong = { ...data, backupRecipients: [`${recipient.slice(0, -1)}b`] }
    await expect(backUp(wrong, target, { withKeyring: false })).rejects.toThrow(/is not the public half/)
    expect(readdirSync(place).filter(name => name.startsWith('none'))).toEqual([])
  })
})

describe('the key of backups', () => {
  it('is readable by its owner alone, names its public half, and is never overwritten', async () => {
    expect(statSync(keyFile).mode & 0o777).toBe(0o600)
    expect(readFileSync(keyFile, 'utf8')).toContain(`# public key: ${recipient}\nAGE-SECRET-KEY-1`)
    await expect(makeBackupKey(keyFile, now)).rejects.toThrow('is there already')
  })
})
