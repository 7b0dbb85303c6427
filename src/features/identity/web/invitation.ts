import type { FormValues } from '#web/form.ts'

let kept: FormValues = {}

/** Keeps what an invitation fills in of the registration, and its token; in memory only, gone with the page. */
export const storeInvitation = (values: FormValues) => {
  kept = values
}

/** What was kept; nothing without an invitation. */
export const readInvitation = (): FormValues => kept
