import { expect, it } from 'vitest'
import { type Cost, difference, KEPT_MONTHS, maxPeople, needsOf, sum, times } from './scale-model.ts'

const nothing: Cost = {
  statements: 0,
  databaseCpu: 0,
  serverCpu: 0,
  wal: 0,
  reportBytes: 0,
  auditBytes: 0,
  otherBytes: 0,
  auditRows: 0,
  jobs: 0,
  letters: 0,
  texts: 0,
}

it('adds up the monthly costs of a person', () => {
  const visit = difference({ ...nothing, statements: 50, wal: 900 }, { ...nothing, statements: 30 })
  expect(sum([times(visit, 8), { ...nothing, letters: 0.3 }])).toEqual({
    ...nothing,
    statements: 160,
    wal: 7_200,
    letters: 0.3,
  })
})

it('computes the peak at four times the average, and the storage after two years', () => {
  const month = { ...nothing, letters: 0.3, serverCpu: 6.9, reportBytes: 1_000 }
  const needs = needsOf(2_592_000, { once: { ...nothing, reportBytes: 500 }, month, codeCounted: 0 })
  expect(needs.letters).toBeCloseTo(1.2)
  expect(needs).toMatchObject({ serverProcesses: 40, connections: 800 })
  expect(needs.reportBytes).toBe(2_592_000 * (500 + KEPT_MONTHS * 1_000))
})

it('computes how many people fit under a limit', () => {
  const month = { ...nothing, letters: 0.3 }
  const letters = (people: number) => needsOf(people, { once: nothing, month, codeCounted: 0 }).letters
  expect(maxPeople(30, letters)).toBe(65_000_000)
  expect(letters(65_000_000)).toBeCloseTo(30, 0)
  // Twice the people request twice the codes, and each request counts twice as many.
  const texting = { once: nothing, month: { ...nothing, texts: 2 }, codeCounted: 1e-7 }
  const counted = (people: number) => needsOf(people, texting).codesCounted
  expect(counted(2_000_000) / counted(1_000_000)).toBeCloseTo(4)
  expect(counted(maxPeople(1, counted))).toBeCloseTo(1, 1)
})
