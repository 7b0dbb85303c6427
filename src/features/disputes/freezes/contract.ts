import { z } from 'zod'
import { defineEndpoints } from '#api/endpoint.ts'
import { freezeActions } from '../dispute-requests.ts'
import { freezeStates } from './freeze-record.ts'
import { freezeAgencies } from './specialty-agencies.ts'

/** Where a person's files are frozen. It keeps no PIN and no password of an agency: there is no field for one. */

const Agency = z.enum(freezeAgencies, 'Choose a bureau or an agency').meta({ id: 'FreezeAgency' })

const State = z.enum(freezeStates, 'Choose what is true now')

const Day = z.iso.date('Use a date like 2026-03-31')

const FreezeRecordBody = z
  .strictObject({
    agency: Agency,
    state: State,
    /** Since when; of a lift its first day, which may be ahead. */
    on: Day,
    /** With `lifted` alone: the last day; without it the freeze is lifted until it is placed again. */
    until: Day.optional(),
    /** With `lifted` and `not_frozen`: the day on which to be reminded of freezing again. */
    remindOn: Day.optional(),
  })
  .meta({ id: 'FreezeRecord' })
export type FreezeRecordBody = z.output<typeof FreezeRecordBody>

const FreezeStatement = z
  .object({
    state: State,
    /** Since when; the day, or month, of the report or answer that says so. */
    on: z.string(),
    until: z.string().nullable(),
    /** `user`: what the client recorded, `staff`: what staff recorded for the client, `answer`: a recorded answer to a letter, `report`: a report for which the bureau called the file frozen. */
    source: z.enum(['user', 'staff', 'answer', 'report']),
    /** The record, which can be removed; null of what was not recorded here. */
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
    /** The day of delivery; before it, the day on which the letter was made. */
    on: z.string(),
    /** The last day by law for what was asked, counted from the delivery; null before, and where no law that we know sets one. */
    dueOn: z.string().nullable(),
  })
  .meta({ id: 'FreezeLetterState' })
export type FreezeLetterState = z.output<typeof FreezeLetterState>

const FreezeStatus = z
  .object({
    agency: Agency,
    /** What was said of the freeze, the latest first: the first counts. Empty while nothing is known. */
    history: z.array(FreezeStatement),
    /** The latest letter about the freeze that nothing said since answers. It proves that a freeze was asked for, no more. */
    letter: FreezeLetterState.nullable(),
    /** The day on which the person wants to be reminded of freezing again. */
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
    errors: [],
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
    errors: [],
    fallback: 'Failed to save what you recorded',
    audit: 'freeze_recorded',
    summary:
      'Record that a file is frozen, lifted or not frozen; earlier records stay as history, and the same again changes nothing',
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
