import { once } from 'node:events'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type SmtpPeer = {
  url: string
  /** Every accepted email, in order of arrival. */
  taken: Email[]
  close: () => Promise<void>
}

/** Refuses with an SMTP status, like a real server. */
export const smtpError = (responseCode: number): Error =>
  Object.assign(new Error(`refused with ${responseCode}`), { responseCode })

/**
 * A mail server on loopback that stores accepted emails. `before` runs after an email has arrived and before the reply; its
 * rejection is the reply.
 */
export const openSmtpPeer = async (
  options: SMTPServerOptions = {},
  before: (mail: Email) => Promise<void> = async () => undefined,
  host = '127.0.0.1',
): Promise<SmtpPeer> => {
  const taken: Email[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(chunks))
          .then(async mail => {
            await before(mail)
            taken.push(mail)
          })
          .then(
            () => done(null),
            (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
          )
      })
    },
    ...options,
  })
  // A client that disconnects halfway is not the server's fault.
  server.on('error', () => undefined)
  server.listen(0, host)
  await once(server.server, 'listening')
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('the mail server has no port')
  return {
    url: `smtp://${host}:${address.port}`,
    taken,
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
}
