import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '#api/errors.ts'
import type { Plan } from '#features/identity/plan.ts'
import type { Profile } from '#features/identity/registration-rules.ts'
import { savePerson, userIdByPhone } from '#features/identity/server/store.ts'
import { keepReport, readFor } from '#features/reports/server/receive.ts'
import { showPhone } from '#values/phone.ts'
import type { Opened } from './boot.ts'
import { newId } from './ids.ts'

/** The people one can sign in as while every provider is a sandbox. Development, tests and journeys share them. */

type DemoPerson = { profile: Profile; ssn: string; plan: Plan; document: string; about: string }

const cast: readonly DemoPerson[] = [
  {
    profile: {
      firstName: 'Maya',
      lastName: 'Brooks',
      middleName: null,
      email: 'maya.brooks@mail.example',
      phoneNumber: '+12025550143',
      birthDate: '1990-04-27',
      ssnLastFour: '4417',
      address: { street: '2210 Mission Oak Drive, Apt 4', city: 'Pasadena', state: 'CA', postal: '91106' },
      goal: 'Fix errors',
      goalTargetPeriod: '12 months',
    },
    ssn: '666344417',
    plan: 'max',
    document: 'maya-brooks.truelink.json',
    about: 'Max Plan, three bureaus, a collection and other items to check',
  },
  {
    profile: {
      firstName: 'Daniel',
      lastName: 'Ortiz',
      middleName: null,
      email: 'daniel.ortiz@mail.example',
      phoneNumber: '+12025550178',
      birthDate: '2001-09-12',
      ssnLastFour: '7730',
      address: { street: '118 Harbor Street, Apt 2B', city: 'Baltimore', state: 'MD', postal: '21230' },
      goal: 'Get a credit card',
      goalTargetPeriod: '6 months',
    },
    ssn: '666527730',
    plan: 'free',
    document: 'daniel-ortiz.mismo.xml',
    about: 'Free Plan, a thin file',
  },
]

/** The demo people as the start and the README name them. */
export const demoPeople = cast.map(({ profile, about }) => ({
  firstName: profile.firstName,
  lastName: profile.lastName,
  phone: showPhone(profile.phoneNumber),
  about,
}))

const documents = join(import.meta.dirname, '../providers/credit-data/people')

/** Makes the demo people that do not exist yet, each with a report read from the sandbox bureau's document. */
export const seedDemo = async (
  { database: { db }, vault, clock }: Omit<Opened, 'close'>,
  say: (step: string) => void,
): Promise<void> => {
  for (const { profile, ssn, plan, document } of cast) {
    if ((await userIdByPhone(db, vault, profile.phoneNumber)) !== null) continue
    say(`Making the demo person ${profile.firstName} ${profile.lastName}`)
    const bytes = readFileSync(join(documents, document))
    const report = await readFor(bytes, profile)
    const [id, now] = [newId(), clock()]
    const person = { id, profile, ssn, plan, enrolled: true, skippedVerification: false, createdAt: now }
    await db
      .transaction(async tx => {
        await savePerson(tx, vault, person)
        await keepReport(tx, vault, id, { report, document: bytes, origin: 'sandbox', receivedAt: now })
      })
      .catch((error: unknown) => {
        // Another server on this database, started at the same moment, made the person.
        if (!(error instanceof Refusal && error.code === 'phone_taken')) throw error
      })
  }
}
