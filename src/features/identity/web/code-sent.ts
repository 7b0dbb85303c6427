import type { EndpointReply } from '#api/endpoint.ts'
import type { identity } from '../contract.ts'

/**
 * A text message on its way: to which number, and when the next may be asked for. `message` is there when the server
 * cannot promise that it arrives.
 */
export type CodeSent = { phoneNumber: string; resendInSeconds: number; message: string | null; at: number }

/** What was just answered when a code was asked for. */
export const toCodeSent = (
  phoneNumber: string,
  { resendInSeconds, message }: EndpointReply<typeof identity.sendCode>,
): CodeSent => ({ phoneNumber, resendInSeconds, message: message ?? null, at: Date.now() })
