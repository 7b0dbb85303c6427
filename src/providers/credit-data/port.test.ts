import { describe } from 'vitest'
import { sandboxCreditData } from '#sandbox/providers/credit-data.ts'
import { openFakeBridge } from '#test/fakes/fake-bridge.ts'
import { openFakeMismo } from '#test/fakes/fake-mismo.ts'
import { httpCreditData } from './http.ts'
import { mismoOrders } from './mismo-order.ts'
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

/** Orders once per person, like the pull job once per pull. */
const byMismo = async (): Promise<CreditDataSource> => {
  const service = await openFakeMismo()
  const orders = new Map<string, string>()
  const timing = { pollEveryMs: 5, pollForMs: 20, timeoutMs: 5_000 }
  const { order, ...mismo } = mismoOrders({ ...service, surrogatedLogin: null, timing })
  return {
    ...outcomes,
    creditData: {
      ...mismo,
      order,
      pull: async request => {
        const known = orders.get(request.ssn)
        if (known !== undefined) return mismo.pull(request, known)
        const ordered = await order?.(request)
        if (ordered?.kind !== 'ordered') throw new Error('nothing was ordered')
        orders.set(request.ssn, ordered.order)
        return mismo.pull(request, ordered.order)
      },
    },
    close: service.close,
  }
}

describe('a MISMO order service', () => {
  describeCreditDataPort(byMismo)
})

describe('a bridge over HTTP', () => {
  describeCreditDataPort(byBridge)
})
