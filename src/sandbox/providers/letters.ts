import type { AddressCheck, MailProvider, SandboxPostOffice } from '#providers/letters/port.ts'

const fine: AddressCheck = { deliverable: 'yes', words: null }

/**
 * Letters that stay on this machine. To demonstrate failures, a sender at `1 Returned Road` gets the letter back, one
 * at `1 Failed Road` has it fail, and `1 Nowhere Road` is undeliverable.
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
  // The sandbox's own page of the letter.
  trackingUrl: ({ providerId, trackingNumber }) =>
    trackingNumber === null ? null : `/sandbox/letters/${providerId}`,
})
