import { createHmac } from 'node:crypto'
import { LINK_MINUTES, type Portal } from './port.ts'

type SignedLinkSettings = {
  /** An https URL with the placeholders `{user}`, `{expires}` and `{signature}`. */
  template: string
  signingKey: string
}

/** What the portal verifies: hex HMAC-SHA256 of the id, a dot and the expiry in seconds since 1970. */
const signPortalLink = (signingKey: string, userId: string, expires: number): string =>
  createHmac('sha256', signingKey).update(`${userId}.${expires}`).digest('hex')

/** Links signed with a key shared with the portal. `{expires}` is in seconds since 1970. */
export const signedLinkPortal = ({ template, signingKey }: SignedLinkSettings): Portal => ({
  sandbox: false,
  linkFor: async ({ userId, now }) => {
    if (!/^[\da-f-]{36}$/.test(userId)) throw new Error('a portal link is made for an id only')
    const expires = Math.floor(now.getTime() / 1_000) + LINK_MINUTES * 60
    const link = template
      .replace('{user}', userId)
      .replace('{expires}', String(expires))
      .replace('{signature}', signPortalLink(signingKey, userId, expires))
    return { link }
  },
})
