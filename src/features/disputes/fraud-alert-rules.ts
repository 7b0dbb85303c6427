import type { DocumentKind } from '#features/documents/upload-rules.ts'
import type { Bureau } from '#values/bureau.ts'
import { addMonthsToDay } from '#values/dates.ts'
import { encloses } from './letters/enclosures.ts'

/** Fraud alerts (15 U.S.C. 1681c-1(a), (b) and (c)): requirements, duration, and how to place one faster. */

export const fraudAlerts = ['initial', 'extended', 'active_duty'] as const
export type FraudAlert = (typeof fraudAlerts)[number]

/**
 * The names of alerts, who may request them, and how long the bureaus then exclude the consumer from prescreened offers
 * unless the consumer requests otherwise: (b)(1)(B) and (c)(2).
 */
export const alertWords: Readonly<Record<FraudAlert, { label: string; hint: string; title: string }>> = {
  initial: {
    label: 'Initial fraud alert, one year',
    hint: 'You suspect in good faith that you have been, or are about to become, a victim of fraud or identity theft.',
    title: 'Initial fraud alert',
  },
  extended: {
    label: 'Extended fraud alert, seven years',
    hint: 'You are a victim of identity theft and have an identity theft report. A copy of it goes with the letter. Ends prescreened offers for five years.',
    title: 'Extended fraud alert',
  },
  active_duty: {
    label: 'Active duty alert, one year',
    hint: 'You are on active duty, or a reservist called to it, and assigned away from your usual duty station. Ends prescreened offers for two years.',
    title: 'Active duty alert',
  },
}

/** Years for which an alert stays in the file, counted from the request: (a)(1)(A), (b)(1)(A) and (c)(1). */
const years: Readonly<Record<FraudAlert, number>> = { initial: 1, extended: 7, active_duty: 1 }

/** The day through which an alert must stay at least, `YYYY-MM-DD`, from the date of the request letter. */
export const alertLastsUntil = (alert: FraudAlert, requestedOn: string): string =>
  addMonthsToDay(requestedOn, 12 * years[alert])

type AskedAlert = {
  alert: FraudAlert | null
  askFile: boolean
  enclosed: readonly { kind: DocumentKind }[]
}

/** The problems of a request for an alert, by the body's paths; empty without problems. */
export const fraudAlertProblems = ({
  alert,
  askFile,
  enclosed,
}: AskedAlert): Partial<Record<'documentIds' | 'askFile', string>> => {
  if (alert === 'extended' && !encloses(enclosed, 'identity_theft_report'))
    return {
      documentIds:
        'Enclose your identity theft report: an extended alert needs one (15 U.S.C. 1681c-1(b)(1)). Without it, ask for an initial alert.',
    }
  return alert === 'active_duty' && askFile
    ? { askFile: 'A free copy of your file comes with a fraud alert, not with an active duty alert' }
    : {}
}

/** Ways to place an alert at a bureau faster than by mail, with their source. */
type AlertContact = { web: string; phone: string; source: string; checkedOn: string }

const source = 'https://arkansasag.gov/consumer-protection/identity/column-one/fraud-alerts/'
const checkedOn = '2026-11-23'

export const alertContacts: Readonly<Record<Bureau, AlertContact>> = {
  TransUnion: {
    web: 'https://www.transunion.com/fraud-alerts',
    phone: '+18006807289',
    source,
    checkedOn,
  },
  Experian: {
    web: 'https://www.experian.com/fraud/center.html',
    phone: '+18883973742',
    source,
    checkedOn,
  },
  Equifax: {
    web: 'https://www.equifax.com/personal/credit-report-services/credit-fraud-alerts/',
    phone: '+18005256285',
    source,
    checkedOn,
  },
}
