import { expect, it } from 'vitest'
import { managerRoles } from '#api/endpoint.ts'
import { mayReadCosts } from '#features/staff/web/roles.ts'
import { costs } from '../contract.ts'

it.each(managerRoles)('offers a manager with role %s what the endpoints admit', role => {
  for (const { auth } of [costs.month, costs.exportMonth])
    expect(mayReadCosts(role)).toBe(auth.some(one => one === role))
})
