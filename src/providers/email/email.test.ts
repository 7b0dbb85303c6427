import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sandboxEmail } from '#sandbox/providers/outbox.ts'
import { openSmtpPeer, type SmtpPeer, smtpError } from '#test/fakes/smtp-peer.ts'
import { ProviderFailure } from '../failure.ts'
import type { Email, EmailMessage } from './port.ts'
import { smtpEmail } from './smtp.ts'

const message: EmailMessage = {
  to: 'maya@example.com',
  subject: 'Your request · 2 lines',
  text: 'Dear Maya,\n\n.a line that begins with a dot\nand one with ü.',
  messageId: '0192f1c4@fairfile.test',
}

/** How an attempt failed. */
const failureOf = async (email: Email, changed: Partial<EmailMessage> = {}) => {
  try {
    await email.send({ ...message, ...changed })
  } catch (error) {
    if (error instanceof ProviderFailure) return { retryable: error.retryable, words: error.userMessage }
    throw error
  }
  return null
}

/** What all adapters of the port have in common. `taken` is what the other side received. */
const testEmailPort = (
  open: () => Email,
  taken: () => Promise<{ to: string; subject: string; text: string }[]>,
): void => {
  it('delivers an email verbatim', async () => {
    await open().send(message)
    const { to, subject, text } = message
    expect((await taken()).at(-1)).toEqual({ to, subject, text })
  })

  it('delivers one that can be unsubscribed from', async () => {
    await open().send({ ...message, unsubscribeUrl: 'https://fairfile.test/unsubscribe?token=abc' })
    const { to, subject, text } = message
    expect((await taken()).at(-1)).toEqual({ to, subject, text })
  })

  it('reports a refused address as permanent, without the address in the message', async () => {
    const before = (await taken()).length
    const failure = await failureOf(open(), { to: 'bounce@example.com' })
    expect(failure?.retryable).toBe(false)
    expect(failure?.words).not.toContain('@')
    expect(await taken()).toHaveLength(before)
  })

  it.each([
    ['the address', { to: 'maya@example.com\r\nBcc: eve@example.com' }],
    ['the subject', { subject: 'Hello\nBcc: eve@example.com' }],
    ['the subject, as a lone return', { subject: 'Hello\rBcc: eve@example.com' }],
    ['the Message-ID', { messageId: 'a@b>\r\nBcc: eve@example.com' }],
    ['the address to unsubscribe at', { unsubscribeUrl: 'https://fairfile.test/\r\nBcc: eve@example.com' }],
  ])('refuses a line break in %s and sends nothing', async (_name, changed) => {
    const before = (await taken()).length
    expect(await failureOf(open(), changed)).toMatchObject({ retryable: false })
    expect(await taken()).toHaveLength(before)
  })
}

const from = 'no-reply@fairfile.test'

describe('the sandbox', () => {
  const items: { to: string; subject: string; text: string }[] = []
  const email = sandboxEmail({
    put: async ({ to, subject, body }) => {
      items.push({ to, subject, text: body })
    },
  })
  testEmailPort(
    () => email,
    async () => items,
  )
})

/** The server's reply to the next recipient, if not acceptance. */
let recipientAnswer: number | null = null
/** The server's reply to the next email itself, if not acceptance. */
let mailAnswer: number | null = null
let peer: SmtpPeer

beforeAll(async () => {
  peer = await openSmtpPeer(
    {
      onRcptTo: ({ address }, _session, done) => {
        if (address.startsWith('bounce')) return done(smtpError(550))
        const answer = recipientAnswer
        // Greylisting: the first attempt is refused, the next one succeeds.
        recipientAnswer = null
        return done(answer === null ? null : smtpError(answer))
      },
    },
    async () => {
      const answer = mailAnswer
      mailAnswer = null
      if (answer !== null) throw smtpError(answer)
    },
  )
})
afterAll(() => peer.close())

const shown = async () =>
  peer.taken.map(mail => ({
    to: mail.to?.[0]?.address ?? '',
    subject: mail.subject ?? '',
    text: (mail.text ?? '').replace(/\n$/, ''),
  }))

