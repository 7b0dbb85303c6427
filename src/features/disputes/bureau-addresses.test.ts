import { describe, expect, it } from 'vitest'
import { bureaus } from '#values/bureau.ts'
import { isPartialDate } from '#values/dates.ts'
import { alertAddresses, disputeAddresses, freezeAddresses } from './envelope.ts'
import { alertContacts } from './fraud-alert-rules.ts'
import { freezeContacts } from './freeze-rules.ts'

describe('how a bureau is reached', () => {
  it.each(bureaus)('is stated with its source and the day it was read: %s', bureau => {
    for (const { source, checkedOn } of [
      disputeAddresses[bureau],
      freezeAddresses[bureau],
      freezeContacts[bureau],
      alertAddresses[bureau],
      alertContacts[bureau],
    ]) {
      expect(source).toMatch(/^https:\/\//)
      expect(isPartialDate(checkedOn) && checkedOn.length === 10).toBe(true)
    }
  })

  it.each(bureaus)('by mail fits the window of an envelope: %s', bureau => {
    for (const { lines } of [disputeAddresses[bureau], freezeAddresses[bureau], alertAddresses[bureau]]) {
      expect(Math.max(...lines.map(line => line.length))).toBeLessThanOrEqual(40)
      expect(lines[2]).toMatch(/^[A-Z][a-z]+, [A-Z]{2} \d{5}(-\d{4})?$/)
    }
  })

  it.each(bureaus)('faster is the bureau’s own page and a toll-free number: %s', bureau => {
    for (const { web, phone } of [freezeContacts[bureau], alertContacts[bureau]]) {
      expect(web).toContain(`https://www.${bureau.toLowerCase()}.com/`)
      expect(phone).toMatch(/^\+18(00|88)\d{7}$/)
    }
  })
})
