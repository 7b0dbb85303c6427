import { describe, expect, it } from 'vitest'
import { managerRoles } from '#api/endpoint.ts'
import { assignmentRefusal, clientAccess, isLimitedToOwn } from './client-access.ts'

const me = 'me'
const responsible = { mine: me, nobody: null, another: 'another' } as const

describe('who may serve a client', () => {
  it.each([
    ['all', 'agent', ['serve', 'serve', 'serve']],
    ['all', 'lead', ['serve', 'serve', 'serve']],
    ['all', 'admin', ['serve', 'serve', 'serve']],
    ['all', 'auditor', ['list', 'list', 'list']],
    ['own', 'agent', ['serve', 'take', 'emergency']],
    ['own', 'lead', ['serve', 'serve', 'serve']],
    ['own', 'admin', ['serve', 'serve', 'serve']],
    ['own', 'auditor', ['list', 'list', 'list']],
  ] as const)('with agents serving %s, %s: own, unassigned, another’s', (agentsServe, role, expected) => {
    const access = Object.values(responsible).map(whose =>
      clientAccess({ agentsServe }, { managerId: me, role }, whose),
    )
    expect(access).toEqual(expected)
  })

  it('limits lists to a manager’s own clients exactly where another’s client is inaccessible', () => {
    for (const agentsServe of ['all', 'own'] as const)
      for (const role of managerRoles)
        expect(isLimitedToOwn({ agentsServe }, { role })).toBe(
          clientAccess({ agentsServe }, { managerId: me, role }, 'another') === 'emergency',
        )
  })
})

describe('who may make whom responsible', () => {
  const people = [null, me, 'another', 'third'] as const
  const pairs = people.flatMap(from => people.map(to => [from, to] as const))
  const allowed = (role: (typeof managerRoles)[number]) =>
    pairs.filter(([from, to]) => assignmentRefusal({ managerId: me, role }, from, to) === null)

  it('lets leads and admins assign, reassign and release', () => {
    expect(allowed('lead')).toEqual(pairs)
    expect(allowed('admin')).toEqual(pairs)
  })

  it('lets an agent take an unassigned client and keep their own', () => {
    expect(allowed('agent')).toEqual([
      [null, me],
      [me, me],
    ])
  })

  it('lets an auditor change nothing', () => {
    expect(allowed('auditor')).toEqual([])
  })
})