describe('SMTP', () => {
  testEmailPort(() => smtpEmail({ url: peer.url, from }), shown)

  it('uses the given sender and Message-ID, and sends only text', async () => {
    await smtpEmail({ url: peer.url, from }).send(message)
    const mail = peer.taken.at(-1)
    expect(mail).toMatchObject({ from: { address: from }, messageId: `<${message.messageId}>` })
    expect(mail?.html).toBeUndefined()
    expect(mail?.attachments).toEqual([])
  })

  it("puts the operator's name, with any characters, next to the address", async () => {
    await smtpEmail({ url: peer.url, from, name: 'Bell, "Sons" & Co.' }).send(message)
    expect(peer.taken.at(-1)?.from).toEqual({ name: 'Bell, "Sons" & Co.', address: from })
  })

  it('supports one-click unsubscribe exactly if there is a URL for it', async () => {
    const unsubscribeUrl = `https://fairfile.test/unsubscribe?token=${'a'.repeat(120)}`
    const email = smtpEmail({ url: peer.url, from })
    const headers = () =>
      peer.taken
        .at(-1)
        ?.headers.filter(({ key }) => key.startsWith('list-'))
        .map(({ key, value }) => [key, value.replaceAll(/\s/g, '')])
    await email.send({ ...message, unsubscribeUrl })
    expect(headers()).toEqual([
      ['list-unsubscribe', `<${unsubscribeUrl}>`],
      ['list-unsubscribe-post', 'List-Unsubscribe=One-Click'],
    ])
    await email.send(message)
    expect(headers()).toEqual([])
  })

  it('treats an address with a comma or a name in it as one address', async () => {
    await failureOf(smtpEmail({ url: peer.url, from }), { to: 'a@example.com, eve@example.com' })
    expect(peer.taken.flatMap(({ to = [] }) => to.map(({ address }) => address))).not.toContain(
      'eve@example.com',
    )
  })

  it.each([450, 451, 452])('is retryable after a %i, and then succeeds', async recipient => {
    recipientAnswer = recipient
    const email = smtpEmail({ url: peer.url, from })
    expect(await failureOf(email)).toEqual({
      retryable: true,
      words: `The mail server asked to try again later (${recipient}).`,
    })
    expect(await failureOf(email)).toBeNull()
  })

  it.each([550, 552, 554])('is not retryable after a %i', async recipient => {
    recipientAnswer = recipient
    expect(await failureOf(smtpEmail({ url: peer.url, from }))).toEqual({
      retryable: false,
      words: `The mail server refused the email (${recipient}).`,
    })
  })
})

describe('a refusal of the email itself', () => {
  it.each([
    [451, true],
    [552, false],
    [554, false],
  ])('with %i: retryable is %s', async (answer, retryable) => {
    mailAnswer = answer
    const before = peer.taken.length
    expect(await failureOf(smtpEmail({ url: peer.url, from }))).toMatchObject({ retryable })
    expect(peer.taken).toHaveLength(before)
  })

  it('by closing the connection is retryable', async () => {
    recipientAnswer = 421
    expect(await failureOf(smtpEmail({ url: peer.url, from }))).toMatchObject({ retryable: true })
  })
})

describe('SMTP with a password', () => {
  let locked: SmtpPeer
  beforeAll(async () => {
    locked = await openSmtpPeer({
      authOptional: false,
      onAuth: ({ username, password }, _session, done) =>
        username === 'fair@file' && password === 'p:w/d'
          ? done(null, { user: 'fairfile' })
          : done(smtpError(535)),
    })
  })
  afterAll(() => locked.close())

  const as = (user: string) => smtpEmail({ url: locked.url.replace('//', `//${user}@`), from })

  it('signs in with the credentials of the URL', async () => {
    expect(await failureOf(as('fair%40file:p%3Aw%2Fd'))).toBeNull()
    expect(locked.taken).toHaveLength(1)
  })

  it('is retryable when sign-in is refused, because we can fix that', async () => {
    expect(await failureOf(as('fair%40file:wrong'))).toEqual({
      retryable: true,
      words: 'The mail server did not let us sign in.',
    })
  })
})

describe('a server that violates SMTP', () => {
  it.each([
    ['hangs up', (end: () => void) => end()],
    ['says nothing', () => undefined],
  ])('which %s is retryable, after a bounded time', async (_name, act) => {
    const sockets = new Set<{ destroy: () => void }>()
    const server = createServer(socket => {
      sockets.add(socket)
      act(() => socket.destroy())
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const email = smtpEmail({ url: `smtp://127.0.0.1:${port}`, from, patienceMs: 300 })
    expect(await failureOf(email)).toEqual({
      retryable: true,
      words: 'The mail server could not be reached.',
    })
    for (const socket of sockets) socket.destroy()
    server.close()
  })

  it('which is unreachable is retryable', async () => {
    const email = smtpEmail({ url: 'smtp://127.0.0.1:1', from })
    expect(await failureOf(email)).toMatchObject({ retryable: true })
  })

  // All of 127.0.0.0/8 is loopback on Linux; the adapter treats only its first address as this machine.
  it.runIf(process.platform === 'linux')('which is another machine without TLS is sent nothing', async () => {
    const far = await openSmtpPeer({}, undefined, '127.0.0.2')
    expect(await failureOf(smtpEmail({ url: far.url, from }))).toMatchObject({ retryable: true })
    expect(far.taken).toEqual([])
    await far.close()
  })
})
