import { useNavigate } from '@tanstack/react-router'
import type { Ref } from 'react'
import { useAct } from '#web/ask.ts'
import { client } from '#web/client.ts'
import { useUser } from '#web/session.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { FieldError } from '#web/ui/Field.tsx'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import { CheckList } from './CheckList.tsx'
import { StepFoot } from './StepFoot.tsx'
import { WhatNext } from './WhatNext.tsx'
import { itemsOf, lettersOf, problemsAt, problemsFrom } from './wizard.ts'
import { placeOf, sentenceAt, type WizardPage } from './wizard-page.ts'

const attested = { accountId: null, part: 'attested' } as const

/**
 * Step 4: one last look, the statement of truth, and the letters are created. A manager makes no such statement for the
 * client, who confirms the letters later.
 */
export const SendLetters = ({ page, heading }: { page: WizardPage; heading: Ref<HTMLHeadingElement> }) => {
  const { wizard, answer, onRefused } = page
  const navigate = useNavigate()
  const byManager = useUser().impersonation !== undefined
  const { mutate, isPending, error } = useAct(client.disputes.createAccount, {
    refreshes: [client.disputes.list],
    onDone: ({ id }) =>
      void navigate({ to: '/disputes/$disputeId', params: { disputeId: id }, replace: true }),
  })
  const create = () => {
    const problems = byManager ? [] : problemsAt('send', wizard)
    if (problems.length > 0) return onRefused(problems)
    mutate(
      { items: itemsOf(wizard), attested: wizard.attested },
      {
        onError: refusal => {
          const told = problemsFrom(refusal.fields, wizard)
          if (told.length > 0) onRefused(told)
        },
      },
    )
  }
  const letters = lettersOf(wizard).length
  const sentence = sentenceAt(wizard, attested)
  const place = placeOf(attested)
  return (
    <div className="aside-r">
      <div className="stack">
        <h2 ref={heading} tabIndex={-1}>
          How should we send your letters?
        </h2>
        <fieldset className="ship">
          <legend className="vh">How to send</legend>
          <Choice
            type="radio"
            name="ship"
            defaultChecked
            title="I will mail them"
            hint="Download the PDFs, sign them and mail them yourself."
          />
          <p className="muted">Mailing from here comes later.</p>
        </fieldset>
        <CheckList page={page} />
        {error !== null && <ErrorNote error={error} safe="Your answers are kept." />}
        {byManager ? (
          <Note tone="sand" title="The client confirms these letters">
            They can be downloaded and mailed after the client has read and confirmed them.
          </Note>
        ) : (
          <div className="stack-s">
            {sentence !== null && <FieldError id={`${place}-error`} text={sentence} />}
            <Choice
              type="checkbox"
              id={place}
              aria-invalid={sentence === null ? undefined : true}
              aria-describedby={sentence === null ? undefined : `${place}-error`}
              checked={wizard.attested}
              onChange={event => answer({ did: 'attest', on: event.target.checked })}
              title="What I say in these letters is true as far as I know"
            />
          </div>
        )}
        <StepFoot
          next={`Create ${letters} ${letters === 1 ? 'letter' : 'letters'}`}
          icon="letter"
          busy={isPending}
          onBack={page.onBack}
          onNext={create}
        />
      </div>
      <WhatNext toMail />
    </div>
  )
}
