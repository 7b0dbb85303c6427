import { Link } from '@tanstack/react-router'
import { memo, type Ref, useState } from 'react'
import type { DisputedItem } from '#features/findings/item-state.ts'
import { EvidenceList } from '#features/findings/web/FindingRow.tsx'
import * as findingsStyles from '#features/findings/web/findings.module.css'
import { ItemStates, useItemStates } from '#features/findings/web/ItemStates.tsx'
import { VerdictPill } from '#features/findings/web/VerdictPill.tsx'
import { useUser } from '#features/identity/web/session.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import { Choice } from '#web/ui/Choice.tsx'
import { Disclosure } from '#web/ui/Disclosure.tsx'
import * as fieldStyles from '#web/ui/Field.module.css'
import { Field, FieldError } from '#web/ui/Field.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { Note } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { LONG_LIST } from '#web/ui/text-search.ts'
import { oldReportCaution } from '../../cautions.ts'
import { pluralize } from '../dispute-text.ts'
import { Cautions } from '../letters/Confirmations.tsx'
import { type DisputableItem, filterByName } from './disputable-item.ts'
import { parseEntryKey } from './disputable-personal.ts'
import {
  controlId,
  countProblems,
  DisputeSoFar,
  itemProblem,
  problemAt,
  SkipToContinue,
  StepFoot,
  StepHeading,
  type WizardPage,
} from './StepLayout.tsx'
import * as wizardStyles from './wizard.module.css'
import type { Choice as Chosen } from './wizard.ts'

const whole = { key: null, part: 'items' } as const

/**
 * Step 1: which items, and at which bureaus. What the user came for is first and preselected, then the findings; nothing
 * else is preselected.
 */
export const ChooseItems = ({ page, heading }: { page: WizardPage; heading: Ref<HTMLHeadingElement> }) => {
  const { all, wizard, onContinue, type } = page
  const [words, look] = useState('')
  const stateOf = useItemStates()
  const isDisputed = ({ key }: DisputableItem): boolean => {
    const states = itemsNamed(key).flatMap(stateOf)
    return states.length > 0 && states.every(({ state }) => state !== 'relisted')
  }
  const { linked } = page
  const isLinked = ({ key }: DisputableItem): boolean => linked.some(one => one.key === key)
  const others = all.filter(item => !isLinked(item))
  const shown = filterByName(others, words)
  const count = wizard.choices.length
  const sentence = problemAt(wizard, whole)
  return (
    <div className={layoutStyles.asideRight}>
      <div className={layoutStyles.stack}>
        <div>
          <StepHeading heading={heading} title="Which items look wrong to you?" lead={type.choose.lead} />
          {count > 0 && <SkipToContinue />}
        </div>
        <PlanNote />
        <OldReport today={page.today} />
        <div className={layoutStyles.stackSmall} id={controlId(whole)} tabIndex={-1}>
          {sentence !== null && <FieldError id="items-error" text={sentence} />}
          {linked.length > 0 && (
            <Group
              name={linked.length === 1 ? 'The item you came to review' : 'The items you came to review'}
              hint={linkedHint(page)}
              items={all.filter(isLinked)}
              page={page}
            />
          )}
          {others.length > LONG_LIST && (
            <Field
              label={type.choose.find}
              type="search"
              autoComplete="off"
              value={words}
              onChange={event => look(event.target.value)}
            />
          )}
          {groupsOf(shown, isDisputed).map(({ name, items }) => (
            <Group
              key={name}
              name={name}
              hint={name === first ? type.choose.firstHint : null}
              items={items}
              page={page}
            />
          ))}
          {words !== '' && shown.length === 0 && (
            <p className={textStyles.muted} role="status">
              {type.choose.none}
            </p>
          )}
        </div>
        <StepFoot
          next={count === 0 ? 'Continue' : `Continue with ${pluralize(count, 'item')}`}
          onNext={onContinue}
          problems={countProblems(wizard, 'items')}
        />
      </div>
      <DisputeSoFar page={page} />
    </div>
  )
}

/** A caution before any choice: the data may have changed since. */
const OldReport = ({ today }: Pick<WizardPage, 'today'>) => {
  const { data } = useApiQuery(client.credit.analytics)
  const caution = oldReportCaution(data?.report?.parts ?? [], today)
  return caution === null ? null : <Cautions warnings={[caution]} />
}

const first = 'Check these first'
const disputedBefore = 'Disputed before'

/**
 * What is worth a look, then the rest under the headings of its type, and last what is in dispute or was answered.
 */
const groupsOf = (shown: readonly DisputableItem[], isDisputed: (item: DisputableItem) => boolean) => {
  const headingOf = (item: DisputableItem): string => {
    if (item.findings.some(({ handled }) => !handled)) return first
    return isDisputed(item) ? disputedBefore : (item.group ?? first)
  }
  const groups = [...Map.groupBy(shown, headingOf)].map(([name, items]) => ({ name, items }))
  const rank = (name: string) => (name === disputedBefore ? 2 : [first, name].indexOf(name))
  return groups.toSorted((one, other) => rank(one.name) - rank(other.name))
}

const linkedHint = ({ linked, wizard }: WizardPage) =>
  linked.some(({ key }) => wizard.choices.some(choice => choice.key === key))
    ? 'Selected because you chose to review it. You decide: uncheck anything that looks right.'
    : null

type GroupProps = { name: string; hint: string | null; items: readonly DisputableItem[]; page: WizardPage }

