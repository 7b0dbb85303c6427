import { eq } from 'drizzle-orm'
import { Refusal } from '#api/errors.ts'
import type { Database } from '#server/database.ts'
import type { Vault } from '#server/sealed.ts'
import type { User } from '../contract.ts'
import type { Plan } from '../plan.ts'
import type { Profile } from '../registration-rules.ts'
import { consents, ssnClaims, users } from './tables.ts'

/** A person as the other features need one. */
export type Person = {
  id: string
  profile: Profile
  plan: Plan
  enrolled: boolean
  skippedVerification: boolean
  createdAt: Date
}

const placeOf = (column: 'profile' | 'ssn', row: string) => ({ table: 'users', column, row })

const isProfile = (value: unknown): value is Profile =>
  typeof value === 'object' && value !== null && 'firstName' in value && 'address' in value

const profileIn = (json: string): Profile => {
  const value: unknown = JSON.parse(json)
  if (!isProfile(value)) throw new Error('a stored profile is not one')
  return value
}

/** The person behind an id, or null. */
export const personOf = async (db: Database, vault: Vault, userId: string): Promise<Person | null> => {
  const [row] = await db.select().from(users).where(eq(users.id, userId))
  if (!row) return null
  const box = await vault.boxFor(db, userId)
  const { id, plan, enrolled, skippedVerification, createdAt } = row
  return {
    id,
    plan,
    enrolled,
    skippedVerification,
    createdAt,
    profile: profileIn(box.open(placeOf('profile', id), row.profile)),
  }
}

/** The signed-in person; a session whose person is gone is no session. */
export const signedInPerson = async (db: Database, vault: Vault, userId: string): Promise<Person> => {
  const person = await personOf(db, vault, userId)
  if (!person) throw new Refusal('no_session')
  return person
}

/** The id of the person whose phone this is, or null. */
export const userIdByPhone = async (db: Database, vault: Vault, e164: string): Promise<string | null> => {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.phoneIndex, vault.phoneIndex(e164)))
  return row?.id ?? null
}

export type NewPerson = {
  id: string
  profile: Profile
  ssn: string
  plan: Plan
  enrolled: boolean
  skippedVerification: boolean
  createdAt: Date
}

/**
 * Stores a new person with a key of their own. Refuses `phone_taken` and `cannot_verify` (SSN taken); the
 * database's unique keys decide races.
 */
export const savePerson = async (tx: Database, vault: Vault, person: NewPerson): Promise<void> => {
  const { id, profile, ssn, plan, enrolled, skippedVerification, createdAt } = person
  const box = await vault.newBox(tx, id)
  const [added] = await tx
    .insert(users)
    .values({
      id,
      phoneIndex: vault.phoneIndex(profile.phoneNumber),
      profile: box.seal(placeOf('profile', id), JSON.stringify(profile)),
      ssn: box.seal(placeOf('ssn', id), ssn),
      plan,
      enrolled,
      skippedVerification,
      createdAt,
    })
    .onConflictDoNothing()
    .returning({ id: users.id })
  if (!added) throw new Refusal('phone_taken')
  const [claimed] = await tx
    .insert(ssnClaims)
    .values({ ssnIndex: vault.ssnIndex(ssn), userId: id })
    .onConflictDoNothing()
    .returning({ userId: ssnClaims.userId })
  if (!claimed) throw new Refusal('cannot_verify')
}

export type ConsentGiven = { id: string; kind: 'reportAccess' | 'sms' | 'terms'; given: boolean; at: Date }

/** The texts that people agree to carry this date; a changed text gets a new one. */
const CONSENT_VERSION = '2026-11-20'

export const saveConsents = async (
  tx: Database,
  userId: string,
  given: readonly ConsentGiven[],
): Promise<void> => {
  if (given.length === 0) return
  await tx.insert(consents).values(given.map(consent => ({ ...consent, userId, version: CONSENT_VERSION })))
}

export const savePlan = async (db: Database, userId: string, plan: Plan): Promise<void> => {
  await db.update(users).set({ plan }).where(eq(users.id, userId))
}

/** A person as the contract shows one; `subscription` and the switch move together (decisions section 4). */
export const userOf = ({ id, profile, plan, enrolled, skippedVerification, createdAt }: Person): User => ({
  id,
  firstName: profile.firstName,
  lastName: profile.lastName,
  email: profile.email,
  phoneNumber: profile.phoneNumber,
  birthDate: profile.birthDate,
  createdAt: createdAt.toISOString(),
  enrolled,
  skippedVerification,
  subscription: plan === 'max',
  maxPlanEnabled: plan === 'max',
  address: profile.address,
})
