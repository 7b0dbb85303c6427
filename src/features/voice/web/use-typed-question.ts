import { useState } from 'react'
import type { Answers } from './use-answers.ts'

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
    /** Puts a question there to be corrected. */
    correct: (question: string) => {
      setTyped(question)
      toField()
    },
    /** Asks a question, typed here or offered elsewhere; one that failed stays in the field. */
    ask: async (question: string) => {
      const given = question.trim()
      setMissing(given === '')
      if (given === '') return toField()
      if (await answered(given, { question: given })) setTyped('')
    },
  }
}
