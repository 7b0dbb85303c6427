import { type ReactNode, useReducer, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isMergedRow } from '#features/reports/row-ownership.ts'
import { bureaus as allBureaus, type Bureau as BureauName } from '#values/bureau.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { Choice } from '#web/ui/Choice.tsx'
import * as fieldStyles from '#web/ui/Field.module.css'
import { Field, FieldError } from '#web/ui/Field.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import * as textStyles from '#web/ui/text.module.css'
import { maxExplanationLength } from '../../limits.ts'
import { CompanyAddressFields, companyControlId } from '../company/CompanyAddressFields.tsx'
import { noCompany, statedAddresses } from '../company/company-answers.ts'
import { today as theDay } from '../dispute-text.ts'
import { MakeLetters } from '../letters/MakeLetters.tsx'
import { AboutAnswers, type AnswersNote } from '../wizard/AboutAnswers.tsx'
import type { DisputableItem, FullReport } from '../wizard/disputable-item.ts'
import type { KeptDraft } from '../wizard/draft.ts'
import { EnclosureChoice } from '../wizard/EnclosureChoice.tsx'
import { controlId, StepFoot } from '../wizard/StepLayout.tsx'
import { useDraftSaving } from '../wizard/use-draft-kept.ts'
import * as wizardStyles from '../wizard/wizard.module.css'
import { applyAction, startWizard } from '../wizard/wizard.ts'
import { AboutLetter } from './AboutLetter.tsx'
import { keepLetter, type LetterAnswers, restoreLetter } from './letter-answers.ts'
import {
  accountLabel,
  answerProblems,
  type CompanyLetterType,
  type LetterOption,
  refusedAnswers,
} from './letter-types.ts'

type Problems = Readonly<Record<string, string>>

type Props = {
  type: CompanyLetterType
  report: FullReport
  /** The accounts that a letter of this type can be about. */
  all: readonly DisputableItem[]
  /** The account that the person came for. */
  linked: string | undefined
  /** The answers of an earlier visit; null when there are none. */
  kept: KeptDraft | null
}

const documents = { key: null, part: 'documents' } as const

const idOf = (answer: string): string =>
  answer === 'documents'
    ? controlId(documents)
    : answer.startsWith('company.')
      ? companyControlId(answer.slice('company.'.length))
      : `letter-${answer}`

