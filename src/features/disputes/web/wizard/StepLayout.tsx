import { Link } from '@tanstack/react-router'
import type { Ref } from 'react'
import type { Bureau as BureauName } from '#values/bureau.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import { Button, buttonLook } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { Choice } from '#web/ui/Choice.tsx'
import * as fieldStyles from '#web/ui/Field.module.css'
import { FieldError } from '#web/ui/Field.tsx'
import type { IconName } from '#web/ui/Icon.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import * as textStyles from '#web/ui/text.module.css'
import { pluralize } from '../dispute-text.ts'
import { applyRightBureau, type DisputableItem } from './disputable-item.ts'
import type { LinkedItem } from './link.ts'
import * as wizardStyles from './wizard.module.css'
import type { Problem, Wizard, WizardAction } from './wizard.ts'
import { countLetters, problemStep, type Step } from './wizard-steps.ts'
import type { WizardType } from './wizard-types.ts'

/** The props of every step of the wizard: the items to choose from, the answers so far, and the functions to navigate. */
export type WizardPage = {
  type: WizardType
  all: readonly DisputableItem[]
  wizard: Wizard
  /** Today, `YYYY-MM-DD`. */
  today: string
  /** The items that the user came here to look at. */
  linked: readonly LinkedItem[]
  answer: (answer: WizardAction) => void
  goTo: (step: Step) => void
  onBack: () => void
  onContinue: () => void
  /** Called if answers are invalid, according to a step or the server. */
  onRefused: (problems: readonly Problem[]) => void
  /** Called after the dispute was created, when the draft is no longer needed. */
  onMade: () => void
}

type About = Pick<Problem, 'key' | 'part'>

/** The id of an answer's control. A key may contain spaces, an id must not. */
export const controlId = ({ key, part }: About): string => `${part}-${encodeURIComponent(key ?? 'all')}`

