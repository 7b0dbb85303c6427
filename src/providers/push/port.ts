/** Where a browser receives notices (RFC 8030): a URL at its push service, and the keys to encrypt for it. */
export type PushSubscription = { endpoint: string; p256dh: string; auth: string }

/** Notices to browsers through the push services of their vendors. */
export type Push = {
  /** The key with which a browser subscribes (RFC 8292). */
  publicKey: string
  /** The hosts that may be called, because a browser could make up any URL. */
  hosts: readonly string[]
  /** `gone`: the subscription has ended. Throws ProviderFailure. */
  send: (to: PushSubscription, text: string) => Promise<'sent' | 'gone'>
}

/** The push services of browser vendors; `*.` matches any subdomain. */
export const knownPushHosts = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  '*.notify.windows.com',
] as const

/**
 * Whether a URL belongs to one of these hosts, with https and without anything that would lead elsewhere (OWASP ASVS 5.0.0,
 * 13.2.4; CWE-918).
 */
export const isPushAddress = (endpoint: string, hosts: readonly string[]): boolean => {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password } = new URL(endpoint)
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false
  return hosts.some(host => (host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host))
}
