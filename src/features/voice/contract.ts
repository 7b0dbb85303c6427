import { z } from 'zod'
import { defineEndpoints } from '#api/endpoint.ts'
import { bureaus } from '#values/bureau.ts'
import { nextSteps } from './ways.ts'

const Citation = z.object({
  label: z.string(),
  bureau: z.enum(bureaus).optional(),
  /** Where the figure stands in the analytics' answer: `accountInformation/{id}/creditLimit`, `creditScores/score`. */
  field: z.string(),
})
export type Citation = z.output<typeof Citation>

export const VoiceAnswer = z.object({
  answer: z.string(),
  /** What was heard or typed, without Social Security, card and account numbers. */
  transcript: z.string(),
  citations: z.array(Citation),
  /** Flows and people that the answer leads to. */
  ways: z.array(z.enum(nextSteps)),
  /** Where the question was not understood for sure: questions that it may have meant, to ask one of. */
  choices: z.array(z.object({ question: z.string() })).optional(),
})
export type VoiceAnswer = z.output<typeof VoiceAnswer>

/** So long a question may be typed. */
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
    errors: ['unreadable_recording', 'recording_too_long', 'nothing_heard', 'no_transcription', 'too_large'],
    fallback: 'Voice helper request failed',
    rateLimit: 'question',
    audit: 'report_asked',
    summary: 'Answer a recorded or typed question about the own credit from the own report',
  },
})
