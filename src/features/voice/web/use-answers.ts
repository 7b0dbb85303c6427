import { useState } from 'react'
import { useApiMutation } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { useChat } from './chat.ts'
import { failureText } from './voice-words.ts'

/** Asks the helper, keeps what it answered, and knows in words why it did not. */
export const useAnswers = () => {
  const { messages, add, clear } = useChat()
  const [problem, setProblem] = useState<string | null>(null)
  const asking = useApiMutation(client.voice.ask)

  /** Keeps question and answer; false when there is no answer, and why is shown. */
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
    /** Whether what is waited for was written, not spoken. */
    isWritten: asking.isPending && typeof asking.variables === 'object' && !('file' in asking.variables),
  }
}

/** What the ways to ask share. */
export type Answers = ReturnType<typeof useAnswers>
