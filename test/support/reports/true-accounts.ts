import { isLate } from '#features/findings/account-facts.ts'
import type { Account } from '#features/reports/canonical.ts'
import { type Bureau, bureaus } from '#values/bureau.ts'
import { addMonthsToDay } from '#values/dates.ts'
import { dollarsOf } from '#values/money.ts'
import type { Chance } from '../chance.ts'
import { account } from './blank-account.ts'
import { oddKinds, oddStoryOf } from './odd-stories.ts'
import { money, plainKinds, plainStoryOf, type Story } from './true-stories.ts'

/** True accounts as up to three bureaus report them. */

export const kinds = [...plainKinds, ...oddKinds] as const
export type Kind = (typeof kinds)[number]

const storyOf = (chance: Chance, kind: Kind, opened: string): Story => {
  const odd = oddKinds.find(one => one === kind)
  if (odd !== undefined) return oddStoryOf(chance, odd, opened)
  const plain = plainKinds.find(one => one === kind)
  if (plain === undefined) throw new Error(`no story of ${kind}`)
  return plainStoryOf(chance, plain, opened)
}

export type TrueAccount = { kind: Kind; rows: Account[] }

const shifted = (day: string, by: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10)

/** A story as reported by a bureau: a few days off, or without the day, at its own time of the month, sometimes long ago. */
const rowAt = (
  chance: Chance,
  story: Story,
  bureau: Bureau,
  name: string,
  id: string,
  number: string,
): Account => {
  const opened = story.dateOpened ?? '2019-04-03'
  const dateOpened = chance.is(0.1)
    ? shifted(opened, chance.between(-5, 5))
    : chance.is(0.1)
      ? opened.slice(0, 7)
      : opened
  const isOld = story.lastReported === undefined && story.isDerogatory !== true && chance.is(0.04)
  const lastReported =
    story.lastReported ?? (isOld ? addMonthsToDay('2026-10-28', -4) : `2026-10-${chance.between(20, 31)}`)
  const drifts = story.accountType === 'Revolving' && story.openClosed === 'Open' && story.payStatus === 'OK'
  const balance = Number(story.currentBalance ?? 0)
  return account({
    ...story,
    id,
    bureau,
    creditorName: name,
    creditorNameReported: chance.is(0.2) ? name.toUpperCase() : name,
    accountNumber: `${number}****`,
    responsibility: story.responsibility ?? (chance.is(0.3) ? null : 'Individual'),
    dateOpened,
    lastReported,
    currentBalance:
      drifts && chance.is(0.5) ? dollarsOf(Math.round(balance * 97)) : (story.currentBalance ?? null),
    // A bureau that received data long ago lacks the months since.
    paymentHistory: (story.paymentHistory ?? []).filter(({ date }) => date <= lastReported.slice(0, 7)),
    payStatus: isOld && isLate(story.payStatus ?? null) ? 'OK' : (story.payStatus ?? null),
    amountPastDue: isOld ? money(0) : (story.amountPastDue ?? null),
    dateLastPayment: isOld ? null : (story.dateLastPayment ?? null),
    valuesShared: false,
  })
}

/** A true account of a person, at the bureaus its lender reports to. */
export const trueAccount = (chance: Chance, kind: Kind, id: string, nth: number): TrueAccount => {
  const opened = `${chance.between(2012, 2022)}-${String(chance.between(1, 12)).padStart(2, '0')}-${String(chance.between(1, 28)).padStart(2, '0')}`
  const story = storyOf(chance, kind, opened)
  const name = `${chance.one(['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir', 'Hazel', 'Juniper'])} ${chance.one(['Bank', 'Credit Union', 'Lending', 'Stores'])} ${chance.digits(5)}`
  const number = `${String(nth).padStart(4, '0')}${chance.digits(4)}`
  const shared = chance.is(0.05)
  const all = bureaus.filter(() => chance.is(0.85))
  const chosen = all.length === 0 ? bureaus.slice(0, 1) : all
  const [first] = chosen
  const one = first === undefined ? null : rowAt(chance, story, first, name, id, number)
  return {
    kind,
    rows:
      shared && one !== null
        ? chosen.map(bureau => ({ ...one, bureau, valuesShared: true }))
        : chosen.map(bureau => rowAt(chance, story, bureau, name, id, number)),
  }
}
