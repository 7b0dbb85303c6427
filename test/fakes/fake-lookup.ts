import { createServer } from 'node:http'

/** Twilio Lookup's Identity Match on loopback, in the shape of twilio.com/docs/lookup/v2-api/identity-match. */

/** What the sources have for a phone number, by query parameter. */
type KnownPerson = Readonly<
  Record<'FirstName' | 'LastName' | 'AddressLine1' | 'PostalCode' | 'NationalId' | 'DateOfBirth', string>
>

type LookupFault = { status: number; code: number } | { errorCode: number } | 'breaks' | 'odd'

export type FakeLookup = {
  url: URL
  /** Whom the sources have for a phone; others are unknown. */
  people: Map<string, KnownPerson>
  faults: Map<string, LookupFault>
  /** Every query, by its parameters and the phone. */
  queries: { phone: string; authorization: string; fields: Readonly<Record<string, string>> }[]
  close: () => Promise<void>
}

const names = {
  first_name_match: 'FirstName',
  last_name_match: 'LastName',
  address_line_match: 'AddressLine1',
  postal_code_match: 'PostalCode',
  national_id_match: 'NationalId',
  date_of_birth_match: 'DateOfBirth',
} as const

const compare = (known: KnownPerson | undefined, fields: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(names).map(([level, name]) => {
      if (known === undefined) return [level, 'no_data_available']
      return [level, known[name].toLowerCase() === fields[name]?.toLowerCase() ? 'exact_match' : 'no_match']
    }),
  )

export const openFakeLookup = async (): Promise<FakeLookup> => {
  const people: FakeLookup['people'] = new Map()
  const faults: FakeLookup['faults'] = new Map()
  const queries: FakeLookup['queries'] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://lookup.test')
    const phone = decodeURIComponent(url.pathname.replace('/v2/PhoneNumbers/', ''))
    const fields = Object.fromEntries(url.searchParams)
    queries.push({ phone, authorization: request.headers.authorization ?? '', fields })
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const fault = faults.get(phone)
    if (fault === 'breaks') request.socket.destroy()
    else if (fault === 'odd') answer(200, { identity_match: 'yes' })
    else if (fault && 'status' in fault) answer(fault.status, { code: fault.code, status: fault.status })
    else if (fields.Fields !== 'identity_match') answer(400, { code: 60000, status: 400 })
    else
      answer(200, {
        phone_number: phone,
        valid: true,
        identity_match: {
          ...compare(people.get(phone), fields),
          city_match: 'exact_match',
          state_match: 'exact_match',
          address_country_match: 'exact_match',
          summary_score: 100,
          error_code: fault ? fault.errorCode : null,
          error_message: null,
        },
      })
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  const at = server.address()
  if (at === null || typeof at === 'string') throw new Error('the fake of Lookup has no port')
  return {
    url: new URL(`http://127.0.0.1:${at.port}`),
    people,
    faults,
    queries,
    close: async () => {
      server.closeAllConnections()
      await new Promise(closed => server.close(closed))
    },
  }
}
