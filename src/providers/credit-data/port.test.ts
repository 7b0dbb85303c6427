import { describe } from 'vitest'
import { sandboxCreditData } from '#sandbox/providers/credit-data.ts'
import { openFakeBridge } from '#test/fakes/fake-bridge.ts'
import { httpCreditData } from './http.ts'
import { type CreditDataSource, describeCreditDataPort } from './port.suite.ts'

const outcomes = {
  known: Array.from({ length: 10 }, (_, digit) => `51234567${digit}`).concat('512340002'),
  unknown: '512340001',
  slow: '512340003',
  broken: '512340004',
}

const bySandbox = async (): Promise<CreditDataSource> => ({
  ...outcomes,
  creditData: sandboxCreditData('America/New_York'),
  close: async () => undefined,
})

const byBridge = async (): Promise<CreditDataSource> => {
  const bridge = await openFakeBridge()
  return {
    ...outcomes,
    creditData: httpCreditData({ url: bridge.url, token: bridge.token, family: null }),
    close: bridge.close,
  }
}

describe('the sandbox', () => {
  describeCreditDataPort(bySandbox)
})

describe('a bridge over HTTP', () => {
  describeCreditDataPort(byBridge)
})
