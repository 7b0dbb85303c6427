import { once } from 'node:events'
import { createServer } from 'node:net'
import fc from 'fast-check'
import { smtpEmail } from '#providers/email/smtp.ts'
import { mutateBytes } from '#test/support/files/mutations.ts'
import type { Options } from '../../scenario.ts'
import { endOf, must } from './answers.ts'

/** What a mail server says, in its order: the greeting, and the answers to EHLO, MAIL, RCPT, DATA and the e-mail. */
const said = ['220 mail.test ESMTP', '250 mail.test', '250 OK', '250 OK', '354 Go on', '250 Taken']

/** A dialogue with some answers changed or replaced. */
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

/** A mail server that gives the chosen answers, and the e-mails sent to it. */
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
      // After DATA a single dot ends what was sent; before it each line is a command.
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
    must(heard.includes('Something changed.'), 'an e-mail counts as sent that nobody heard')
    must(/^2/m.test(dialogue[5] ?? ''), 'an e-mail counts as sent that nobody took')
    return 'SMTP: sent'
  }
}
