import { describe } from 'vitest'
import { sandboxCreditData } from '#sandbox/providers/credit-data.ts'
import { openFakeBridge } from '#test/fakes/fake-bridge.ts'
import { httpCreditData } from './http.ts'
import { keepsThePort, type Source } from './port.suite.ts'

const outcomes = {
  known: Array.from({ length: 10 }, (_, digit) => `51234567${digit}`).concat('512340002'),
  unknown: '512340001',
  slow: '512340003',
  broken: '512340004',
}

const bySandbox = async (): Promise<Source> => ({
  ...outcomes,
  creditData: sandboxCreditData('America/New_York'),
  close: async () => undefined,
})

const byBridge = async (): Promise<Source> => {
  const bridge = await openFakeBridge()
  return {
    ...outcomes,
    creditData: httpCreditData({ url: bridge.url, token: bridge.token, family: null }),
    close: bridge.close,
  }
}

describe('the sandbox', () => {
  keepsThePort(bySandbox)
})

describe('a bridge over HTTP', () => {
  keepsThePort(byBridge)
})
