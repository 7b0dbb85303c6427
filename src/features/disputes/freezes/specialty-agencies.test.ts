import { expect, it } from 'vitest'
import { isPartialDate } from '#values/dates.ts'
import { specialtyAgencies, specialtyAgencyTable } from './specialty-agencies.ts'

it.each(specialtyAgencies)(
  '%s has contacts with sources, and a mailing address only if a source states one',
  agency => {
    const { contact, address, basis } = specialtyAgencyTable[agency]
    expect(contact.web).toMatch(/^https:\/\//)
    expect(contact.phone).toMatch(/^\+18(00|66)\d{7}$/)
    for (const { source, checkedOn } of address === null ? [contact] : [contact, address]) {
      expect(source).toMatch(/^https?:\/\//)
      expect(isPartialDate(checkedOn) && checkedOn.length === 10).toBe(true)
    }
    for (const line of address?.lines ?? []) expect(line.length).toBeLessThanOrEqual(40)
    if (address !== null) expect(address.lines[2]).toMatch(/^[A-Z][a-z]+, [A-Z]{2} \d{5}(-\d{4})?$/)
    expect(basis).not.toMatch(/1681c-1|federal/i)
  },
)