const Group = ({ name, hint, items, page: { wizard, answer } }: GroupProps) => (
  <fieldset className={wizardStyles.choices}>
    <legend className={textStyles.visuallyHidden}>{name}</legend>
    <h3>{name}</h3>
    {hint === null ? null : <p className={textStyles.muted}>{hint}</p>}
    {items.map(item => (
      <ItemChoice
        key={item.key}
        item={item}
        choice={wizard.choices.find(({ key }) => key === item.key)}
        sentence={itemProblem(wizard, item.key)}
        answer={answer}
      />
    ))}
  </fieldset>
)

/** Why only one bureau can be written to on the free plan. A freeze is available on every plan and does not show this. */
const PlanNote = () => {
  const { maxPlanEnabled } = useUser()
  if (maxPlanEnabled) return null
  return (
    <Note tone="plain" title="Your plan covers TransUnion">
      <p>
        Experian and Equifax come with the Max Plan. You can change your plan in your{' '}
        <Link to="/profile">profile</Link>. A security freeze is open to you at all three.
      </p>
    </Note>
  )
}

type ItemChoiceProps = {
  item: DisputableItem
  /** The answers about it; undefined while it is not chosen. */
  choice: Chosen | undefined
  /** The message about a missing answer; null if there is none. */
  sentence: string | null
  answer: WizardPage['answer']
}

/** The items that a key may identify: a personal entry, otherwise an account or an inquiry by its id. */
const itemsNamed = (key: string): DisputedItem[] => {
  const entry = parseEntryKey(key)
  return entry === null
    ? [
        { kind: 'account', id: key },
        { kind: 'inquiry', ids: [key] },
      ]
    : [{ kind: 'personal', field: entry.field, value: entry.reportedValue }]
}

/**
 * One item to choose, with its findings; once chosen it asks at which of its bureaus it is wrong. Rendered again only
 * when its own answer changes, not for every click in a long list.
 */
const ItemChoice = memo(({ item, choice, sentence, answer }: ItemChoiceProps) => {
  const { key, name, amount } = item
  const offered = item.offered.map(({ bureau }) => bureau)
  const place = controlId({ key, part: 'items' })
  const errorId = sentence === null ? undefined : `${place}-error`
  const asks = choice !== undefined && offered.length > 1
  const states = itemsNamed(key).flatMap(useItemStates())
  return (
    <div className={wizardStyles.item}>
      <Choice
        type="checkbox"
        id={place}
        aria-describedby={errorId}
        checked={choice !== undefined}
        onChange={event =>
          answer(event.target.checked ? { did: 'choose', key, offered } : { did: 'drop', key })
        }
        title={
          <span className={wizardStyles.line}>
            <b>{name}</b>
            <span className={wizardStyles.amount}>{amount}</span>
          </span>
        }
      >
        <WhyLook item={item} />
        {!asks && (
          <span className={wizardStyles.bureaus}>
            {offered.map(bureau => (
              <Bureau key={bureau} bureau={bureau} />
            ))}
          </span>
        )}
      </Choice>
      {states.length > 0 && (
        <div className={wizardStyles.states}>
          <ItemStates states={states} name={name} />
        </div>
      )}
      {item.findings.length > 0 && <Evidence item={item} />}
      {sentence !== null && <FieldError id={`${place}-error`} text={sentence} />}
      {asks && <BureauChoice item={item} choice={choice} answer={answer} describedBy={errorId} />}
      {choice !== undefined && <SkipToContinue />}
    </div>
  )
})

/** Why it is worth a look: its findings, otherwise one fact. */
const WhyLook = ({ item: { findings, fact, number } }: { item: DisputableItem }) => (
  <span className={wizardStyles.reasons}>
    {findings.length === 0
      ? fact
      : findings.map(finding => (
          <span key={finding.id} className={wizardStyles.finding}>
            <VerdictPill finding={finding} /> {finding.title}
          </span>
        ))}
    {number === null ? null : (
      <>
        {' '}
        <span className={`${textStyles.accountNumber} ${wizardStyles.accountNumber}`}>Account {number}</span>
      </>
    )}
  </span>
)

const Evidence = ({ item: { findings, name } }: { item: DisputableItem }) => (
  <Disclosure
    className={wizardStyles.evidence}
    summary={
      <>
        What the bureaus show<span className={textStyles.visuallyHidden}> of {name}</span>
      </>
    }
  >
    {findings.map(finding => (
      <div key={finding.id} className={`${findingsStyles.finding} ${wizardStyles.found}`}>
        <p className={textStyles.muted}>{finding.explanation}</p>
        <EvidenceList finding={finding} />
      </div>
    ))}
  </Disclosure>
)

type BureauChoiceProps = {
  item: DisputableItem
  choice: Chosen
  answer: WizardPage['answer']
  describedBy: string | undefined
}

/** At which bureaus a chosen item is wrong, with each bureau's values, so that right ones are left alone. */
const BureauChoice = ({ item, choice, answer, describedBy }: BureauChoiceProps) => {
  const { key } = item
  const place = controlId({ key, part: 'bureaus' })
  return (
    <fieldset className={`${fieldStyles.options} ${wizardStyles.nested}`} aria-describedby={describedBy}>
      <legend>
        Where is it wrong? <span className={textStyles.visuallyHidden}>{item.name}</span>
      </legend>
      {item.offered.map(({ bureau, shows }, at) => (
        <Choice
          key={bureau}
          type="checkbox"
          id={at === 0 ? place : undefined}
          checked={choice.bureaus.includes(bureau)}
          onChange={event => answer({ did: 'bureau', key, bureau, on: event.target.checked })}
          title={<Bureau bureau={bureau} />}
          hint={shows}
        />
      ))}
    </fieldset>
  )
}
