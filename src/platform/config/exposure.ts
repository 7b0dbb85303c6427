import { isLoopback } from '#providers/public-address.ts'
import type { CreditDataSettings } from './credit-data-settings.ts'
import type { LobSettings, ProviderSettings, TwilioSettings } from './provider-settings.ts'

/**
 * Unsafe configurations (docs/reference/configuration.md, Production and sandbox). With sandbox providers all data is
 * invented and an open server does no harm; with a real provider that reaches people, their files or their mail, it must
 * be secured.
 */

type Reaching = Pick<ProviderSettings, 'smtp' | 'portal'> & {
  creditData: CreditDataSettings | null
  twilio: TwilioSettings | null
  lob: LobSettings | null
}

/** The first variable of each external provider that reaches people, their files or their mail. */
export const listExternalProviders = ({ twilio, lob, smtp, portal, creditData }: Reaching): string[] => {
  const all: readonly (readonly [string, URL | undefined])[] = [
    ['TWILIO_ACCOUNT_SID', twilio?.baseUrl],
    ['LOB_API_KEY', lob?.baseUrl],
    ['SMTP_URL', smtp ? new URL(smtp.url) : undefined],
    ['PORTAL_LINK_TEMPLATE', portal ? new URL(portal.template) : undefined],
    ['CREDIT_DATA_URL', creditData?.url],
  ]
  return all.flatMap(([variable, url]) => (url && !isLoopback(url.hostname) ? [variable] : []))
}

/**
 * Whether the connection to a database is protected: TLS with a verified certificate, this machine, or a
 * local socket. The driver prefers `?host=` if it is given.
 */
const isDatabaseConnectionPrivate = (databaseUrl: string): boolean => {
  if (!URL.canParse(databaseUrl)) return false
  const { hostname, searchParams } = new URL(databaseUrl)
  if (searchParams.get('sslmode') === 'verify-full' && !searchParams.has('uselibpqcompat')) return true
  const host = searchParams.get('host') ?? hostname
  return host === '' || /^(\/|%2f)/i.test(host) || isLoopback(host)
}

type ExposureSettings = {
  production: boolean
  reaching: readonly string[]
  /** What the server listens on, in the form of `URL.hostname`. */
  host: string
  /** The number of trusted proxies in front. */
  proxies: number
  publicUrl: URL
  databaseUrl: string | null
  databaseTls: boolean
  demoOpen: boolean
  /** Whether a real support address replaces the default. */
  hasSupportEmail: boolean
}

/** Why the server may not start, in one sentence; null if it may. */
export const findExposure = ({
  production,
  reaching: [first],
  host,
  proxies,
  publicUrl,
  databaseUrl,
  databaseTls,
  demoOpen,
  hasSupportEmail,
}: ExposureSettings): string | null => {
  if (first === undefined) return null
  if (!production) {
    const isOpen = proxies > 0 || !isLoopback(host) || !isLoopback(publicUrl.hostname)
    return isOpen && !demoOpen
      ? `${first}: reaches people beyond this machine, and outside production the demo sign-ins, whose password is public, are open to anyone who reaches this address; set NODE_ENV=production, listen on this machine alone, or set DEMO_OPEN=true to keep them open`
      : null
  }
  if (publicUrl.protocol !== 'https:' && !isLoopback(publicUrl.hostname))
    return `PUBLIC_URL: must be the https address that people use in production, and is ${publicUrl.origin}`
  if (databaseUrl !== null && databaseTls && !isDatabaseConnectionPrivate(databaseUrl))
    return 'DATABASE_URL: is on another machine and does not ask for TLS; add ?sslmode=verify-full, or set DATABASE_TLS=off where the network between is private'
  if (!hasSupportEmail)
    return 'SUPPORT_EMAIL: is needed in production; people are sent there for help, and the default address does not exist'
  return null
}
