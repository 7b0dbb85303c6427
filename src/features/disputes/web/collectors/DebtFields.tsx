import { clearestNumber } from '#features/reports/account-number.ts'
import { findOriginalCreditor } from '#features/reports/creditor.ts'
import { showMoney } from '#values/money.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { Choice, ChoiceGroup } from '#web/ui/Choice.tsx'
import { Field, FieldError } from '#web/ui/Field.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import * as textStyles from '#web/ui/text.module.css'
import type { Problems } from '../../collectors/debt-answers.ts'
import { debtCollectorWords } from '../../collectors/words.ts'
import { CompanyAddressFields, companyControlId } from '../company/CompanyAddressFields.tsx'
import { statedAddresses } from '../company/company-answers.ts'
import type { FullReport } from '../wizard/disputable-item.ts'
import * as wizardStyles from '../wizard/wizard.module.css'
import { type CollectedRow, chooseRow, collectedRows, type DebtAnswers } from './collector-answers.ts'

type Props = {
  report: FullReport | null
  answers: DebtAnswers
  problems: Problems
  onChange: (some: Partial<DebtAnswers>) => void
}

/** Which debt the letter is about, whether its collector is a debt collector, and the letter's address. */
export const DebtFields = (props: Props) => (
  <>
    <WhichDebt {...props} />
    <WhichCollector {...props} />
  </>
)

const WhichDebt = ({ report, answers, problems, onChange }: Props) => {
  const rows = collectedRows(report)
  const { debt } = answers
  return (
    <section className={`${cardStyles.card} ${layoutStyles.stack}`}>
      <ChoiceGroup name="debt" id="debt" tabIndex={-1} legend="Which debt?" error={problems['debt']}>
        {rows.map(row => (
          <Choice
            key={`${row.id} ${row.bureau}`}
            type="radio"
            name="debt"
            checked={
              debt !== null && debt !== 'typed' && debt.accountId === row.id && debt.bureau === row.bureau
            }
            onChange={() => onChange(chooseRow(row))}
            title={
              <span className={wizardStyles.line}>
                <b>{row.creditorNameReported}</b>
                <Bureau bureau={row.bureau} />
              </span>
            }
            hint={describeRow(row)}
          />
        ))}
        <Choice
          type="radio"
          name="debt"
          checked={debt === 'typed'}
          onChange={() => onChange({ debt: 'typed' })}
          title={rows.length === 0 ? 'A debt that I describe' : 'Another debt'}
          hint="Your report need not show it. Write what the collector says."
        />
      </ChoiceGroup>
      {debt === 'typed' && <TypedDebt answers={answers} problems={problems} onChange={onChange} />}
    </section>
  )
}

/** What distinguishes the entries of one collector. */
const describeRow = (row: CollectedRow): string => {
  const number = clearestNumber([row])
  const amount = row.currentBalance ?? row.amountPastDue
  const creditor = findOriginalCreditor(row)
  return [
    amount === null ? null : showMoney(amount),
    number === null ? null : `account ${number}`,
    creditor === null ? null : `for ${creditor}`,
  ]
    .filter(part => part !== null)
    .join(', ')
}

const TypedDebt = ({ answers, problems, onChange }: Omit<Props, 'report'>) => (
  <div className={layoutStyles.stackSmall}>
    <Field
      id="debt.number"
      label="The collector’s number"
      hint="The reference or account number in its letters."
      optional
      maxLength={40}
      value={answers.number}
      error={problems['debt.number']}
      onChange={event => onChange({ number: event.target.value })}
    />
    <Field
      id="debt.amount"
      label="The amount that it asks for"
      optional
      inputMode="decimal"
      maxLength={14}
      value={answers.amount}
      error={problems['debt.amount']}
      onChange={event => onChange({ amount: event.target.value })}
    />
    <Field
      id="debt.originalCreditor"
      label="The original creditor"
      hint="As the collector names it."
      optional
      maxLength={80}
      value={answers.originalCreditor}
      error={problems['debt.originalCreditor']}
      onChange={event => onChange({ originalCreditor: event.target.value })}
    />
  </div>
)

const WhichCollector = ({ report, answers, problems, onChange }: Props) => {
  const { debt, company, isDebtCollector } = answers
  const stated =
    report === null || debt === null || debt === 'typed' ? [] : statedAddresses(report, debt.accountId)
  const isMissing = problems['isDebtCollector'] !== undefined
  return (
    <section className={`${cardStyles.card} ${layoutStyles.stack}`} aria-labelledby="collector">
      <h3 id="collector">Who collects it?</h3>
      <div className={layoutStyles.stackSmall}>
        {problems['isDebtCollector'] !== undefined && (
          <FieldError id="isDebtCollector-error" text={problems['isDebtCollector']} />
        )}
        <Choice
          type="checkbox"
          id="isDebtCollector"
          aria-invalid={isMissing ? true : undefined}
          aria-describedby={isMissing ? 'isDebtCollector-error' : undefined}
          checked={isDebtCollector}
          onChange={event => onChange({ isDebtCollector: event.target.checked })}
          title={debtCollectorWords.label}
          hint={debtCollectorWords.hint}
        />
      </div>
      <p className={textStyles.muted}>The notice or the collector’s letters give the address for disputes.</p>
      <CompanyAddressFields
        answers={company}
        stated={stated}
        problems={companyPart(problems)}
        onChange={changed => onChange({ company: changed })}
      />
    </section>
  )
}

const inCompany = 'collector.'

const companyPart = (problems: Problems): Problems =>
  Object.fromEntries(
    Object.entries(problems).flatMap(([path, sentence]) =>
      path.startsWith(inCompany) ? [[path.slice(inCompany.length), sentence]] : [],
    ),
  )

/** The id of an answer's control, given its path in the body. */
export const controlIdOf = (path: string): string =>
  path.startsWith(inCompany) ? companyControlId(path.slice(inCompany.length)) : path
