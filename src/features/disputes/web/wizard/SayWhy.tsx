import { Link } from '@tanstack/react-router'
import type { ReactNode, Ref } from 'react'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { Choice } from '#web/ui/Choice.tsx'
import { Disclosure } from '#web/ui/Disclosure.tsx'
import * as fieldStyles from '#web/ui/Field.module.css'
import { type ControlProps, Field, FieldError } from '#web/ui/Field.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { Note } from '#web/ui/Note.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { useFocusFallback } from '#web/ui/use-focus-fallback.ts'
import { joinWithAnd } from '../../letters/words.ts'
import { pluralize } from '../dispute-text.ts'
import { type DisputableItem, type Option, type RightAnswer, suggestedReasons } from './disputable-item.ts'
import { EnclosureChoice } from './EnclosureChoice.tsx'
import { linkedWithoutReason } from './link.ts'
import {
  controlId,
  countProblems,
  DisputeSoFar,
  problemAt,
  StepFoot,
  StepHeading,
  type WizardPage,
} from './StepLayout.tsx'
import * as wizardStyles from './wizard.module.css'
import type { Choice as Chosen } from './wizard.ts'

/** Step 2: one reason for each item. */
export const SayWhy = ({ page, heading }: { page: WizardPage; heading: Ref<HTMLHeadingElement> }) => (
  <WhyStep page={page} heading={heading}>
    {page.wizard.choices.map(choice => {
      const item = page.all.find(({ key }) => key === choice.key)
      return item && <ItemReason key={choice.key} item={item} choice={choice} page={page} />
    })}
  </WhyStep>
)

type WhyStepProps = { page: WizardPage; heading: Ref<HTMLHeadingElement>; children: ReactNode }

/** Step 2 of every type: questions about each item, then the documents to enclose. */
export const WhyStep = ({ page, heading, children }: WhyStepProps) => {
  const { wizard, type } = page
  const claimsTheft = wizard.choices.some(({ reason }) => reason === 'identity_theft')
  return (
    <div className={layoutStyles.asideRight}>
      <div className={layoutStyles.stack}>
        <StepHeading heading={heading} title={type.why.title} lead={type.why.lead} />
        <div className={cardStyles.card}>{children}</div>
        {claimsTheft && (
          <Note tone="plain" icon="flag" title="Identity theft">
            With an identity theft report and a government ID enclosed, the letter also asks for a block
            within four business days. <Link to="/disputes/identity-theft">All identity theft steps</Link>
          </Note>
        )}
        <EnclosureChoice page={page} keeps needs={claimsTheft ? ['identity_theft_report'] : []} />
        <StepFoot
          next="Continue to letters"
          onBack={page.onBack}
          onNext={page.onContinue}
          problems={countProblems(wizard, 'why')}
        />
      </div>
      <DisputeSoFar page={page} />
    </div>
  )
}

/** How many reasons are shown at first; the rest are one click away, and "something else" is always last. */
const inTheOpen = 5

const isOther = ({ value }: Option): boolean => value === 'other'

/** Why one item is wrong, or what should happen to it: one answer, and details in the user's own words. */
export const ItemReason = ({
  item,
  choice,
  page,
}: {
  item: DisputableItem
  choice: Chosen
  page: WizardPage
}) => {
  const { key } = item
  const place = controlId({ key, part: 'reason' })
  const sentence = problemAt(page.wizard, { key, part: 'reason' })
  const options = item.listOptions(choice.bureaus, page.today)
  const suggested = suggestedReasons(item.findings)
  const chosen = options.find(({ value }) => value === choice.reason)
  const rightAnswers = chosen === undefined ? [] : item.listRightAnswers(chosen.value, choice.bureaus)
  const others =
    chosen === undefined
      ? []
      : linkedWithoutReason(key, chosen.value, { ...page, choices: page.wizard.choices })
  const own = options.filter(one => !isOther(one))
  const open = own.slice(0, inTheOpen)
  const more = own.slice(inTheOpen)
  const radio = (option: Option) => (
    <Choice
      key={option.value}
      type="radio"
      name={place}
      id={option === options[0] ? place : undefined}
      checked={option === chosen}
      onChange={() => page.answer({ did: 'reason', key, reason: option.value })}
      title={
        <span className={wizardStyles.line}>
          <b>{option.label}</b>
          {suggested.includes(option.value) && <Pill tone="em2">suggested</Pill>}
        </span>
      }
      hint={option.hint}
    />
  )
  return (
    <fieldset
      className={wizardStyles.question}
      aria-describedby={sentence === null ? undefined : `${place}-error`}
    >
      <legend className={textStyles.visuallyHidden}>{item.name}</legend>
      <div className={`${layoutStyles.row} ${layoutStyles.spread}`}>
        <h3 id={`${place}-name`} tabIndex={-1}>
          {item.name}
        </h3>
        <span className={`${textStyles.muted} ${textStyles.number}`}>{item.amount}</span>
      </div>
      {sentence !== null && <FieldError id={`${place}-error`} text={sentence} />}
      <div className={fieldStyles.options}>
        {open.map(radio)}
        {more.length > 0 && (
          <Disclosure
            summary={`${more.length} more reasons`}
            open={more.some(one => one === chosen) || undefined}
          >
            <div className={fieldStyles.options}>{more.map(radio)}</div>
          </Disclosure>
        )}
        {options.filter(isOther).map(radio)}
      </div>
      {chosen !== undefined && others.length > 0 && (
        <SameReason reason={chosen} itemKey={key} others={others} page={page} />
      )}
      {rightAnswers.length > 0 && <RightBureau answers={rightAnswers} choice={choice} page={page} />}
      {chosen !== undefined && <OptionWords option={chosen} choice={choice} page={page} />}
    </fieldset>
  )
}

