import { z } from 'zod'
import { defineEndpoints } from '#api/endpoint.ts'
import { Bureau } from '#api/schemas.ts'

/** Links of an answer: a screen, support, or help outside the product. */
const nextSteps = [
  'dispute',
  'freeze',
  'documents',
  'disputes',
  'profile',
  'support',
  'identity_theft_report',
  'annual_report',
  'cfpb_complaint',
  'crisis_line',
  'abuse_line',
  'import',
  'tradelines',
] as const
export type NextStep = (typeof nextSteps)[number]

const Citation = z
  .object({
    label: z.string(),
    bureau: Bureau.optional(),
    /** The path of the figure in the analytics reply (`accountInformation/{id}/creditLimit`), or `history`, `disputes/{id}`, `user/subscription`. */
    field: z.string(),
  })
  .meta({ id: 'Citation' })
export type Citation = z.output<typeof Citation>

export const VoiceAnswer = z
  .object({
    answer: z.string(),
    /** The question as transcribed or typed, without Social Security, card and account numbers. */
    transcript: z.string(),
    citations: z.array(Citation),
    ways: z.array(z.enum(nextSteps)),
    /** If the question was not understood: questions that may have been meant. */
    choices: z.array(z.object({ question: z.string() })).optional(),
  })
  .meta({ id: 'VoiceAnswer' })
export type VoiceAnswer = z.output<typeof VoiceAnswer>

export const MAX_QUESTION_LENGTH = 500

export const voice = defineEndpoints({
  ask: {
    method: 'POST',
    path: '/credit/voice-helper',
    auth: 'user',
    impersonation: 'read',
    upload: {
      field: 'audio',
      maxBytes: 10 * 1024 * 1024,
      accepts: '.webm,.ogg,.mp4,.m4a,.wav',
      tooLarge: 'A recording can be at most 10 MB.',
      fileOptional: true,
      maxConcurrent: 2,
    },
    body: z.strictObject({
      question: z
        .string()
        .trim()
        .min(1, 'Type a question')
        .max(MAX_QUESTION_LENGTH, `Use at most ${MAX_QUESTION_LENGTH} characters`)
        .optional(),
    }),
    reply: VoiceAnswer,
    errors: [
      'unreadable_recording',
      'recording_too_long',
      'nothing_heard',
      'no_transcription',
      'too_large',
      'unavailable',
    ],
    fallback: 'Voice helper request failed',
    rateLimit: 'question',
    audit: 'report_asked',
    summary: "Answer a recorded or typed question from the user's own report",
  },
})
