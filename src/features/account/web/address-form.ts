import type { EndpointInput } from '#api/endpoint.ts'
import { states } from '#features/identity/profile-choices.ts'
import type { FieldErrors, FormValues } from '#web/form.ts'
import type { account } from '../contract.ts'

type Address = NonNullable<EndpointInput<typeof account.change>['address']>

/** The address as the endpoint expects it; null until a state is chosen. */
export const readAddress = (values: FormValues): Address | null => {
  const of = (name: string) => (values[name] ?? '').trim()
  const state = states.find(one => one === values.state)
  if (!state) return null
  return { street: of('streetAddress'), city: of('city'), state, postal: of('zip') }
}

const fieldOfPath: Readonly<Record<string, string>> = {
  'address.street': 'streetAddress',
  'address.city': 'city',
  'address.state': 'state',
  'address.postal': 'zip',
}

/** Maps the endpoint's error paths to the form's field names. */
export const addressErrors = (fields: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([path, sentence]) => {
      const field = fieldOfPath[path]
      return field ? [[field, sentence]] : []
    }),
  )
