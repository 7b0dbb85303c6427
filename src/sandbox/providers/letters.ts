import type { AddressCheck, MailProvider, SandboxPostOffice } from '#providers/letters/port.ts'

const fine: AddressCheck = { deliverable: 'yes', words: null }

/**
 * Letters that stay on this machine. So that failures can be seen, letters from a street that begins with
 * `1 Returned Road` come back, those from `1 Failed Road` fail (the post office does both), and nothing is delivered to
 * `1 Nowhere Road`.
 */
export const sandboxMailProvider = (office: SandboxPostOffice): MailProvider => ({
  sandbox: true,
  name: 'sandbox',
  send: async (request, key) => {
    const { providerId, expectedDelivery, trackingNumber } = await office.take(request, key)
    return { answer: 'accepted', providerId, expectedDelivery, trackingNumber }
  },
  find: (mailJobId, since) => office.letters({ mailJobId, since, until: null }),
  list: (since, until) => office.letters({ mailJobId: null, since, until }),
  get: office.one,
  cancel: office.cancel,
  checkAddress: async ({ line1 }) =>
    /^1 Nowhere Road\b/i.test(line1)
      ? { deliverable: 'no', words: 'The postal service does not deliver to this address.' }
      : fine,
  // A real one leads to the postal service; this one to the sandbox's own page of the letter.
  trackingUrl: ({ providerId, trackingNumber }) =>
    trackingNumber === null ? null : `/sandbox/letters/${providerId}`,
})
