import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { ApiError } from '#web/api-error.ts'
import { useApiMutation } from '#web/api-hooks.ts'
import { isOffered } from '#web/capabilities.ts'
import { useDocumentTitle } from '#web/document-title.ts'
import type { FieldErrors, FormValues } from '#web/form.ts'
import { signInClient } from '#web/sign-in-client.ts'
import { ErrorNote } from '#web/ui/Note.tsx'
import { AddressStep } from './AddressStep.tsx'
import { AuthPage } from './AuthPage.tsx'
import { ContactStep } from './ContactStep.tsx'
import { fieldErrors } from './form-checks.ts'
import { GoalStep } from './GoalStep.tsx'
import { IdentityStep } from './IdentityStep.tsx'
import { readInvitation, storeInvitation } from './invitation.ts'
import { type PhoneProof, readPhoneProof, storePhoneProof } from './phone-code.tsx'
import { errorsByStep, toRegistrationBody } from './registration.ts'
import { startSession, useSession } from './session.ts'

const nothing: FieldErrors = {}

/** Which field an error code is about if the server names none. */
const fieldOfCode = {
  wrong_code: 'smsCode',
  phone_taken: 'phoneNumber',
  phone_not_served: 'phoneNumber',
} as const

/**
 * Creating an account in four short steps. What was entered stays when going back and forth, also with the browser's
 * buttons. It is only in memory, so an address beyond the entered steps (after a reload) shows the first step.
 */
export const RegisterScreen = () => {
  useDocumentTitle('Create your account')
  const { signedIn } = useSession()
  const navigate = useNavigate()
  const { step: asked = 1 } = useSearch({ from: '/register' })
  const [done, setDone] = useState(0)
  const step = Math.min(asked - 1, done)
  const [answers, setAnswers] = useState(readInvitation)
  const [proof, setProof] = useState(readPhoneProof)
  const [refused, setRefused] = useState<readonly FieldErrors[]>([])
  const register = useApiMutation(signInClient.identity.register, { onDone: startSession })

  useEffect(() => {
    if (!signedIn) return
    storePhoneProof(null)
    storeInvitation({})
    void navigate({ to: '/analytics/$tab', params: { tab: 'overview' }, replace: true })
  }, [signedIn, navigate])

  const setStep = (at: number) => void navigate({ to: '/register', search: at === 0 ? {} : { step: at + 1 } })

  const take = (values: FormValues) => {
    setDone(Math.max(done, step + 1))
    setAnswers({ ...answers, ...values })
    setRefused(refused.map((sentences, at) => (at === step ? nothing : sentences)))
  }

  const proven = (values: FormValues, by: PhoneProof) => {
    const wasFinished = answers.goal !== undefined
    take({ ...values, phoneNumber: by.phoneNumber })
    setProof(by)
    setStep(wasFinished ? 3 : 1)
  }

  const refusedWith = (error: ApiError) => {
    // The account can be created without it.
    if (error.code === 'link_used') {
      const { invitation: _, ...rest } = answers
      storeInvitation(rest)
      setAnswers(rest)
    }
    const sentences = errorsByStep(fieldErrors(error, fieldOfCode))
    const first = sentences.findIndex(some => Object.keys(some).length > 0)
    setRefused(sentences)
    if (sentences[0]?.smsCode || sentences[0]?.phoneNumber) {
      storePhoneProof(null)
      setProof(null)
    }
    if (first !== -1) setStep(first)
  }

  const finish = (values: FormValues) => {
    const notTicked: FormValues = { ...(isOffered('pulls') && { reportAccess: '' }), terms: '' }
    const all = { ...answers, ...notTicked, ...values }
    take(all)
    const body = proof && toRegistrationBody(all, proof)
    if (body === null) setStep(0)
    else register.mutate(body, { onError: refusedWith })
  }

  const now = {
    answers,
    refused: refused[step] ?? nothing,
    onBack: () => setStep(step - 1),
    onDone: (values: FormValues) => {
      take(values)
      setStep(step + 1)
    },
  }
  const problem = register.error && refused.every(some => Object.keys(some).length === 0) && (
    <ErrorNote error={register.error} safe="Your account was not created. What you entered is kept." />
  )
  return (
    <AuthPage>
      {step === 0 && <ContactStep key={0} {...now} proof={proof} onDone={proven} />}
      {step === 1 && <IdentityStep key={1} {...now} />}
      {step === 2 && <AddressStep key={2} {...now} />}
      {step === 3 && (
        <GoalStep key={3} {...now} onDone={finish} busy={register.isPending} problem={problem} />
      )}
    </AuthPage>
  )
}