/** Scrolls the topmost of some controls to the middle of the window and focuses it. */
export const focusOnTopmost = (ids: readonly string[]) => {
  const [first] = ids
    .flatMap(id => document.getElementById(id) ?? [])
    .toSorted((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
  if (first === undefined) return
  first.scrollIntoView({ block: first.offsetHeight > innerHeight / 2 ? 'start' : 'center' })
  first.focus({ preventScroll: true })
}

/**
 * Focuses the control of the topmost answer with a problem. An item of one bureau has no choice of bureaus, so its
 * problem is shown at the item.
 */
export const focusOnFirst = (problems: readonly About[]) =>
  focusOnTopmost(
    problems.map(({ key, part }) => {
      const id = controlId({ key, part })
      return document.getElementById(id) === null ? controlId({ key, part: 'items' }) : id
    }),
  )

/** The message about one answer, or null. */
export const problemAt = (wizard: Wizard, about: About): string | null =>
  wizard.problems.find(({ key, part }) => key === about.key && part === about.part)?.text ?? null

/** The message about the choice of an item or of its bureaus, or null. */
export const itemProblem = (wizard: Wizard, itemKey: string): string | null =>
  wizard.problems.find(problem => problem.key === itemKey && problemStep(problem) === 'items')?.text ?? null

type HeadingProps = { heading: Ref<HTMLHeadingElement>; title: string; lead: string }

/** The title of a step, which gets the focus when the step is shown. */
export const StepHeading = ({ heading, title, lead }: HeadingProps) => (
  <div>
    <h2 ref={heading} tabIndex={-1}>
      {title}
    </h2>
    <p className={textStyles.muted}>{lead}</p>
  </div>
)

type FootProps = {
  next: string
  onNext: () => void
  /** Goes back; Cancel on the first step. */
  onBack?: () => void
  busy?: boolean
  icon?: IconName
  /** How many answers of the step are invalid. A single one has its own message; of several only the first is visible. */
  problems?: number
}

const nextId = 'next-step'

/** Shown on focus. By keyboard, the button that continues is otherwise behind every choice that follows. */
export const SkipToContinue = () => (
  <a
    className={wizardStyles.skip}
    href={`#${nextId}`}
    onClick={event => {
      event.preventDefault()
      document.getElementById(nextId)?.focus()
    }}
  >
    Skip to Continue
  </a>
)

/** The buttons to leave a step, visible at any scroll position. Back keeps every answer. */
export const StepFoot = ({ next, onNext, onBack, busy, icon, problems = 0 }: FootProps) => (
  <div className={wizardStyles.footer}>
    {problems > 1 && (
      <p className={fieldStyles.error} role="alert">
        Check {problems} answers
      </p>
    )}
    {onBack === undefined ? (
      <Link {...buttonLook({ variant: 'quiet', size: 'big' })} to="/disputes">
        Cancel
      </Link>
    ) : (
      <Button variant="quiet" size="big" icon="left" onClick={onBack}>
        Back
      </Button>
    )}
    <Button id={nextId} variant="primary" size="big" icon={icon} busy={busy} onClick={onNext}>
      {next}
    </Button>
  </div>
)

/** How many answers of a step are invalid. */
export const countProblems = ({ problems }: Wizard, step: Step): number =>
  problems.filter(problem => problemStep(problem) === step).length

/** The side card: the number of items and letters, and the number of items in each letter. */
export const DisputeSoFar = ({
  page: { all, wizard, type },
}: {
  page: Pick<WizardPage, 'all' | 'wizard' | 'type'>
}) => {
  const letters = countLetters({ choices: wizard.choices.map(choice => applyRightBureau(choice, all)) })
  return (
    <aside
      className={`${cardStyles.card} ${wizardStyles.summary} ${wizardStyles.brief} ${layoutStyles.stackSmall}`}
      aria-label="Your dispute so far"
    >
      <h3>Your dispute so far</h3>
      <ul className={`${textStyles.muted} ${wizardStyles.counts}`}>
        {type.countsItems && (
          <li>
            <span>Items</span>
            <b>{wizard.choices.length}</b>
          </li>
        )}
        <li>
          <span>Letters</span>
          <b>{letters.length}</b>
        </li>
      </ul>
      {letters.length === 0 ? null : (
        <>
          <hr />
          <ul>
            {letters.map(({ bureau, items }) => (
              <li key={bureau}>
                <Bureau bureau={bureau} />
                {type.countsItems && <span className={textStyles.muted}>{pluralize(items, 'item')}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
      <p className={textStyles.muted}>One letter goes to each bureau that you choose.</p>
      <p className={textStyles.muted}>We keep your answers, so you can leave and come back.</p>
    </aside>
  )
}

type BureausProps = {
  legend: string
  /** The key of the letters' single item. */
  itemKey: string
  offered: readonly BureauName[]
  page: Pick<WizardPage, 'wizard' | 'answer'>
}

/** The bureaus to which letters about one item are sent. */
export const BureausToWrite = ({ legend, itemKey, offered, page: { wizard, answer } }: BureausProps) => {
  const about = { key: itemKey, part: 'bureaus' } as const
  const sentence = problemAt(wizard, about)
  const chosen = wizard.choices.find(({ key }) => key === itemKey)?.bureaus ?? []
  return (
    <fieldset
      className={fieldStyles.options}
      aria-describedby={sentence === null ? undefined : 'bureaus-error'}
    >
      <legend className={fieldStyles.label}>{legend}</legend>
      {sentence !== null && <FieldError id="bureaus-error" text={sentence} />}
      {offered.map((bureau, at) => (
        <Choice
          key={bureau}
          type="checkbox"
          id={at === 0 ? controlId(about) : undefined}
          checked={chosen.includes(bureau)}
          onChange={event => answer({ did: 'bureau', key: itemKey, bureau, on: event.target.checked })}
          title={<Bureau bureau={bureau} />}
        />
      ))}
    </fieldset>
  )
}
