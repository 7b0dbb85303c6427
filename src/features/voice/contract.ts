import { z } from 'zod'
import { area } from '#api/endpoint.ts'
import { bureaus } from '#values/bureau.ts'
import { wayNames } from './ways.ts'

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
  ways: z.array(z.enum(wayNames)),
  /** Where the question was not understood for sure: questions that it may have meant, to ask one of. */
  choices: z.array(z.object({ question: z.string() })).optional(),
})
export type VoiceAnswer = z.output<typeof VoiceAnswer>

/** So long a question may be typed. */
export const LONGEST_QUESTION = 500

export const voice = area({
  ask: {
    method: 'POST',
    path: '/credit/voice-helper',
    who: 'user',
    opened: 'read',
    upload: {
      field: 'audio',
      maxBytes: 10 * 1024 * 1024,
      accepts: '.webm,.ogg,.mp4,.m4a,.wav',
      tooLarge: 'A recording can be at most 10 MB.',
      orBody: true,
      atOnce: 2,
    },
    body: z.strictObject({
      question: z
        .string()
        .trim()
        .min(1, 'Type a question')
        .max(LONGEST_QUESTION, `Use at most ${LONGEST_QUESTION} characters`)
        .optional(),
    }),
    reply: VoiceAnswer,
    refuses: ['unreadable_recording', 'recording_too_long', 'nothing_heard', 'no_transcription', 'too_large'],
    fallback: 'Voice helper request failed',
    limit: 'question',
    audit: 'report_asked',
    summary: 'Answer a recorded or typed question about the own credit from the own report',
  },
})
