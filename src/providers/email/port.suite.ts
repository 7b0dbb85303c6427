import { expect, it } from 'vitest'
import { ProviderFailure } from '../failure.ts'
import type { Email, EmailMessage } from './port.ts'

export const message: EmailMessage = {
  to: 'maya@example.com',
  subject: 'Your request · 2 lines',
  text: 'Dear Maya,\n\n.a line that begins with a dot\nand one with ü.',
  messageId: '0192f1c4@fairfile.test',
}

/** How a try failed. */
export const failureOf = async (email: Email, changed: Partial<EmailMessage> = {}) => {
  try {
    await email.send({ ...message, ...changed })
  } catch (error) {
    if (error instanceof ProviderFailure) return { retryable: error.retryable, words: error.userMessage }
    throw error
  }
  return null
}

/** What every adapter of the port does alike. `taken` is what the other side holds. */
export const testEmailPort = (
  open: () => Email,
  taken: () => Promise<{ to: string; subject: string; text: string }[]>,
): void => {
  it('hands an e-mail over word for word', async () => {
    await open().send(message)
    const { to, subject, text } = message
    expect((await taken()).at(-1)).toEqual({ to, subject, text })
  })

  it('hands one over that can be unsubscribed from', async () => {
    await open().send({ ...message, unsubscribeUrl: 'https://fairfile.test/unsubscribe?token=abc' })
    const { to, subject, text } = message
    expect((await taken()).at(-1)).toEqual({ to, subject, text })
  })

  it('says that an address which is refused is refused for good, in words without the address', async () => {
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
  ])('refuses a line break in %s and hands nothing over', async (_name, changed) => {
    const before = (await taken()).length
    expect(await failureOf(open(), changed)).toMatchObject({ retryable: false })
    expect(await taken()).toHaveLength(before)
  })
}