type SameReasonProps = {
  reason: Option
  itemKey: string
  /** The items that can also have the reason. */
  others: readonly string[]
  page: WizardPage
}

/** Applies the reason to the other items of the same link. */
const SameReason = ({ reason, itemKey, others, page }: SameReasonProps) => {
  const count = page.wizard.choices.length
  const place = useFocusFallback(`${controlId({ key: itemKey, part: 'reason' })}-name`)
  return (
    <div ref={place}>
      <Button
        size="small"
        onClick={() => {
          for (const key of others) page.answer({ did: 'reason', key, reason: reason.value })
        }}
      >
        Use this reason for{' '}
        {others.length === count - 1 ? `all ${count} items` : pluralize(others.length, 'more item')}
      </Button>
    </div>
  )
}

/** The text entered with an answer, in the user's own words: details of a reason, or the right value. */
const OptionWords = ({
  option: { words },
  choice: { key, text },
  page,
}: {
  option: Option
  choice: Chosen
  page: WizardPage
}) => {
  if (words === null) return null
  const about = { key, part: 'text' } as const
  const long = words.most > 300
  const control = (wiring: ControlProps) => {
    const given = {
      ...wiring,
      required: words.needed,
      maxLength: words.most,
      value: text,
      onChange: (event: { target: { value: string } }) =>
        page.answer({ did: 'say', key, text: event.target.value }),
    }
    return long ? <textarea {...given} rows={3} /> : <input {...given} type="text" autoComplete="off" />
  }
  return (
    <Field
      label={words.label}
      id={controlId(about)}
      optional={!words.needed}
      hint={words.hint}
      error={problemAt(page.wizard, about) ?? undefined}
      control={control}
    />
  )
}

type RightBureauProps = { answers: readonly RightAnswer[]; choice: Chosen; page: WizardPage }

/**
 * Which bureau is right, if they differ: no letter may call a value wrong that another letter of the user calls right.
 */
const RightBureau = ({ answers, choice: { key, correctBureau }, page }: RightBureauProps) => {
  const about = { key, part: 'right' } as const
  const place = controlId(about)
  const sentence = problemAt(page.wizard, about)
  const named = answers.find(({ bureau }) => bureau === correctBureau)
  return (
    <fieldset
      className={`${fieldStyles.options} ${wizardStyles.nested}`}
      aria-describedby={sentence === null ? undefined : `${place}-error`}
    >
      <legend>The bureaus show this differently. Which one is right?</legend>
      {sentence !== null && <FieldError id={`${place}-error`} text={sentence} />}
      {answers.map((answer, at) => (
        <Choice
          key={answer.bureau}
          type="radio"
          name={place}
          id={at === 0 ? place : undefined}
          checked={answer === named}
          onChange={() => page.answer({ did: 'right', key, bureau: answer.bureau })}
          title={answer.text}
          hint={`The letter goes to ${joinWithAnd(answer.written)}, and says so.`}
        />
      ))}
      <Choice
        type="radio"
        name={place}
        checked={named === undefined}
        onChange={() => page.answer({ did: 'right', key, bureau: null })}
        title="None of these, or I am not sure"
        hint="Each bureau is asked to check what it shows. If you know what is right, say it in the details."
      />
    </fieldset>
  )
}
