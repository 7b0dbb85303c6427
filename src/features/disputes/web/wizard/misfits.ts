import { chosenOption } from './disputable-item.ts'
import type { Problem, Wizard } from './wizard.ts'
import type { WizardContext } from './wizard-steps.ts'

/**
 * Reasons that do not fit what a chosen bureau shows (decisions section 6: nothing is disputed that all the data
 * support), said before the server says it.
 */
export const findIneligibleReasons = ({ choices }: Wizard, { all, today }: WizardContext): Problem[] =>
  choices.flatMap(choice => {
    const { key, bureaus, reason } = choice
    const item = all.find(one => one.key === key)
    if (item === undefined || reason === null || chosenOption(item, choice, today) === null) return []
    const bureau = bureaus.find(one => !item.isReasonAllowed(reason, one, today))
    if (bureau === undefined) return []
    const text =
      bureaus.length === 1
        ? `This does not fit what ${bureau} shows. Choose another reason.`
        : `This does not fit what ${bureau} shows. Choose another reason, or leave ${bureau} out.`
    return [{ key, part: 'reason', text }]
  })
