/** Where and for whom a browser takes notices (RFC 8030): an address at its push service, and the keys that only it can read with. */
export type PushSubscription = { endpoint: string; p256dh: string; auth: string }

/** Notices to browsers by the push services of their makers. */
export type Push = {
  /** What a browser subscribes with (RFC 8292). */
  publicKey: string
  /** Whose addresses are called: a browser may make up any. */
  hosts: readonly string[]
  /** `gone`: nobody takes notices there any more. Throws `ProviderFailure`. */
  send: (to: PushSubscription, text: string) => Promise<'sent' | 'gone'>
}

/** Of the makers of browsers; `*.` stands for any name below. */
export const knownPushHosts = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  '*.notify.windows.com',
] as const

/**
 * Whether an address is one of these hosts', by https and without anything that would lead elsewhere (OWASP ASVS 5.0.0, 13.2.4;
 * CWE-918).
 */
export const isPushAddress = (endpoint: string, hosts: readonly string[]): boolean => {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password } = new URL(endpoint)
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false
  return hosts.some(host => (host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host))
}
