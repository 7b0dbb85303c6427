import { Link } from '@tanstack/react-router'
import { useReducer, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Document } from '#features/documents/contract.ts'
import { usePermission, useUser } from '#features/identity/web/session.ts'
import { bureaus } from '#values/bureau.ts'
import { showPhone } from '#values/phone.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { Choice, ChoiceGroup, RadioChoices } from '#web/ui/Choice.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Loading, Skeleton } from '#web/ui/Loading.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import * as textStyles from '#web/ui/text.module.css'
import { alertContacts, alertWords, fraudAlerts } from '../../fraud-alert-rules.ts'
import { FasterContact } from '../FasterContact.tsx'
import { CreateLetters } from '../letters/CreateLetters.tsx'
import { startingAnswers } from '../wizard/draft.ts'
import { EnclosureChoice } from '../wizard/EnclosureChoice.tsx'
import { controlId, focusOnFirst, problemAt, StepFoot, StepHeading } from '../wizard/StepLayout.tsx'
import * as wizardStyles from '../wizard/wizard.module.css'
import { applyAction, startWizard, type Wizard } from '../wizard/wizard.ts'
import {
  type AlertAnswers,
  alertPart,
  findAlertProblems,
  noAlert,
  toAlertBody,
} from './fraud-alert-answers.ts'

/** A fraud alert by letter: which alert, which bureau, which enclosures; then the letter to check. */
export const FraudAlertScreen = () => {
  const barred = usePermission('assist')
  const documents = useApiQuery(client.documents.list)
  const back = (
    <Link className={layoutStyles.backLink} to="/disputes/identity-theft">
      <Icon name="left" small />
      Identity theft
    </Link>
  )
  if (barred !== null)
    return (
      <div className={cardStyles.card}>
        <EmptyState icon="bell" title="Fraud alert" action={back}>
          {barred}
        </EmptyState>
      </div>
    )
  return (
    <div className={wizardStyles.wizard}>
      {back}
      {documents.isFetched ? (
        <FraudAlertForm documents={documents.data?.data ?? []} />
      ) : (
        <Loading what="your documents" className={wizardStyles.wizard}>
          <Skeleton height="3rem" width="20rem" />
          <Skeleton height="16rem" />
        </Loading>
      )}
    </div>
  )
}

const FraudAlertForm = ({ documents }: { documents: readonly Document[] }) => {
  const [answers, setAnswers] = useState<AlertAnswers>(noAlert)
  const [wizard, answer] = useReducer(applyAction, { choices: [], documentIds: [] }, start =>
    startWizard(startingAnswers(start, documents)),
  )
  const [checking, setChecking] = useState(false)
  const known = useApiQuery(client.documents.list).data?.data ?? documents
  const heading = useRef<HTMLHeadingElement>(null)
  const page = { wizard, answer }

  const change = (part: Partial<AlertAnswers>) => {
    setAnswers({ ...answers, ...part })
    answer({ did: 'meet', problems: [] })
  }
  const meet = (problems: Wizard['problems']) => {
    flushSync(() => answer({ did: 'meet', problems }))
    focusOnFirst(problems)
  }
  const show = (letters: boolean) => {
    flushSync(() => setChecking(letters))
    heading.current?.focus()
  }
  const check = () => {
    const kinds = known.filter(({ id }) => wizard.documentIds.includes(id))
    const problems = findAlertProblems(answers, wizard, kinds)
    meet(problems)
    if (problems.length === 0) show(true)
  }
  const body = toAlertBody(answers, wizard)

  return (
    <div className={layoutStyles.stack}>
      <StepHeading
        heading={heading}
        title="Place a fraud alert"
        lead="An alert tells lenders to verify that it is you before they open credit in your name. One bureau is enough: it must pass the alert on to the other two."
      />
      {checking && body !== null ? (
        <CreateLetters
          preview={client.disputes.previewFraudAlert}
          create={client.disputes.createFraudAlert}
          body={body}
          page={page}
          onBack={refused => {
            show(false)
            meet(Object.entries(refused).map(([path, text]) => ({ key: null, part: alertPart(path), text })))
          }}
        />
      ) : (
        <>
          <Faster />
          <div className={`${cardStyles.card} ${layoutStyles.stack}`}>
            <Alerts answers={answers} wizard={wizard} onChange={change} />
            <OneBureau answers={answers} wizard={wizard} onChange={change} />
            <More answers={answers} onChange={change} />
          </div>
          <EnclosureChoice
            page={page}
            keeps={false}
            needs={answers.alert === 'extended' ? ['identity_theft_report'] : []}
          />
          <p className={textStyles.muted}>
            Ask only for the alert that is true of you. In the next step you confirm that what the letter says
            is true.
          </p>
          <StepFoot next="Check the letter" onNext={check} problems={wizard.problems.length} />
        </>
      )}
    </div>
  )
}

const Faster = () => (
  <section className={layoutStyles.stackSmall} aria-labelledby="faster">
    <div>
      <h3 id="faster">Online or by phone it is faster</h3>
      <p className={textStyles.muted}>
        Choose one bureau. An extended alert may have to be asked for by mail.
      </p>
    </div>
    <ul className={wizardStyles.freezeActions}>
      {bureaus.map(bureau => (
        <FasterContact key={bureau} bureau={bureau} contact={alertContacts[bureau]} act="Place it online" />
      ))}
    </ul>
  </section>
)

type PartProps = {
  answers: AlertAnswers
  wizard: Wizard
  onChange: (part: Partial<AlertAnswers>) => void
}

const about = { alert: { key: null, part: 'reason' }, bureau: { key: null, part: 'bureaus' } } as const

const Alerts = ({ answers, wizard, onChange }: PartProps) => (
  <RadioChoices
    name="alert"
    firstId={controlId(about.alert)}
    legend="Or write a letter. Which alert?"
    error={problemAt(wizard, about.alert)}
    options={fraudAlerts.map(alert => ({
      value: alert,
      title: alertWords[alert].label,
      hint: alertWords[alert].hint,
    }))}
    chosen={answers.alert}
    onChoose={alert => onChange({ alert })}
  />
)

const OneBureau = ({ answers, wizard, onChange }: PartProps) => (
  <RadioChoices
    name="bureau"
    firstId={controlId(about.bureau)}
    legend="Which bureau should the letter go to?"
    error={problemAt(wizard, about.bureau)}
    options={bureaus.map(bureau => ({ value: bureau, title: <Bureau bureau={bureau} /> }))}
    chosen={answers.bureau}
    onChoose={bureau => onChange({ bureau })}
  />
)

const More = ({ answers, onChange }: Omit<PartProps, 'wizard'>) => {
  const { phoneNumber } = useUser()
  return (
    <ChoiceGroup name="more" legend="What else should the letter ask?">
      <Choice
        type="checkbox"
        checked={answers.givePhone}
        onChange={event => onChange({ givePhone: event.target.checked })}
        title={`Give lenders my phone number, ${showPhone(phoneNumber)}`}
        hint="With a number in the alert, a lender calls it, or verifies your identity in another way."
      />
      {answers.alert !== 'active_duty' && (
        <Choice
          type="checkbox"
          checked={answers.askFile}
          onChange={event => onChange({ askFile: event.target.checked })}
          title="Ask for a free copy of my file"
          hint={
            answers.alert === 'extended'
              ? 'An extended alert gives you two free copies within 12 months. This asks for one of them.'
              : 'A fraud alert gives you one free copy of your file at each bureau.'
          }
        />
      )}
    </ChoiceGroup>
  )
}
