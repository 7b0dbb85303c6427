import type { DocumentKind } from '#features/documents/upload-rules.ts'
import type { Bureau } from '#values/bureau.ts'
import type { FraudAlertDispute } from '../../dispute-requests.ts'
import { type FraudAlert, fraudAlertProblems } from '../../fraud-alert-rules.ts'
import type { Part, Problem, Wizard } from '../wizard/wizard.ts'
import { tooManyDocuments } from '../wizard/wizard-steps.ts'

/** The form state for an alert; nothing is preselected. */
export type AlertAnswers = {
  alert: FraudAlert | null
  bureau: Bureau | null
  givePhone: boolean
  askFile: boolean
}

export const noAlert: AlertAnswers = { alert: null, bureau: null, givePhone: false, askFile: false }

/** A copy of the file is not requested with an active duty alert, even if the box was checked before. */
const asksFile = ({ alert, askFile }: AlertAnswers): boolean => askFile && alert !== 'active_duty'

/** The answer for a path of the request's body. */
export const alertPart = (path: string): Part => {
  if (path.startsWith('documentIds')) return 'documents'
  return path === 'bureau' ? 'bureaus' : 'reason'
}

/** Problems that block the preview of the letter. */
export const findAlertProblems = (
  answers: AlertAnswers,
  wizard: Wizard,
  enclosed: readonly { kind: DocumentKind }[],
): Problem[] => {
  const { alert, bureau } = answers
  const problems = fraudAlertProblems({ alert, askFile: asksFile(answers), enclosed })
  return [
    ...(alert === null ? [{ key: null, part: 'reason' as const, text: 'Choose an alert' }] : []),
    ...(bureau === null ? [{ key: null, part: 'bureaus' as const, text: 'Choose a bureau' }] : []),
    ...Object.entries(problems).map(([path, text]) => ({ key: null, part: alertPart(path), text })),
    ...tooManyDocuments(wizard),
  ]
}

/** The request; null until the alert and the bureau are chosen. */
export const toAlertBody = (answers: AlertAnswers, { documentIds }: Wizard): FraudAlertDispute | null => {
  const { alert, bureau, givePhone } = answers
  if (alert === null || bureau === null) return null
  return {
    alert,
    bureau,
    ...(givePhone ? { givePhone } : {}),
    ...(asksFile(answers) ? { askFile: true } : {}),
    ...(documentIds.length === 0 ? {} : { documentIds: [...documentIds] }),
  }
}
