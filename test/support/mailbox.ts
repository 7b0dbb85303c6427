import { z } from 'zod'
import { OutboxItem } from '#sandbox/contract.ts'
import type { TestApp } from './app.ts'

const Outbox = z.object({ items: z.array(OutboxItem) })

const sentTo = async (app: TestApp, channel: OutboxItem['channel'], address: string) => {
  await app.work()
  const answer = await app.send('GET', '/sandbox/outbox', { from: '127.0.0.1' })
  return Outbox.parse(answer.json()).items.filter(item => item.channel === channel && item.to === address)
}

/** The emails to an address so far, newest first. */
export const mailTo = (app: TestApp, address: string): Promise<{ subject: string; body: string }[]> =>
  sentTo(app, 'email', address)

/** The texts to a number so far, newest first. */
export const textsTo = async (app: TestApp, phoneNumber: string): Promise<string[]> =>
  (await sentTo(app, 'sms', phoneNumber)).map(({ body }) => body)

/** The code in the newest email to an address that contains one. */
export const mailedCode = async (app: TestApp, address: string): Promise<string> => {
  const codes = (await mailTo(app, address)).flatMap(({ body }) => /\b\d{6}\b/.exec(body)?.[0] ?? [])
  const [code] = codes
  if (!code) throw new Error(`no code was mailed to ${address}`)
  return code
}
