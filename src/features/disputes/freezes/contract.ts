import { z } from 'zod'
import { defineEndpoints } from '#api/endpoint.ts'
import { freezeActions } from '../dispute-requests.ts'
import { freezeStates } from './freeze-record.ts'
import { freezeAgencies } from './specialty-agencies.ts'

/** Where a user's files are frozen. An agency's PIN or password is never stored: there is no field for one. */

const Agency = z.enum(freezeAgencies, 'Choose a bureau or an agency').meta({ id: 'FreezeAgency' })

const State = z.enum(freezeStates, 'Choose what is true now')

const Day = z.iso.date('Use a date like 2026-03-31')

const FreezeRecordBody = z
  .strictObject({
    agency: Agency,
    state: State,
    /** Since when; for a lift its first day, which may be in the future. */
    on: Day,
    /** Only with `lifted`: the last day; without it the freeze is lifted until it is placed again. */
    until: Day.optional(),
    /** With `lifted` and `not_frozen`: the day on which to be reminded to freeze again. */
    remindOn: Day.optional(),
  })
  .meta({ id: 'FreezeRecord' })
export type FreezeRecordBody = z.output<typeof FreezeRecordBody>

const FreezeStatement = z
  .object({
    state: State,
    /** Since when; the day, or month, of the report or answer that states it. */
    on: z.string(),
    until: z.string().nullable(),
    /**
     * `user`: what the client recorded, `staff`: what staff recorded for the client, `answer`: a recorded answer to a
     * letter, `report`: a report for which the bureau called the file frozen.
     */
    source: z.enum(['user', 'staff', 'answer', 'report']),
    /** The record, which can be removed; null if it comes from an answer or a report. */
    recordId: z.string().nullable(),
  })
  .meta({ id: 'FreezeStatement' })
export type FreezeStatement = z.output<typeof FreezeStatement>

const FreezeLetterState = z
  .object({
    disputeId: z.string(),
    action: z.enum(freezeActions),
    from: z.string().nullable(),
    until: z.string().nullable(),
    mail: z.enum(['unconfirmed', 'not_mailed', 'under_way', 'delivered', 'failed']),
    /** The day of delivery; before delivery, the day on which the letter was created. */
    on: z.string(),
    /** The legal deadline for the request, counted from delivery; null before, and if we know of no law that sets one. */
    dueOn: z.string().nullable(),
  })
  .meta({ id: 'FreezeLetterState' })
export type FreezeLetterState = z.output<typeof FreezeLetterState>

const FreezeStatus = z
  .object({
    agency: Agency,
    /** Statements about the freeze, the latest first; the first counts. Empty while nothing is known. */
    history: z.array(FreezeStatement),
    /**
     * The latest letter about the freeze, unless a later statement answers it. It proves only that a freeze was
     * requested.
     */
    letter: FreezeLetterState.nullable(),
    /** The day on which the user wants to be reminded to freeze again. */
    remindOn: z.string().nullable(),
  })
  .meta({ id: 'FreezeStatus' })
export type FreezeStatus = z.output<typeof FreezeStatus>

const FreezeOverview = z.object({ data: z.array(FreezeStatus) }).meta({ id: 'FreezeOverview' })

const change = {
  auth: 'user',
  impersonation: 'assist',
  reply: FreezeOverview,
  rateLimit: 'dispute',
} as const

export const freezes = defineEndpoints({
  list: {
    method: 'GET',
    path: '/freezes',
    auth: 'user',
    reply: FreezeOverview,
    fallback: 'Failed to load your freezes',
    rateLimit: 'read',
    audit: 'dispute_read',
    summary: 'What is known of the freeze at each bureau and specialty agency',
  },
  record: {
    ...change,
    method: 'POST',
    path: '/freezes',
    body: FreezeRecordBody,
    status: 201,
    fallback: 'Failed to save what you recorded',
    audit: 'freeze_recorded',
    summary:
      'Record that a file is frozen, lifted or not frozen; earlier records stay as history, and a repeated one changes nothing',
  },
  remove: {
    ...change,
    method: 'DELETE',
    path: '/freezes/:recordId',
    params: z.strictObject({ recordId: z.uuid('This is not an id') }),
    errors: ['not_found'],
    fallback: 'Failed to remove the record',
    audit: 'freeze_record_removed',
    summary: 'Remove a record that was made by mistake, with its reminder',
  },
})
