import type { EndpointReply } from '#api/endpoint.ts'
import { useUser } from '#features/identity/web/session.ts'
import type { StepAnswer as Answer } from '#providers/credit-data/port.ts'
import { showInstant } from '#values/dates.ts'
import { useApiMutation, useApiQuery } from '#web/api-hooks.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { client } from '#web/client.ts'
import { useForm } from '#web/form.ts'
import { Button, buttonLook } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { Choice, ChoiceGroup } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { ReportStep, reports } from '../contract.ts'

type Question<Type> = Extract<ReportStep['question'], { type: Type }>
type Reply = EndpointReply<typeof reports.answerReportStep>

const POLL_MS = 5_000

/**
 * The identity step that the credit data provider requires before a report; empty if there is none. `waiting`: a report is
 * awaited, so a step can be required at any time.
 */
export const StepCard = ({ waiting }: { waiting: boolean }) => {
  const { impersonation, enrolled } = useUser()
  const stepQuery = useApiQuery(client.reports.reportStep, undefined, {
    enabled: !impersonation && enrolled,
    refetchInterval: latest => (waiting && !latest?.step && !latest?.offered ? POLL_MS : false),
  })
  const act = useApiMutation(client.reports.answerReportStep, {
    refreshes: [client.reports.reportStep, client.credit.analytics, client.identity.me],
  })
  const step = stepQuery.data?.step ?? null
  if (step === null && !stepQuery.data?.offered && !act.isSuccess) return null
  return (
    <section className={`${cardStyles.card} ${layoutStyles.stackSmall}`} aria-labelledby="report-step">
      <div className={cardStyles.header}>
        <div>
          <h2 id="report-step">A question before your report</h2>
          <p>Our credit data provider makes sure that it is you. We do not keep your answer.</p>
        </div>
      </div>
      {act.error && <ErrorNote error={act.error} safe="Nothing was counted as an answer." />}
      {act.data && <Outcome reply={act.data} />}
      {step === null ? (
        act.data?.state !== 'passed' && (
          <div>
            <Button busy={act.isPending} onClick={() => act.mutate({})}>
              Ask me now
            </Button>
          </div>
        )
      ) : (
        <StepForm
          key={`${step.id} ${step.triesLeft}`}
          step={step}
          busy={act.isPending}
          onAnswer={answer => act.mutate({ answered: { id: step.id, answer } })}
        />
      )}
    </section>
  )
}

const tones = { passed: 'green', failed: 'red', again: 'amber', asked: 'plain' } as const

const Outcome = ({ reply: { state, message } }: { reply: Reply }) =>
  message === null ? null : (
    <Note tone={tones[state]} role="status">
      {message}
    </Note>
  )

type StepFormProps = { step: ReportStep; busy: boolean; onAnswer: (answer: Answer) => void }

const StepForm = ({ step, ...more }: StepFormProps) => {
  const { question, expiresAt } = step
  return (
    <>
      {question.type === 'code' && <CodeForm question={question} {...more} />}
      {question.type === 'quiz' && <QuizForm question={question} {...more} />}
      {question.type === 'redirect' && <Visit question={question} {...more} />}
      <p className={textStyles.muted}>Answer before {showInstant(expiresAt, browserTimeZone)}.</p>
    </>
  )
}

type FormProps<Type> = Omit<StepFormProps, 'step'> & { question: Question<Type> }

const CodeForm = ({ question, busy, onAnswer }: FormProps<'code'>) => {
  const { errors, formProps } = useForm(
    ({ code = '' }): Record<string, string> => (code.trim() === '' ? { code: 'Enter the code' } : {}),
    ({ code = '' }) => onAnswer({ type: 'code', code: code.trim() }),
  )
  return (
    <form {...formProps} className={layoutStyles.stackSmall}>
      <Field
        name="code"
        label="Code"
        hint={`It was sent to ${question.sentTo}.`}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={20}
        {...(errors['code'] && { error: errors['code'] })}
      />
      <div>
        <Button variant="primary" type="submit" busy={busy}>
          Send the code
        </Button>
      </div>
    </form>
  )
}

const QuizForm = ({ question: { questions }, busy, onAnswer }: FormProps<'quiz'>) => {
  const { errors, formProps } = useForm(
    values =>
      Object.fromEntries(questions.filter(({ id }) => !values[id]).map(({ id }) => [id, 'Choose an answer'])),
    values =>
      onAnswer({
        type: 'quiz',
        choices: Object.fromEntries(questions.map(({ id }) => [id, values[id] ?? ''])),
      }),
  )
  return (
    <form {...formProps} className={layoutStyles.stack}>
      {questions.map(({ id, text, choices }) => (
        <ChoiceGroup key={id} name={id} legend={text} error={errors[id]}>
          {choices.map((choice, index) => (
            <Choice
              key={choice.id}
              type="radio"
              name={id}
              {...(index === 0 && { id })}
              value={choice.id}
              title={choice.text}
            />
          ))}
        </ChoiceGroup>
      ))}
      <div>
        <Button variant="primary" type="submit" busy={busy}>
          Send the answers
        </Button>
      </div>
    </form>
  )
}

const Visit = ({ question: { url }, busy, onAnswer }: FormProps<'redirect'>) => (
  <div className={layoutStyles.row}>
    <a {...buttonLook()} href={url} target="_blank" rel="noopener noreferrer">
      Open the provider’s page
    </a>
    <Button busy={busy} onClick={() => onAnswer({ type: 'redirect' })}>
      I have finished there
    </Button>
  </div>
)
