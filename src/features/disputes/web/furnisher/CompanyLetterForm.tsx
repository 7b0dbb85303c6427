import { isMergedRow } from '#features/reports/row-ownership.ts'
import type { Bureau as BureauName } from '#values/bureau.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { RadioChoices, SelectField } from '#web/ui/Choice.tsx'
import { Field, TextAreaField } from '#web/ui/Field.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import * as textStyles from '#web/ui/text.module.css'
import { maxExplanationLength } from '../../limits.ts'
import { CompanyAddressFields, companyControlId } from '../company/CompanyAddressFields.tsx'
import { noCompany, statedAddresses } from '../company/company-answers.ts'
import { LetterForm, type Opening, type Questions } from '../company/LetterForm.tsx'
import type { DisputableItem, FullReport } from '../wizard/disputable-item.ts'
import type { KeptDraft } from '../wizard/draft.ts'
import { AboutLetter } from './AboutLetter.tsx'
import { keepLetter, type LetterAnswers, restoreLetter } from './letter-answers.ts'
import {
  accountLabel,
  answerProblems,
  type CompanyLetterType,
  type LetterOption,
  refusedAnswers,
} from './letter-types.ts'

/** The accounts of the report that a letter of this type can be about. */
type Accounts = {
  type: CompanyLetterType
  report: FullReport
  all: readonly DisputableItem[]
}

type Props = Accounts & {
  /** The account that the user came for. */
  linked: string | undefined
  /** The answers of an earlier visit; null if there are none. */
  kept: KeptDraft | null
}

const idOf = (answer: string): string =>
  answer.startsWith('company.') ? companyControlId(answer.slice('company.'.length)) : `letter-${answer}`

/** One letter to one company: its subject, address and enclosures; then the letter to check. */
export const CompanyLetterForm = ({ type, report, all, linked, kept }: Props) => {
  const accounts = { type, report, all }
  return (
    <LetterForm
      type={type.type}
      title={type.title}
      lead={type.lead}
      open={() => openWith(accounts, linked, kept)}
      keep={keepLetter}
      findProblems={(answers, today) =>
        answerProblems(type, answers, optionsOf(accounts, answers, today), today)
      }
      bodyOf={(answers, documentIds) => ({ answers, documentIds })}
      preview={type.preview}
      create={type.create}
      nameRefused={refusedAnswers}
      controlIdOf={idOf}
      needs={type.needs}
    >
      {questions => (
        <>
          <AboutLetter
            type={type.type}
            rows={report.accountInformation.filter(({ id }) => id === questions.answers.accountId)}
          />
          <TheAccount {...accounts} {...questions} />
          <WhereItGoes {...accounts} {...questions} />
        </>
      )}
    </LetterForm>
  )
}

const rowsAt = (report: FullReport, accountId: string, bureau: BureauName) =>
  report.accountInformation.filter(row => row.id === accountId && (row.bureau === bureau || isMergedRow(row)))

/** The bureaus whose report of an account the letter can quote. */
const bureausOf = ({ type, report, all }: Accounts, accountId: string): BureauName[] =>
  (all.find(({ key }) => key === accountId)?.offered ?? [])
    .map(({ bureau }) => bureau)
    .filter(bureau => rowsAt(report, accountId, bureau).some(type.fits))

/** The options for the chosen account; empty until an account and bureau are chosen. */
const optionsOf = (
  { type, report, all }: Accounts,
  { accountId, bureau }: LetterAnswers,
  today: string,
): LetterOption[] => {
  const item = all.find(({ key }) => key === accountId)
  return item === undefined || bureau === null
    ? []
    : type.optionsOf({ item, bureau, rows: rowsAt(report, item.key, bureau) }, today)
}

