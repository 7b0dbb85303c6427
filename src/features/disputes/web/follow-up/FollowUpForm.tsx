import { useReducer, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#web/ui/Button.tsx'
import cardStyles from '#web/ui/Card.module.css'
import { Field } from '#web/ui/Field.tsx'
import layoutStyles from '#web/ui/layout.module.css'
import textStyles from '#web/ui/text.module.css'
import type { Item } from '../../dispute-contract.ts'
import { maxExplanationLength } from '../../limits.ts'
import { describeItem } from '../item-words.ts'
import { BureausToWrite } from '../wizard/BureausToWrite.tsx'
import { EnclosureChoice } from '../wizard/EnclosureChoice.tsx'
import wizardStyles from '../wizard/wizard.module.css'
import { applyAction, type Problem } from '../wizard/wizard.ts'
import { controlId, focusOn, problemAt, type WizardPage } from '../wizard/wizard-page.ts'
import { problemStep } from '../wizard/wizard-steps.ts'
import { FollowUpLetters } from './FollowUpLetters.tsx'
import { explanationPrompt, findProblems, type Step, startFollowUp } from './follow-up.ts'

type Props = { disputeId: string; item: Item; step: Step }

/** One step that follows an answer: at which bureaus, in which words, with which copies; then its letters to check. */
export const FollowUpForm = ({ disputeId, item, step }: Props) => {
  const [wizard, answer] = useReducer(applyAction, startFollowUp(item, step), given => given)
  const [checking, setChecking] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const page = { wizard, answer }
  const words = explanationPrompt(item, step)

  const meet = (problems: readonly Problem[]) => {
    flushSync(() => answer({ did: 'meet', problems }))
    const [first] = problems
    if (first !== undefined) focusOn(first)
  }
  const show = (letters: boolean) => {
    flushSync(() => setChecking(letters))
    heading.current?.focus()
  }
  const onRefused = (problems: readonly Problem[]) => {
    if (problems.some(problem => !['letters', 'send'].includes(problemStep(problem))))
      flushSync(() => setChecking(false))
    meet(problems)
  }
  const check = () => {
    const problems = findProblems(wizard)
    meet(problems)
    if (problems.length === 0) show(true)
  }

  return (
    <div className={layoutStyles.stack}>
      <div>
        <h2 ref={heading} tabIndex={-1}>
          {step.title}
        </h2>
        <p>
          <b>{describeItem(item).name}</b>
        </p>
        <p className={textStyles.muted}>{step.text}</p>
      </div>
      {checking ? (
        <FollowUpLetters
          disputeId={disputeId}
          item={item}
          step={step}
          page={{ ...page, onRefused }}
          onBack={() => show(false)}
        />
      ) : (
        <>
          {(words !== null || step.bureaus.length > 1) && (
            <div className={`${cardStyles.card} ${layoutStyles.stack}`}>
              {step.bureaus.length > 1 && (
                <BureausToWrite
                  legend="To which bureaus?"
                  itemKey={item.id}
                  offered={step.bureaus}
                  page={page}
                />
              )}
              {words !== null && <OwnWords words={words} item={item} page={page} />}
            </div>
          )}
          <EnclosureChoice page={page} keeps={false} />
          <div className={wizardStyles.footer}>
            <span />
            <Button variant="primary" size="big" onClick={check}>
              Check the letters
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

type PageProps = { item: Item; page: Pick<WizardPage, 'wizard' | 'answer'> }

const OwnWords = ({ words, item, page }: PageProps & { words: { label: string; hint: string } }) => {
  const about = { key: item.id, part: 'text' } as const
  return (
    <Field
      {...words}
      id={controlId(about)}
      optional
      error={problemAt(page.wizard, about) ?? undefined}
      control={wiring => (
        <textarea
          {...wiring}
          rows={3}
          maxLength={maxExplanationLength}
          value={page.wizard.choices[0]?.text ?? ''}
          onChange={event => page.answer({ did: 'say', key: item.id, text: event.target.value })}
        />
      )}
    />
  )
}
