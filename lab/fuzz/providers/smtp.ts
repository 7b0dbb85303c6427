import { once } from 'node:events'
import { createServer } from 'node:net'
import fc from 'fast-check'
import { smtpEmail } from '#providers/email/smtp.ts'
import { mutateBytes } from '#test/support/files/mutations.ts'
import type { Options } from '../../scenario.ts'
import { endOf, must } from './answers.ts'

/** The replies of a mail server in order: the greeting, then the replies to EHLO, MAIL, RCPT, DATA and the email. */
const said = ['220 mail.test ESMTP', '250 mail.test', '250 OK', '250 OK', '354 Go on', '250 Taken']

/** A dialogue with some replies changed or replaced. */
export const dialogues: fc.Arbitrary<readonly string[]> = fc.tuple(
  ...said.map(line =>
    fc.oneof(
      { weight: 12, arbitrary: fc.constant(`${line}\r\n`) },
      {
        weight: 2,
        arbitrary: mutateBytes(Buffer.from(line)).map(
          bytes => `${bytes.toString('latin1').replaceAll(/[\r\n]/g, ' ')}\r\n`,
        ),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          '421 Busy\r\n',
          '450 Later\r\n',
          '550 No\r\n',
          '250\r\n',
          '\r\n',
          '99999 x\r\n',
        ),
      },
    ),
  ),
)

/** A mail server that sends the chosen replies, and the e-mails sent to it. */
export const openMailDialogue = async ({ later }: Options) => {
  let lines: readonly string[] = said
  let heard = ''
  const server = createServer(socket => {
    let at = 0
    const say = () => {
      const line = lines[at]
      at += 1
      if (line === undefined) socket.end()
      else socket.write(line, 'latin1')
    }
    heard = ''
    socket.on('error', () => undefined)
    socket.on('data', (came: Buffer) => {
      heard += came.toString('latin1')
      // Before DATA each line is a command; after it a single dot ends the email.
      if (at <= 5 ? heard.endsWith('\r\n') : heard.endsWith('\r\n.\r\n')) say()
    })
    say()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  later(() => server.close())
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  const email = smtpEmail({ url: `smtp://127.0.0.1:${port}`, from: 'us@fairfile.test', patienceMs: 200 })
  const message = {
    to: 'maya@example.com',
    subject: 'A notice',
    text: 'Something changed.',
    messageId: 'a@fairfile.test',
  }
  return async (dialogue: readonly string[]): Promise<string> => {
    lines = dialogue
    const end = await endOf(() => email.send(message))
    if ('failed' in end) return end.failed.retryable ? 'SMTP: to be tried again' : 'SMTP: refused'
    must(heard.includes('Something changed.'), 'an email counts as sent that the server never received')
    must(/^2/m.test(dialogue[5] ?? ''), 'an email counts as sent that the server did not accept')
    return 'SMTP: sent'
  }
}
