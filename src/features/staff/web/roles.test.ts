import { expect, it } from 'vitest'
import { type Endpoint, type ManagerRole, managerRoles } from '#api/endpoint.ts'
import { staff } from '../contract.ts'
import { mayChangeStaff, mayReadStaff, mayServe } from './roles.ts'

const admits = ({ auth }: Endpoint, role: ManagerRole) =>
  auth === 'manager' || (Array.isArray(auth) && auth.includes(role))

it.each(managerRoles)('offers a manager with role %s what the endpoints allow', role => {
  for (const endpoint of [staff.openClient, staff.setClientPlan, staff.clientPortalLink])
    expect(mayServe(role)).toBe(admits(endpoint, role))
  expect(mayReadStaff(role)).toBe(admits(staff.list, role))
  for (const endpoint of [staff.invite, staff.setDisabled])
    expect(mayChangeStaff(role)).toBe(admits(endpoint, role))
})
