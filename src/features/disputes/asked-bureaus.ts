import { AppError } from '#api/errors.ts'
import { bureausInPlan, type Plan } from '#features/identity/plan.ts'
import type { Bureau } from '#values/bureau.ts'

/** Refuses an item that stands in a dispute already; `field` is the path of what names it. */
export const rejectRepeated = (isRepeated: boolean, field: string, sentence: string): void => {
  if (isRepeated) throw new AppError('invalid_request', { fields: { [field]: sentence } })
}

/** Refuses bureaus outside the plan: `plan_required` at the item's bureaus (decisions section 4). */
export const checkBureaus = (asked: readonly Bureau[], plan: Plan, path: string): void => {
  const outside = asked.find(bureau => !bureausInPlan(plan).includes(bureau))
  if (outside === undefined) return
  throw new AppError('plan_required', {
    fields: { [`${path}.bureaus`]: `Your plan does not include ${outside}` },
  })
}
