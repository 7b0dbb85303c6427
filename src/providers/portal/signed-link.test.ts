import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readConfig } from '#platform/config/config.ts'
import { signedLinkPortal } from './signed-link.ts'

const key = 'a key that the portal shares with us'
const userId = '0192f1c4-0000-7000-8000-00000000abcd'
const now = new Date('2026-11-20T12:00:00.900Z')
const good = 'https://portal.example.com/in?who={user}&until={expires}&sig={signature}'

const accepted = (template: string) => {
  try {
    readConfig({ PORTAL_LINK_TEMPLATE: template, PORTAL_SIGNING_KEY: key })
    return true
  } catch {
    return false
  }
}

describe('a signed link', () => {
  it('contains the opaque id, its expiry after fifteen minutes, and a signature that the portal can verify', async () => {
    const { link } = await signedLinkPortal({ template: good, signingKey: key }).linkFor({ userId, now })
    const query = Object.fromEntries(new URL(link).searchParams)
    const until = String(Date.parse('2026-11-20T12:15:00Z') / 1_000)
    expect(query).toEqual({
      who: userId,
      until,
      sig: createHmac('sha256', key).update(`${userId}.${until}`).digest('hex'),
    })
  })

  it('differs for another user, time or key', async () => {
    const linkOf = async (who: string, at: Date, signingKey: string) =>
      (await signedLinkPortal({ template: good, signingKey }).linkFor({ userId: who, now: at })).link.slice(
        -64,
      )
    const signatures = await Promise.all([
      linkOf(userId, now, key),
      linkOf(userId.replace('abcd', 'abce'), now, key),
      linkOf(userId, new Date(now.getTime() + 1_000), key),
      linkOf(userId, now, `${key}!`),
    ])
    expect(new Set(signatures).size).toBe(4)
  })

  it.each(['+12025550143', 'maya@example.com', ''])('is never created for "%s"', async who => {
    const portal = signedLinkPortal({ template: good, signingKey: key })
    await expect(portal.linkFor({ userId: who, now })).rejects.toThrow('for an id only')
  })
})

describe('the template', () => {
  it.each([good, 'https://users.example.com/{user}/{expires}/{signature}'])('may be %s', template => {
    expect(accepted(template)).toBe(true)
  })

  it.each([
    ['not https', 'http://portal.example.com/{user}/{expires}/{signature}'],
    ['no address', 'portal/{user}/{expires}/{signature}'],
    ['without an end', 'https://portal.example.com/{user}/{signature}'],
    ['with the id twice', 'https://portal.example.com/{user}/{user}/{expires}/{signature}'],
    ['with a place of another name', 'https://portal.example.com/{user}/{expires}/{signature}/{phone}'],
    ['with a lone brace', 'https://portal.example.com/{user}/{expires}/{signature}/}'],
    ['with a place in its host', 'https://{user}.example.com/{expires}/{signature}'],
    ['with a place before its host', 'https://{user}@portal.example.com/{expires}/{signature}'],
  ])('must not be one %s', (_name, template) => {
    expect(accepted(template)).toBe(false)
  })
})
