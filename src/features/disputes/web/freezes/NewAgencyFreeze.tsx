import { Link, useSearch } from '@tanstack/react-router'
import { type RefObject, useReducer, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FieldErrors } from '#api/errors.ts'
import type { Document } from '#features/documents/contract.ts'
import { usePermission } from '#features/identity/web/session.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { buttonLook } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { RadioChoices } from '#web/ui/Choice.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Loading, Skeleton } from '#web/ui/Loading.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import * as textStyles from '#web/ui/text.module.css'
import type { AgencyFreezeDispute, FreezeAction } from '../../dispute-requests.ts'
import { freezeDayProblems } from '../../freeze-rules.ts'
import {
  type SpecialtyAgency,
  specialtyAgencies,
  specialtyAgencyTable,
} from '../../freezes/specialty-agencies.ts'
import { today } from '../dispute-text.ts'
import { CreateLetters } from '../letters/CreateLetters.tsx'
import { freezeActions } from '../wizard/disputable-item.ts'
import { startingAnswers } from '../wizard/draft.ts'
import { EnclosureChoice } from '../wizard/EnclosureChoice.tsx'
import { StepFoot } from '../wizard/StepLayout.tsx'
import * as wizardStyles from '../wizard/wizard.module.css'
import { applyAction, startWizard } from '../wizard/wizard.ts'

/** A letter about a freeze to a specialty agency, with identification among its enclosures. */
export const NewAgencyFreeze = () => {
  const barred = usePermission('assist')
  const documents = useApiQuery(client.documents.list)
  if (barred !== null)
    return (
      <div className={cardStyles.card}>
        <EmptyState
          icon="snow"
          title="Agency freeze"
          action={
            <Link {...buttonLook()} to="/disputes/freezes">
              Back to your freezes
            </Link>
          }
        >
          {barred}
        </EmptyState>
      </div>
    )
  // The form works without documents; it only waits until they are loaded.
  if (!documents.isFetched)
    return (
      <Loading what="your documents" className={wizardStyles.wizard}>
        <Skeleton height="3rem" width="20rem" />
        <Skeleton height="14rem" />
      </Loading>
    )
  return <AgencyFreezeForm documents={documents.data?.data ?? []} />
}

/** The agencies with a sourced mailing address. */
const byMail = specialtyAgencies.filter(agency => specialtyAgencyTable[agency].address !== null)

const actionWords: Readonly<Record<FreezeAction, { title: string; hint: string }>> = {
  place: { title: 'Freeze my file', hint: 'Companies that ask the agency then get no report about you.' },
  lift: { title: 'Lift a freeze', hint: 'For a time or until further notice.' },
  remove: { title: 'Remove a freeze', hint: 'It stays off until you place it again.' },
}

type Answers = { agency: SpecialtyAgency | null; action: FreezeAction | null; from: string; until: string }
type Problems = Partial<Record<string, string>>

const findProblems = ({ agency, action, from, until }: Answers): Problems => ({
  ...(agency === null ? { agency: 'Choose an agency' } : {}),
  ...(action === null ? { action: 'Choose what the agency should do' } : {}),
  ...(action === 'lift'
    ? freezeDayProblems({ action, from: from || undefined, until: until || undefined }, today())
    : {}),
})

/** The request; null while an answer is missing. Days entered for a lift are ignored for other requests. */
const bodyOf = (
  { agency, action, from, until }: Answers,
  documentIds: readonly string[],
): AgencyFreezeDispute | null =>
  agency === null || action === null
    ? null
    : {
        agency,
        action,
        ...(action === 'lift' && from !== '' ? { from } : {}),
        ...(action === 'lift' && until !== '' ? { until } : {}),
        ...(documentIds.length === 0 ? {} : { documentIds: [...documentIds] }),
      }

const AgencyFreezeForm = ({ documents }: { documents: readonly Document[] }) => {
  const { agency: named } = useSearch({ from: '/shell/disputes/new/agency-freeze' })
  const [answers, setAnswers] = useState<Answers>({
    agency: byMail.find(one => one === named) ?? null,
    action: null,
    from: '',
    until: '',
  })
  const [problems, setProblems] = useState<Problems>({})
  const [checking, setChecking] = useState(false)
  const [wizard, answer] = useReducer(
    applyAction,
    startingAnswers({ choices: [], documentIds: [] }, documents),
    startWizard,
  )
  const heading = useRef<HTMLHeadingElement>(null)
  const first = useRef<HTMLFieldSetElement>(null)
  const page = { wizard, answer }
  const body = bodyOf(answers, wizard.documentIds)
  const change = (some: Partial<Answers>) => {
    setProblems({})
    setAnswers({ ...answers, ...some })
  }
  const show = (letter: boolean) => {
    flushSync(() => setChecking(letter))
    heading.current?.focus()
  }
  const check = () => {
    const found = findProblems(answers)
    setProblems(found)
    if (Object.keys(found).length > 0) return first.current?.focus()
    show(true)
  }
  const onBack = (refused: FieldErrors) => {
    setProblems(refused)
    show(false)
  }
  return (
    <div className={`${wizardStyles.wizard} ${layoutStyles.stack}`}>
      <div>
        <Link className={layoutStyles.backLink} to="/disputes/freezes">
          <Icon name="left" small />
          Back to your freezes
        </Link>
        <h2 ref={heading} tabIndex={-1}>
          {checking ? 'Check your letter' : 'Freeze your file at another agency'}
        </h2>
        <p className={textStyles.muted}>
          Online or by phone may be faster: Your freezes has each agency’s page and number. The federal times
          for freezes hold for the three bureaus only; an agency acts under your state’s law or its own rules.
        </p>
      </div>
      {checking && body !== null ? (
        <CreateLetters
          preview={client.disputes.previewAgencyFreeze}
          create={client.disputes.createAgencyFreeze}
          body={body}
          page={page}
          onBack={onBack}
        />
      ) : (
        <>
          <Questions answers={answers} problems={problems} change={change} first={first} />
          <EnclosureChoice page={page} keeps={false} />
          <StepFoot next="Check the letter" onNext={check} />
        </>
      )}
    </div>
  )
}

type QuestionsProps = {
  answers: Answers
  problems: Problems
  change: (some: Partial<Answers>) => void
  first: RefObject<HTMLFieldSetElement | null>
}

const Questions = ({ answers, problems, change, first }: QuestionsProps) => (
  <section className={`${cardStyles.card} ${layoutStyles.stack}`} aria-label="The freeze">
    <RadioChoices
      name="agency"
      ref={first}
      tabIndex={-1}
      legend="Which agency?"
      error={problems['agency']}
      options={byMail.map(agency => ({
        value: agency,
        title: agency,
        hint: `It holds ${specialtyAgencyTable[agency].holds}`,
      }))}
      chosen={answers.agency}
      onChoose={agency => change({ agency })}
    />
    <RadioChoices
      name="action"
      legend="What should it do?"
      error={problems['action']}
      options={freezeActions.map(action => ({ value: action, ...actionWords[action] }))}
      chosen={answers.action}
      onChoose={action => change({ action })}
    />
    {answers.action === 'lift' && (
      <div className={layoutStyles.grid2}>
        <Field
          label="First day"
          hint="If empty: on arrival"
          optional
          type="date"
          min={today()}
          value={answers.from}
          error={problems['from']}
          onChange={event => change({ from: event.target.value })}
        />
        <Field
          label="Last day"
          hint="If empty: until further notice"
          optional
          type="date"
          min={today()}
          value={answers.until}
          error={problems['until']}
          onChange={event => change({ until: event.target.value })}
        />
      </div>
    )}
  </section>
)