const startWith = (accounts: Accounts, accountId: string): LetterAnswers => {
  const [first, ...more] = bureausOf(accounts, accountId)
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

/** A link to another account overrides stored answers. */
const openWith = (
  accounts: Accounts,
  linked: string | undefined,
  kept: KeptDraft | null,
): Opening<LetterAnswers> => {
  const start = startWith(accounts, linked ?? '')
  if (kept === null || Object.keys(kept.form).length + kept.documentIds.length === 0)
    return { start, kept: null }
  const { form, documentIds } = kept
  if (linked !== undefined && form.accountId !== linked) return { start, kept: null }
  const bureaus = form.accountId === undefined ? [] : bureausOf(accounts, form.accountId)
  const leftOut = form.accountId !== undefined && bureaus.length === 0
  return {
    start,
    kept: { answers: leftOut ? start : restoreLetter(form, bureaus), documentIds, leftOut },
  }
}

type PartProps = Accounts & Questions<LetterAnswers>

const TheAccount = ({ answers, problems, today, change, ...accounts }: PartProps) => {
  const { type, report, all } = accounts
  const item = all.find(({ key }) => key === answers.accountId)
  const offered = bureausOf(accounts, answers.accountId)
  const options = optionsOf(accounts, answers, today)
  return (
    <section className={`${cardStyles.card} ${layoutStyles.stack}`} aria-label="The account">
      <SelectField
        label="Which account?"
        id={idOf('account')}
        error={problems.account}
        options={[
          { value: '', text: 'Choose an account' },
          ...all.map(one => ({
            value: one.key,
            text: accountLabel(
              one,
              report.accountInformation.filter(({ id }) => id === one.key),
            ),
          })),
        ]}
        value={answers.accountId}
        onChoose={key => change(startWith(accounts, key))}
      />
      {item !== undefined && offered.length > 1 && (
        <RadioChoices
          name={idOf('bureau')}
          firstId={idOf('bureau')}
          legend="Whose report should the letter quote?"
          error={problems.bureau}
          options={offered.map(bureau => ({
            value: bureau,
            title: <Bureau bureau={bureau} />,
            hint: item.offered.find(one => one.bureau === bureau)?.shows ?? null,
          }))}
          chosen={answers.bureau}
          onChoose={bureau => change({ bureau, choice: null })}
        />
      )}
      {options.length > 0 && (
        <RadioChoices
          name={idOf('choice')}
          firstId={idOf('choice')}
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
          option={options.find(({ value }) => value === answers.choice)}
          answers={answers}
          problems={problems}
          today={today}
          change={change}
        />
      )}
    </section>
  )
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

const WhereItGoes = ({ answers, problems, change, type, report, all }: PartProps) =>
  all.some(({ key }) => key === answers.accountId) && (
    <section className={`${cardStyles.card} ${layoutStyles.stackSmall}`} aria-labelledby="company-address">
      <div>
        <h3 id="company-address">Where the letter goes</h3>
        <p className={textStyles.muted}>{addressHints[type.type]}</p>
      </div>
      <CompanyAddressFields
        answers={answers.company}
        stated={statedAddresses(report, answers.accountId)}
        problems={Object.fromEntries(
          Object.entries(problems).flatMap(([name, text]) =>
            name.startsWith('company.') ? [[name.slice('company.'.length), text]] : [],
          ),
        )}
        onChange={company => change({ company })}
      />
    </section>
  )

type WordsProps = Questions<LetterAnswers> & {
  type: CompanyLetterType
  option: LetterOption | undefined
}

/** The offer, and the user's own words. */
const Words = ({ type, answers, option, problems, today, change }: WordsProps) => (
  <>
    {type.asksAmount && (
      <div className={layoutStyles.grid2}>
        <Field
          label="What you offer, in dollars"
          id={idOf('amount')}
          inputMode="decimal"
          error={problems.amount}
          value={answers.amount}
          onChange={event => change({ amount: event.target.value })}
        />
        <Field
          label="The last day on which you would pay"
          optional
          id={idOf('payBy')}
          type="date"
          min={today}
          error={problems.payBy}
          value={answers.payBy}
          onChange={event => change({ payBy: event.target.value })}
        />
      </div>
    )}
    <TextAreaField
      label={type.text.label}
      id={idOf('text')}
      optional={!type.text.needed}
      hint={`${option === undefined ? '' : `${option.details} `}Your words go into the letter as you write them.`}
      error={problems.text}
      rows={4}
      maxLength={maxExplanationLength}
      value={answers.text}
      onChange={event => change({ text: event.target.value })}
    />
  </>
)
