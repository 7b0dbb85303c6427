import type pg from 'pg'
import { v7 } from 'uuid'
import { searchWords } from '#features/identity/personal-details.ts'
import type { Profile } from '#features/identity/registration-rules.ts'
import { generateUserKey, type Keyring } from '#platform/crypto/encryption.ts'
import type { KeySet } from '#platform/crypto/keyring.ts'
import { staticKeySource } from '#platform/crypto/keyring-watch.ts'

/**
 * Invented people, put in by the thousand: each sealed with a key of her own, as registering seals her. Only her Social
 * Security number is bytes of the right size: nothing that is measured opens it.
 */

const AT_ONCE = 2_000
/** The crowd came in over two years. */
const SPREAD_MS = 730 * 86_400_000
const HOUR_MS = 3_600_000

/** The same number always gives the same share of 1. */
const shareOf = (n: number): number => (Math.imul(n + 1, 2_654_435_761) >>> 0) / 2 ** 32

/** Names as they are spread among people: a few are common, most are rare. */
const nameOf = (n: number) => ({
  firstName: `Given${Math.floor(200 * shareOf(n) ** 2)}`,
  lastName: `Family${Math.floor(2_000 * shareOf(n + 7_919) ** 2)}`,
})

/** A first and a last name that the largest share of the crowd has. */
export const commonName = { firstName: 'Given0', lastName: 'Family0' }

const areas = ['213', '310', '323', '408', '415', '510', '619', '626', '650', '714']

/** The phone and the e-mail address of a person of the crowd, who number a million at most. */
export const phoneOf = (n: number): string => {
  const within = n % 100_000
  const line = String(within % 10_000).padStart(4, '0')
  return `+1${areas[Math.floor(n / 100_000)] ?? ''}${230 + Math.floor(within / 10_000)}${line}`
}
export const emailOf = (n: number): string => `person.${n}@mail.example`

const profileOf = (n: number): Profile => ({
  ...nameOf(n),
  middleName: null,
  email: emailOf(n),
  phoneNumber: phoneOf(n),
  birthDate: '1985-06-15',
  ssnLastFour: String(n % 10_000).padStart(4, '0'),
  address: { street: `${n} Invented Street`, city: 'Springfield', state: 'IL', postal: '62701' },
  goal: 'Fix errors',
  goalTargetPeriod: '12 months',
})

const insertion = `
with given as (
  select * from unnest($1::int[], $2::uuid[], $3::timestamptz[], $4::bytea[], $5::bytea[], $6::bytea[], $7::bytea[])
    as g (n, id, created_at, wrapped, phone_index, email_index, profile)
), keys as (
  insert into user_keys (user_id, wrapped) select id, wrapped from given
), claims as (
  insert into ssn_claims (ssn_index, user_id) select sha256(phone_index), id from given
), numbered as (
  insert into crowd (n, id, phone_index, lately, ago)
    select n, id, phone_index, random() * interval '30 days', random() * interval '730 days' from given
)
insert into users (id, phone_index, profile, ssn, plan, enrolled, skipped_verification, email_index, last_seen_at, created_at)
  select id, phone_index, profile, substring(sha256(profile) || phone_index from 1 for 38), 'free', n % 100 = 0, true, email_index, created_at, created_at from given`

const words = 'insert into user_words (word, user_id) select * from unnest($1::bytea[], $2::uuid[])'

export type Sealing = { keyring: Keyring; keySet: KeySet; now: Date }

const personOf = ({ keyring, keySet, now }: Sealing, wordIndex: (word: string) => Buffer, n: number) => {
  const createdAt = new Date(now.getTime() - HOUR_MS - shareOf(n) * SPREAD_MS)
  const id = v7({ msecs: createdAt.getTime() })
  const { wrapped, cipher } = generateUserKey(staticKeySource(keySet), id)
  const profile = profileOf(n)
  return {
    n,
    id,
    createdAt,
    wrapped,
    phoneIndex: keyring.phoneIndex(profile.phoneNumber),
    emailIndex: keyring.emailIndex(profile.email),
    profile: cipher.encrypt({ table: 'users', column: 'profile', row: id }, JSON.stringify(profile)),
    words: searchWords(`${profile.firstName} ${profile.lastName}`).map(wordIndex),
  }
}

/** Puts the people of these numbers in; they and their numbers stand in `crowd` too. */
export const addIdentities = async (
  client: pg.PoolClient,
  sealing: Sealing,
  from: number,
  to: number,
): Promise<void> => {
  const known = new Map<string, Buffer>()
  const wordIndex = (word: string) => {
    const index = known.get(word) ?? sealing.keyring.wordIndex(word)
    known.set(word, index)
    return index
  }
  let before: Promise<unknown> = Promise.resolve()
  for (let at = from; at < to; at += AT_ONCE) {
    const people = Array.from({ length: Math.min(AT_ONCE, to - at) }, (_none, index) =>
      personOf(sealing, wordIndex, at + index),
    )
    // The database writes some while the next are sealed.
    await before
    before = client
      .query(insertion, [
        people.map(({ n }) => n),
        people.map(({ id }) => id),
        people.map(({ createdAt }) => createdAt),
        people.map(({ wrapped }) => wrapped),
        people.map(({ phoneIndex }) => phoneIndex),
        people.map(({ emailIndex }) => emailIndex),
        people.map(({ profile }) => profile),
      ])
      .then(() =>
        client.query(words, [
          people.flatMap(one => one.words),
          people.flatMap(one => one.words.map(() => one.id)),
        ]),
      )
  }
  await before
}