/** One letter to one company: what it is about, where it goes, what is enclosed; then the letter to check. */
export const CompanyLetterForm = ({ type, report, all, linked, kept }: Props) => {
  const [today] = useState(theDay)
  const rowsAt = (accountId: string, bureau: BureauName) =>
    report.accountInformation.filter(
      row => row.id === accountId && (row.bureau === bureau || isMergedRow(row)),
    )
  /** The bureaus whose report of an account the letter can quote. */
  const bureausOf = (accountId: string): BureauName[] =>
    (all.find(({ key }) => key === accountId)?.offered ?? [])
      .map(({ bureau }) => bureau)
      .filter(bureau => rowsAt(accountId, bureau).some(type.fits))
  const startWith = (accountId: string): LetterAnswers => {
    const [first, ...more] = bureausOf(accountId)
    return {
      accountId,
      bureau: more.length === 0 ? (first ?? null) : null,
      choice: null,
      text: '',
      amount: '',
      payBy: '',
      company: noCompany,
    }
  }
  const [start] = useState(() => startWith(linked ?? ''))
  const [found] = useState(() => findKept(kept, linked, accountId => bureausOf(accountId)))
  const [answers, setAnswers] = useState(found?.answers ?? start)
  const [note, setNote] = useState<AnswersNote>(
    found === null ? null : { did: 'keep', leftOut: found.answers === null ? 1 : 0 },
  )
  const [problems, setProblems] = useState<Problems>({})
  const [checking, setChecking] = useState(false)
  const [wizard, answer] = useReducer(
    applyAction,
    startWizard({ choices: [], documentIds: found?.documentIds ?? [] }),
  )
  const form = keepLetter(answers)
  const { documentIds } = wizard
  const draft = useDraftSaving(
    type.type,
    { step: 'form', items: [], documentIds: [...documentIds], form },
    documentIds.length === 0 && JSON.stringify(form) === JSON.stringify(keepLetter(start)),
  )
  const heading = useRef<HTMLHeadingElement>(null)

  const item = all.find(({ key }) => key === answers.accountId)
  const options =
    item === undefined || answers.bureau === null
      ? []
      : type.optionsOf({ item, bureau: answers.bureau, rows: rowsAt(item.key, answers.bureau) }, today)

  /** An answer takes back the sentence about it, and what was confirmed of the letter before. */
  const change = (given: Partial<LetterAnswers>) => {
    setNote(null)
    setAnswers({ ...answers, ...given })
    setProblems(
      Object.fromEntries(
        Object.entries(problems).filter(
          ([name]) => !Object.keys(given).some(one => name === one || name.startsWith(`${one}.`)),
        ),
      ),
    )
    answer({ did: 'repeat', on: false })
    answer({ did: 'attest', on: false })
  }
  const fillIn = (given: LetterAnswers, enclosed: readonly string[]) => {
    setAnswers(given)
    setProblems({})
    answer({ did: 'restart', answers: { choices: [], documentIds: enclosed } })
  }
  const startOver = () => {
    const undo = () => {
      setNote(null)
      fillIn(answers, documentIds)
    }
    setNote({ did: 'start over', undo })
    fillIn(start, [])
  }
  const meet = (wrong: Problems) => {
    flushSync(() => {
      setProblems(wrong)
      answer({
        did: 'meet',
        problems: wrong.documents === undefined ? [] : [{ ...documents, text: wrong.documents }],
      })
    })
    const [first] = Object.keys(wrong)
    if (first !== undefined) document.getElementById(idOf(first))?.focus()
  }
  const show = (letter: boolean) => {
    flushSync(() => setChecking(letter))
    heading.current?.focus()
  }
  const check = () => {
    setNote(null)
    const wrong = answerProblems(type, answers, options, today)
    meet(wrong)
    if (Object.keys(wrong).length === 0) show(true)
  }

  return (
    <div className={`${wizardStyles.wizard} ${layoutStyles.stack}`}>
      <div>
        <h2 ref={heading} tabIndex={-1}>
          {checking ? 'Check your letter' : type.title}
        </h2>
        <p className={textStyles.muted}>
          {checking
            ? 'Read it. Nothing is created until you confirm it below. You can edit the wording until it is mailed.'
            : type.lead}
        </p>
      </div>
      <AboutAnswers note={note} failure={draft.failure} onStartOver={startOver} />
      {checking ? (
        <MakeLetters
          preview={type.preview}
          create={type.create}
          body={{ answers, documentIds }}
          page={{ wizard, answer }}
          onMade={draft.drop}
          onBack={refused => {
            show(false)
            const wrong = refusedAnswers(refused)
            if (Object.keys(wrong).length > 0) meet(wrong)
          }}
        />
      ) : (
        <>
          <AboutLetter
            type={type.type}
            rows={report.accountInformation.filter(({ id }) => id === answers.accountId)}
          />
          <section className={`${cardStyles.card} ${layoutStyles.stack}`} aria-label="The account">
            <Field
              label="Which account?"
              id={idOf('account')}
              error={problems.account}
              control={wiring => (
                <select
                  {...wiring}
                  value={answers.accountId}
                  onChange={event => change(startWith(event.target.value))}
                >
                  <option value="">Choose an account</option>
                  {all.map(one => (
                    <option key={one.key} value={one.key}>
                      {accountLabel(
                        one,
                        report.accountInformation.filter(({ id }) => id === one.key),
                      )}
                    </option>
                  ))}
                </select>
              )}
            />
            {item !== undefined && bureausOf(item.key).length > 1 && (
              <Options
                name="bureau"
                legend="Whose report should the letter quote?"
                error={problems.bureau}
                options={bureausOf(item.key).map(bureau => ({
                  value: bureau,
                  title: <Bureau bureau={bureau} />,
                  hint: item.offered.find(one => one.bureau === bureau)?.shows ?? null,
                }))}
                chosen={answers.bureau}
                onChoose={value =>
                  change({ bureau: allBureaus.find(one => one === value) ?? null, choice: null })
                }
              />
            )}
            {options.length > 0 && (
              <Options
                name="choice"
                legend={type.legend}
                error={problems.choice}
                options={options.map(({ value, label, hint }) => ({ value, title: label, hint }))}
                chosen={answers.choice}
                onChoose={choice => change({ choice })}
              />
            )}
            {item !== undefined && (
              <Words
                type={type}
                answers={answers}
                option={options.find(({ value }) => value === answers.choice)}
                problems={problems}
                today={today}
                onChange={change}
              />
            )}
          </section>
          {item !== undefined && (
            <section
              className={`${cardStyles.card} ${layoutStyles.stackSmall}`}
              aria-labelledby="company-address"
            >
              <div>
                <h3 id="company-address">Where the letter goes</h3>
                <p className={textStyles.muted}>{addressHints[type.type]}</p>
              </div>
              <CompanyAddressFields
                answers={answers.company}
                stated={statedAddresses(report, item.key)}
                problems={Object.fromEntries(
                  Object.entries(problems).flatMap(([name, text]) =>
                    name.startsWith('company.') ? [[name.slice('company.'.length), text]] : [],
                  ),
                )}
                onChange={company => change({ company })}
              />
            </section>
          )}
          <EnclosureChoice page={{ wizard, answer }} keeps needs={type.needs} identifies={false} />
          <StepFoot next="Check the letter" onNext={check} problems={Object.keys(problems).length} />
        </>
      )}
    </div>
  )
}

