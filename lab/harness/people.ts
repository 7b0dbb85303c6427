import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { post, readNewestCode, registerNewUser } from '#test/support/people/new-user.ts'

/**
 * Invented people who stay signed in during a scenario. Each has a different client address, which the server trusts as
 * one from a proxy (`TRUST_PROXY=1`).
 */
export type Person = { phoneNumber: string; token: string; address: string; signedInAt: number }

/** The sandbox sends no text to numbers that end in 0197 or 0199, and loses the confirmation of 0198. */
export const MAX_PEOPLE = 97
/** An access token lives for ten minutes (`identity/session-rules.ts`, ACCESS_LIFE). */
const RENEW_MS = 6 * 60_000
const LOOK_MS = 5_000

const SignedIn = z.object({ accessToken: z.string() })

/** Registers people one by one. */
export const registerPeople = async (url: string, count: number): Promise<Person[]> => {
  if (count > MAX_PEOPLE) throw new Error(`there are ${MAX_PEOPLE} invented people at most`)
  const people: Person[] = []
  for (let number = 0; number < count; number += 1) {
    const address = `10.77.1.${number}`
    const { phoneNumber, accessToken } = await registerNewUser(url, number, { address })
    people.push({ phoneNumber, token: accessToken, address, signedInAt: Date.now() })
  }
  return people
}

/** Signs a person in with a new code. */
export const signIn = async (url: string, person: Person): Promise<void> => {
  const { phoneNumber, address } = person
  await post(url, '/auth/sms/send', { phoneNumber }, undefined, address)
  const code = await readNewestCode(url, phoneNumber)
  const signedIn = await post(url, '/auth/login', { phoneNumber, code }, undefined, address)
  person.token = SignedIn.parse(signedIn).accessToken
  person.signedInAt = Date.now()
}

/** Signs people in again before their tokens expire. */
export const renew = async (url: string, people: readonly Person[]): Promise<void> => {
  for (const person of people) if (Date.now() - person.signedInAt > RENEW_MS) await signIn(url, person)
}

/** Renews in the background until stopped; retries while the servers are down. */
export const keepSignedIn = (url: string, people: readonly Person[]): { stop: () => Promise<void> } => {
  const ending = new AbortController()
  const renewing = async () => {
    while (!ending.signal.aborted) {
      await renew(url, people).catch(() => undefined)
      await delay(LOOK_MS, undefined, { signal: ending.signal }).catch(() => undefined)
    }
  }
  const going = renewing()
  return {
    stop: async () => {
      ending.abort()
      await going
    },
  }
}
