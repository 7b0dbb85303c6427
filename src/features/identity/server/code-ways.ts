import type { CodeService, Sms } from '#providers/sms/port.ts'
import { codeMessage } from '../codes.ts'
import { generateSixDigitCode } from './six-digits.ts'

/**
 * How codes come to be. What may be asked for and tried, how often and how long, is decided before either way
 * (`challenges.ts`) and is the same for both (docs/decisions/0010-real-codes.md).
 */
export type CodeSource = {
  /** The next code and how to send it. The code is null where the provider makes it and keeps it to itself. */
  next: () => { code: string | null; send: (phone: string) => Promise<void> }
  /** Asks the maker whether a code that we do not know is the one last sent. Throws ProviderFailure. */
  check: (phone: string, code: string) => Promise<boolean>
}

/** Codes of our own, sent as texts that name `host` for phones that fill the code in. */
export const ownCodes = (sms: Sms, host: string): CodeSource => ({
  next: () => {
    const code = generateSixDigitCode()
    return { code, send: phone => sms.send({ to: phone, body: codeMessage(code, host) }) }
  },
  // All of ours are known: one that is not was made the other way, before this server started.
  check: async () => false,
})

/** Codes that a service makes, sends and checks. */
export const serviceCodes = (service: CodeService): CodeSource => ({
  next: () => ({ code: null, send: service.send }),
  check: service.check,
})