/**
 * The kept answers as they can be filled in; null when there are none. A link to another account counts for more than they
 * do. `answers` is null where the report no longer shows the account so.
 */
const findKept = (
  kept: KeptDraft | null,
  linked: string | undefined,
  bureausOf: (accountId: string) => readonly BureauName[],
): { answers: LetterAnswers | null; documentIds: readonly string[] } | null => {
  if (kept === null || Object.keys(kept.form).length + kept.documentIds.length === 0) return null
  const { accountId } = kept.form
  if (linked !== undefined && accountId !== linked) return null
  const bureaus = accountId === undefined ? [] : bureausOf(accountId)
  const isShown = accountId === undefined || bureaus.length > 0
  return { answers: isShown ? restoreLetter(kept.form, bureaus) : null, documentIds: kept.documentIds }
}

/** 12 CFR 1022.43(c): which address of the company starts its duty to look into a direct dispute. */
const addressHints = {
  direct:
    'Use the address that the company names for disputes of credit reports: on a statement, on its website, or in your report. Only where it names none, any business address of it will do (12 CFR 1022.43(c)).',
  goodwill: 'Use an address for letters from customers, as on a statement.',
  settlement: 'Use the address on the company’s letters or statements about this account.',
  'theft-notice':
    'Use the address that the company names for identity theft reports. The law counts a report that it receives there (15 U.S.C. 1681s-2(a)(6)(B)). Ask its fraud department, by a phone number that you know to be its own.',
} as const

type OptionsProps = {
  name: string
  legend: string
  error: string | undefined
  options: readonly { value: string; title: ReactNode; hint: string | null }[]
  chosen: string | null
  onChoose: (value: string) => void
}

const Options = ({ name, legend, error, options, chosen, onChoose }: OptionsProps) => {
  const id = idOf(name)
  return (
    <fieldset
      className={fieldStyles.options}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      <legend className={fieldStyles.label}>{legend}</legend>
      {error !== undefined && <FieldError id={`${id}-error`} text={error} />}
      {options.map(({ value, title, hint }, at) => (
        <Choice
          key={value}
          type="radio"
          name={id}
          id={at === 0 ? id : undefined}
          checked={value === chosen}
          onChange={() => onChoose(value)}
          title={title}
          hint={hint}
        />
      ))}
    </fieldset>
  )
}

type WordsProps = {
  type: CompanyLetterType
  answers: LetterAnswers
  option: LetterOption | undefined
  problems: Problems
  today: string
  onChange: (given: Partial<LetterAnswers>) => void
}

/** What is offered, and the person's own words. */
const Words = ({ type, answers, option, problems, today, onChange }: WordsProps) => (
  <>
    {type.asksAmount && (
      <div className={layoutStyles.grid2}>
        <Field
          label="What you offer, in dollars"
          id={idOf('amount')}
          inputMode="decimal"
          error={problems.amount}
          value={answers.amount}
          onChange={event => onChange({ amount: event.target.value })}
        />
        <Field
          label="The last day on which you would pay"
          optional
          id={idOf('payBy')}
          type="date"
          min={today}
          error={problems.payBy}
          value={answers.payBy}
          onChange={event => onChange({ payBy: event.target.value })}
        />
      </div>
    )}
    <Field
      label={type.text.label}
      id={idOf('text')}
      optional={!type.text.needed}
      hint={`${option === undefined ? '' : `${option.details} `}Your words go into the letter as you write them.`}
      error={problems.text}
      control={wiring => (
        <textarea
          {...wiring}
          rows={4}
          maxLength={maxExplanationLength}
          value={answers.text}
          onChange={event => onChange({ text: event.target.value })}
        />
      )}
    />
  </>
)
