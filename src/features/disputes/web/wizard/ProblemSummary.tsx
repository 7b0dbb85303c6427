import buttonStyles from '#web/ui/Button.module.css'
import { Icon } from '#web/ui/Icon.tsx'
import noteStyles from '#web/ui/Note.module.css'
import type { DisputableItem } from './disputable-item.ts'
import type { Wizard } from './wizard.ts'
import { controlId, focusOn } from './wizard-page.ts'
import { problemStep, type Step } from './wizard-steps.ts'

type Props = { all: readonly DisputableItem[]; wizard: Wizard; step: Step }

/** Two or more problems of a step, each a link to its answer. A single one stands at its answer only. */
export const ProblemSummary = ({ all, wizard, step }: Props) => {
  const problems = wizard.problems.filter(problem => problemStep(problem) === step)
  if (problems.length < 2) return null
  return (
    <div
      className={`${noteStyles.note} ${noteStyles.red}`}
      data-slot="note"
      role="alert"
      id="problems"
      tabIndex={-1}
    >
      <Icon name="warn" />
      <div>
        <p>
          <b>Check {problems.length} answers</b>
        </p>
        <ul>
          {problems.map(problem => (
            <li key={controlId(problem)}>
              <button
                className={`${buttonStyles.button} ${buttonStyles.link}`}
                data-slot="button"
                data-variant="link"
                type="button"
                onClick={() => focusOn(problem)}
              >
                {[nameOf(all, problem.key), problem.text].filter(part => part !== null).join(': ')}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

const nameOf = (all: readonly DisputableItem[], id: string | null): string | null =>
  all.find(({ key }) => key === id)?.name ?? null
