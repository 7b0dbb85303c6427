import { client } from '#web/client.ts'
import * as cardStyles from '#web/ui/Card.module.css'
import { Choice, ChoiceGroup, RadioChoices } from '#web/ui/Choice.tsx'
import { Field, TextAreaField } from '#web/ui/Field.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { Note } from '#web/ui/Note.tsx'
import { debtClaims, noticeStates } from '../../collectors/debt-answers.ts'
import { explainPeriod, findPeriod, noAnswerDay, noticeProblems } from '../../collectors/validation-period.ts'
import { claimWords, noticeWords } from '../../collectors/words.ts'
import { maxExplanationLength } from '../../limits.ts'
import type { Questions } from '../company/LetterForm.tsx'
import { CollectorForm } from './CollectorForm.tsx'
import {
  findValidationProblems,
  keepValidation,
  noticeOf,
  noValidation,
  restoreValidation,
  type ValidationAnswers,
  validationBody,
} from './collector-answers.ts'

/** A dispute of a debt with the debt collector, and the request to verify it. */
export const NewValidation = () => (
  <CollectorForm
    type="validation"
    title="Dispute a debt with its collector"
    lead="The letter disputes the debt and asks for verification. It never says that you owe it."
    start={noValidation}
    keep={keepValidation}
    restore={restoreValidation}
    findProblems={findValidationProblems}
    bodyOf={validationBody}
    preview={client.disputes.previewValidation}
    create={client.disputes.createValidation}
  >
    {questions => (
      <>
        <TheNotice {...questions} />
        <WhatIsDisputed {...questions} />
      </>
    )}
  </CollectorForm>
)

const TheNotice = ({ answers, problems, today, change }: Questions<ValidationAnswers>) => {
  const { notice } = answers
  const update = (some: Partial<typeof notice>) => change({ notice: { ...notice, ...some } })
  return (
    <section className={`${cardStyles.card} ${layoutStyles.stack}`}>
      <RadioChoices
        name="notice"
        id="notice.state"
        tabIndex={-1}
        legend="Has the collector’s validation notice come?"
        about="A debt collector must send it within five days of first contacting you (15 U.S.C. 1692g(a))."
        error={problems['notice.state']}
        options={noticeStates.map(value => ({
          value,
          title: noticeWords[value].label,
          hint: noticeWords[value].hint,
        }))}
        chosen={notice.state}
        onChoose={state => update({ state })}
      />
      {notice.state === 'came' && (
        <div className={layoutStyles.twoColumns}>
          <Field
            id="notice.on"
            label="The day on which it came"
            type="date"
            max={today}
            value={notice.on}
            error={problems['notice.on']}
            onChange={event => update({ on: event.target.value })}
          />
          <Field
            id="notice.endsOn"
            label="The last day to dispute that it names"
            optional
            type="date"
            value={notice.endsOn}
            error={problems['notice.endsOn']}
            onChange={event => update({ endsOn: event.target.value })}
          />
        </div>
      )}
      <PeriodNote answers={answers} today={today} />
    </section>
  )
}

/** What the 30 days mean now; nothing before the question about the notice is answered. */
const PeriodNote = ({ answers, today }: Pick<Questions<ValidationAnswers>, 'answers' | 'today'>) => {
  const notice = noticeOf(answers.notice)
  if (notice === null || Object.keys(noticeProblems(notice, today)).length > 0) return null
  const { title, text } = explainPeriod(findPeriod(notice, today), today)
  return (
    <Note tone="sand" role="status" title={title}>
      {`${text} ${noAnswerDay}`}
    </Note>
  )
}

const scopes = [
  { value: 'whole', title: 'All of it' },
  { value: 'part', title: 'A part of it' },
] as const

const WhatIsDisputed = ({ answers, problems, change }: Questions<ValidationAnswers>) => {
  const { scope, partAmount, claims, asksOriginalCreditor, explanation } = answers
  return (
    <section className={`${cardStyles.card} ${layoutStyles.stack}`}>
      <RadioChoices
        name="scope"
        id="scope"
        tabIndex={-1}
        legend="How much do you dispute?"
        error={problems['scope']}
        options={scopes}
        chosen={scope}
        onChoose={chosen => change({ scope: chosen })}
      />
      {scope === 'part' && (
        <Field
          id="partAmount"
          label="The amount that you dispute"
          inputMode="decimal"
          maxLength={14}
          value={partAmount}
          error={problems['partAmount']}
          onChange={event => change({ partAmount: event.target.value })}
        />
      )}
      <ChoiceGroup
        name="claims"
        id="claims"
        tabIndex={-1}
        legend="Why?"
        about="You need not give a reason. These are the ones that the model notice offers (12 CFR 1006.34(c)(4)). Choose only what is true."
        error={problems['claims']}
      >
        {debtClaims.map(claim => (
          <Choice
            key={claim}
            type="checkbox"
            checked={claims.includes(claim)}
            onChange={event =>
              change({
                claims: debtClaims.filter(one =>
                  one === claim ? event.target.checked : claims.includes(one),
                ),
              })
            }
            title={claimWords[claim].label}
            hint={claimWords[claim].hint}
          />
        ))}
      </ChoiceGroup>
      <TextAreaField
        id="explanation"
        label="Another reason, in your own words"
        hint="It goes into the letter as you write it. Do not write that you owe the debt."
        optional
        error={problems['explanation']}
        rows={3}
        maxLength={maxExplanationLength}
        value={explanation}
        onChange={event => change({ explanation: event.target.value })}
      />
      <Choice
        type="checkbox"
        checked={asksOriginalCreditor}
        onChange={event => change({ asksOriginalCreditor: event.target.checked })}
        title="Also ask for the name and address of the original creditor"
        hint="Asked in writing within the 30 days, it stops collection until they are sent (12 CFR 1006.38(c))."
      />
    </section>
  )
}
