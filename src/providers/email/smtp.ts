import { createTransport } from 'nodemailer'
import { ProviderFailure } from '../failure.ts'
import { type Email, wouldBreakHeader } from './port.ts'

export type SmtpSettings = {
  /** `smtp://` or `smtps://`, with user and password if the server requires them. */
  url: string
  from: string
  /** The name next to the sender's address. */
  name?: string
  /** How long to wait for a connection, for the greeting, and for every later reply. */
  patienceMs?: number
}

const TIMEOUT_MS = 20_000

/**
 * What a failure means for the next attempt. Only a refusal of the addresses or of the email itself is about this email, and
 * of those 4yz is transient and 5yz permanent (RFC 5321 section 4.2.1). Everything else is between the server and us and
 * can be fixed, so the email is still sent later.
 */
const failureOf = (error: unknown): ProviderFailure => {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  const status = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
  if (code === 'EENVELOPE' || code === 'EMESSAGE') {
    const answered = { code: `smtp_${status}` }
    return status >= 400 && status < 500
      ? new ProviderFailure('email', `The mail server asked to try again later (${status}).`, true, answered)
      : new ProviderFailure('email', `The mail server refused the email (${status}).`, false, answered)
  }
  return code === 'EAUTH'
    ? new ProviderFailure('email', 'The mail server did not let us sign in.', true, { code: 'smtp_sign_in' })
    : new ProviderFailure('email', 'The mail server could not be reached.', true, { code: 'smtp_unreached' })
}

/** One click in the mail program (RFC 2369 section 3.2, RFC 8058 section 3.1); the mail server's DKIM signature must cover both. */
const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/**
 * Email over SMTP. `smtps://` uses TLS from the first byte; `smtp://` upgrades to TLS, and without it sends nothing to
 * another machine. Certificates are verified. Each email uses a separate connection, so that a failure of one cannot
 * affect the next.
 */
export const smtpEmail = ({ url, from, name = '', patienceMs = TIMEOUT_MS }: SmtpSettings): Email => {
  const server = new URL(url)
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(server.hostname)
  const secure = server.protocol === 'smtps:'
  const transport = createTransport({
    host: server.hostname.replace(/^\[|\]$/g, ''),
    port: server.port === '' ? (secure ? 465 : 587) : Number(server.port),
    secure,
    requireTLS: !secure && !local,
    ignoreTLS: !secure && local,
    ...(server.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(server.username), pass: decodeURIComponent(server.password) } }),
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    dnsTimeout: patienceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    sandbox: false,
    send: async ({ to, subject, text, messageId, unsubscribeUrl = '' }) => {
      if ([to, subject, messageId, unsubscribeUrl].some(wouldBreakHeader))
        throw new ProviderFailure('email', 'The email has a line break where none may be.', false)
      try {
        await transport.sendMail({
          from: { name, address: from },
          // As an object, an address with commas is still one address.
          to: { name: '', address: to },
          subject,
          text,
          messageId: `<${messageId}>`,
          headers: unsubscribeUrl === '' ? {} : unsubscribeHeaders(unsubscribeUrl),
        })
      } catch (error) {
        throw failureOf(error)
      }
    },
  }
}
