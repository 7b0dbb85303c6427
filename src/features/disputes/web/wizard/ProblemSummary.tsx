import { Icon } from '#web/ui/Icon.tsx'
import type { Pickable } from './pickable.ts'
import type { Wizard } from './wizard.ts'
import { focusOn, placeOf } from './wizard-page.ts'
import { type Step, stepOf } from './wizard-steps.ts'

type Props = { all: readonly Pickable[]; wizard: Wizard; step: Step }

/** Two or more problems of a step, each a link to its answer. A single one stands at its answer only. */
export const ProblemSummary = ({ all, wizard, step }: Props) => {
  const problems = wizard.problems.filter(problem => stepOf(problem) === step)
  if (problems.length < 2) return null
  return (
    <div className="note red" role="alert" id="problems" tabIndex={-1}>
      <Icon name="warn" />
      <div>
        <p>
          <b>Check {problems.length} answers</b>
        </p>
        <ul>
          {problems.map(problem => (
            <li key={placeOf(problem)}>
              <button className="btn lnk" type="button" onClick={() => focusOn(problem)}>
                {[nameOf(all, problem.key), problem.text].filter(part => part !== null).join(': ')}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

const nameOf = (all: readonly Pickable[], id: string | null): string | null =>
  all.find(({ key }) => key === id)?.name ?? null
