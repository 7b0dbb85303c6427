import { fits } from '../fitting.ts'
import { type Pickable, rowsAt } from './pickable.ts'
import type { Problem, Wizard } from './wizard.ts'

/**
 * Reasons that do not fit what a chosen bureau shows (decisions section 6: nothing is disputed that all the data
 * support), said before the server says it. `today` is `YYYY-MM-DD`.
 */
export const misfits = ({ choices }: Wizard, all: readonly Pickable[], today: string): Problem[] =>
  choices.flatMap(({ accountId, bureaus, reason }) => {
    const item = all.find(one => one.accountId === accountId)
    if (item === undefined || reason === null) return []
    const bureau = bureaus.find(one => !rowsAt(item, [one]).some(row => fits(reason, row, today)))
    if (bureau === undefined) return []
    const text =
      bureaus.length === 1
        ? `This does not fit what ${bureau} shows. Choose another reason.`
        : `This does not fit what ${bureau} shows. Choose another reason, or leave ${bureau} out.`
    return [{ accountId, part: 'reason', text }]
  })
