import type { FormValues } from '#web/form.ts'

let kept: FormValues = {}

/** Stores the values that an invitation prefills at registration, and its token; only in memory, lost with the page. */
export const storeInvitation = (values: FormValues) => {
  kept = values
}

/** The stored values; none without an invitation. */
export const readInvitation = (): FormValues => kept
