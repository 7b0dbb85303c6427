import type { QueryClient } from '@tanstack/react-query'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { VoiceAnswer } from '../contract.ts'

/** One message: what was asked, or what was answered to it (specification section 3). */
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
 * The chat of this page: in memory, so that it is there again after a look at the report, and gone with a reload or when
 * the person signs out.
 */
export const useChat = () => {
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
