import { Link, useNavigate } from '@tanstack/react-router'
import { type Ref, useState } from 'react'
import { useUser } from '#features/identity/web/session.ts'
import type { ApiError } from '#web/api-error.ts'
import { useApiMutation, useApiQuery } from '#web/api-hooks.ts'
import { isOffered } from '#web/capabilities.ts'
import { client } from '#web/client.ts'
import { buttonLook } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { Choice } from '#web/ui/Choice.tsx'
import * as descriptionListStyles from '#web/ui/DescriptionList.module.css'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { isItemDispute } from '../../item-disputes.ts'
import { describeFreeze } from '../../item-words.ts'
import { pluralize } from '../dispute-text.ts'
import { Attestation } from '../letters/Confirmations.tsx'
import { WhatNext } from '../WhatNext.tsx'
import { freezeActions } from './disputable-item.ts'
import { StepFoot, type WizardPage } from './StepLayout.tsx'
import * as wizardStyles from './wizard.module.css'
import type { Problem, Wizard } from './wizard.ts'
import { countLetters, problemsFromFields, type Step, stepProblems } from './wizard-steps.ts'

/** The refused answers, if the server names them; a repeat is confirmed next to the letters. */
const problemsOf = ({ code, message, fields }: ApiError, wizard: Wizard): Problem[] =>
  code === 'repeats_dispute'
    ? [{ key: null, part: 'repeat', text: message }]
    : problemsFromFields(fields, wizard)

/**
 * Step 4: a summary, the statement of truth, and the button that creates the letters. A manager does not make the
 * statement for the client, who confirms the letters later.
 */
export const SendLetters = ({ page, heading }: { page: WizardPage; heading: Ref<HTMLHeadingElement> }) => {
  const { wizard, answer, onRefused, type } = page
  const navigate = useNavigate()
  const byManager = useUser().impersonation !== undefined
  const mailing = isOffered('mailing')
  const [mailsHere, setMailsHere] = useState(false)
  const { mutate, isPending, error } = useApiMutation(type.create, {
    refreshes: [client.disputes.list, client.findings.list, client.credit.analytics],
    onDone: ({ id }) => {
      page.onMade()
      const search = mailsHere ? { mail: true as const } : {}
      void navigate({ to: '/disputes/$disputeId', params: { disputeId: id }, search, replace: true })
    },
  })
  const create = () => {
    const problems = byManager ? [] : stepProblems('send', wizard, page)
    if (problems.length > 0) return onRefused(problems)
    const { choices, documentIds, repeat, freeReport } = wizard
    mutate(
      { choices, documentIds, repeat, freeReport, attested: wizard.attested },
      {
        onError: refusal => {
          const serverProblems = problemsOf(refusal, wizard)
          if (serverProblems.length > 0) onRefused(serverProblems)
        },
      },
    )
  }
  return (
    <div className={layoutStyles.asideRight}>
      <div className={layoutStyles.stack}>
        <h2 ref={heading} tabIndex={-1}>
          {mailing ? 'How should we send your letters?' : 'Check and create your letters'}
        </h2>
        {mailing ? (
          <fieldset className={wizardStyles.shipping}>
            <legend className={textStyles.visuallyHidden}>How to send</legend>
            <Choice
              type="radio"
              name="ship"
              checked={mailsHere}
              onChange={() => setMailsHere(true)}
              title="Mail them for me"
              hint="We print and mail them. You confirm it once they are created."
            />
            <Choice
              type="radio"
              name="ship"
              checked={!mailsHere}
              onChange={() => setMailsHere(false)}
              title="I will mail them"
              hint="Download the PDFs, sign them and mail them yourself."
            />
          </fieldset>
        ) : (
          <p className={textStyles.muted}>You download the PDFs, sign them and mail them yourself.</p>
        )}
        <CheckList page={page} />
        {isItemDispute(type.type) && (
          <Choice
            type="checkbox"
            checked={wizard.freeReport}
            onChange={event => answer({ did: 'free report', on: event.target.checked })}
            title="I found this in my free report from AnnualCreditReport.com"
            hint="With a free annual report, bureaus have 45 days instead of 30. Leave it empty for any other report."
          />
        )}
        {error !== null && <ErrorNote error={error} safe="Your answers are kept." />}
        <Attestation page={page} byManager={byManager} />
        <StepFoot
          next={`Create ${pluralize(countLetters(wizard).length, 'letter')}`}
          icon="letter"
          busy={isPending}
          onBack={page.onBack}
          onNext={create}
        />
      </div>
      <WhatNext dispute={{ type: type.type, follows: null }} toMail />
    </div>
  )
}

/** Everything that the letters are made from, with links to change it. */
const CheckList = ({ page }: { page: WizardPage }) => {
  const { all, wizard, goTo, type } = page
  const { address } = useUser()
  const names = wizard.choices.map(choice => all.find(({ key }) => key === choice.key)?.name ?? '')
  const freeze = type.type === 'freeze' ? freezeAsked(wizard) : null
  return (
    <section className={cardStyles.card} aria-labelledby="check">
      <header className={wizardStyles.checkHeader}>
        <h3 id="check">Check before you send</h3>
      </header>
      <dl className={`${descriptionListStyles.list} ${descriptionListStyles.checklist}`}>
        <Line
          name={type.itemsName}
          text={freeze ?? names.join(', ')}
          step={freeze === null ? 'items' : 'why'}
          onChange={goTo}
        />
        <Line
          name="Letters"
          text={countLetters(wizard)
            .map(({ bureau }) => bureau)
            .join(', ')}
          step="letters"
          onChange={goTo}
        />
        <div>
          <dt>Your address</dt>
          <dd className={`${layoutStyles.row} ${layoutStyles.spread} ${layoutStyles.noWrap}`}>
            <span>
              {address.street}
              <br />
              {address.city}, {address.state} {address.postal}
            </span>
            <Link to="/profile">
              Change<span className={textStyles.visuallyHidden}> your address</span>
            </Link>
          </dd>
        </div>
        <Enclosed documentIds={wizard.documentIds} onChange={goTo} />
      </dl>
    </section>
  )
}

/** The request of a freeze; days entered for a lift are ignored otherwise. */
const freezeAsked = ({ choices: [choice] }: Wizard): string | null => {
  const reason = freezeActions.find(one => one === choice?.reason)
  if (choice === undefined || reason === undefined) return null
  return describeFreeze(reason === 'lift' ? { ...choice, reason } : { reason, from: null, until: null })
}

type LineProps = { name: string; text: string; step: Step; onChange: (step: Step) => void }

const Line = ({ name, text, step, onChange }: LineProps) => (
  <div>
    <dt>{name}</dt>
    <dd className={`${layoutStyles.row} ${layoutStyles.spread} ${layoutStyles.noWrap}`}>
      <span>{text}</span>
      <button {...buttonLook({ variant: 'link' })} type="button" onClick={() => onChange(step)}>
        Change<span className={textStyles.visuallyHidden}> {name.toLowerCase()}</span>
      </button>
    </dd>
  </div>
)

type EnclosedProps = { documentIds: readonly string[]; onChange: (step: Step) => void }

const Enclosed = ({ documentIds, onChange }: EnclosedProps) => {
  const { data } = useApiQuery(client.documents.list)
  const names = documentIds.flatMap(id => data?.data.find(one => one.id === id)?.documentName ?? [])
  const text = documentIds.length === 0 ? 'Nothing' : names.join(', ')
  return <Line name="Enclosed" text={text} step="why" onChange={onChange} />
}
