import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApiMutation } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import type { VoiceAnswer } from '../contract.ts'
import { failureText } from './voice-texts.ts'

/** Asks the helper and stores its answers, or why there was none. */
export const useAnswers = () => {
  const { messages, add, clear } = useChat()
  const [problem, setProblem] = useState<string | null>(null)
  const asking = useApiMutation(client.voice.ask)

  /** Stores question and answer; false if there is no answer, and the reason is shown. */
  const answered = async (
    question: string,
    input: { file: File } | { question: string },
  ): Promise<boolean> => {
    setProblem(null)
    try {
      const answer = await asking.mutateAsync(input)
      if (answer.answer === '') throw new Error('no answer')
      add(question, answer, 'file' in input)
      return true
    } catch (error) {
      setProblem(failureText(error, 'file' in input))
      return false
    }
  }
  return {
    messages,
    clear,
    problem,
    setProblem,
    answered,
    isPending: asking.isPending,
    /** Whether the pending question was typed, not spoken. */
    isWritten: asking.isPending && typeof asking.variables === 'object' && !('file' in asking.variables),
  }
}

/** Shared by typed and spoken questions. */
export type Answers = ReturnType<typeof useAnswers>

/** One message: a question or its answer. */
export type ChatMessage =
  | { id: string; type: 'user'; content: string; timestamp: string }
  | {
      id: string
      type: 'assistant'
      content: string
      timestamp: string
      answer: VoiceAnswer
      spoken: boolean
    }

const key = ['voice', 'chat'] as const
const none: readonly ChatMessage[] = []

const keep = (cache: QueryClient, messages: readonly ChatMessage[]) => {
  cache.setQueryData(key, messages)
}

/**
 * The chat, kept in memory: it survives navigating to the report, and ends with a reload or a sign-out.
 */
const useChat = () => {
  const cache = useQueryClient()
  const { data: messages = none } = useQuery<readonly ChatMessage[]>({
    queryKey: key,
    queryFn: () => none,
    enabled: false,
    gcTime: Number.POSITIVE_INFINITY,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return {
    messages,
    /** Adds a question and its answer. */
    add: (question: string, answer: VoiceAnswer, spoken: boolean) => {
      const timestamp = new Date().toISOString()
      const before = cache.getQueryData<readonly ChatMessage[]>(key) ?? none
      keep(cache, [
        ...before,
        { id: crypto.randomUUID(), type: 'user', content: question, timestamp },
        { id: crypto.randomUUID(), type: 'assistant', content: answer.answer, timestamp, answer, spoken },
      ])
    },
    clear: () => keep(cache, none),
  }
}

const toField = () => document.getElementById('voice-question')?.focus()

/** The question in the text field, from the first key until it is answered. */
export const useTypedQuestion = (answered: Answers['answered']) => {
  const [typed, setTyped] = useState('')
  const [missing, setMissing] = useState(false)
  return {
    typed,
    error: missing ? 'Type a question' : undefined,
    type: (text: string) => {
      setTyped(text)
      if (text.trim() !== '') setMissing(false)
    },
    /** Puts a question into the field for correction. */
    correct: (question: string) => {
      setTyped(question)
      toField()
    },
    /** Asks a question, typed here or suggested elsewhere; one that failed stays in the field. */
    ask: async (question: string) => {
      const given = question.trim()
      setMissing(given === '')
      if (given === '') return toField()
      if (await answered(given, { question: given })) setTyped('')
    },
  }
}
