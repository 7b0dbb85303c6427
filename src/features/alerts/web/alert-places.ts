import { findBasisLocation } from '#features/credit/web/place-in-report.ts'
import type { TabId } from '#features/credit/web/tabs.ts'
import type { AlertKind } from '../alerts.ts'
import type { Alert } from '../contract.ts'

type Item = Alert['items'][number]

/** Where an alert of a kind stands when nothing more exact is known. */
const tabs: Readonly<Record<AlertKind, TabId>> = {
  account: 'report',
  inquiry: 'inquiries',
  derogatory: 'report',
  address: 'personal',
  score: 'history',
}

/** The tab of the analytics, and the place in it, that shows what an alert is about. */
export const findAlertLocation = (
  kind: AlertKind,
  { bureau, text, ...ids }: Item,
): { tab: TabId; id?: string } =>
  findBasisLocation({ label: text, value: '', bureau, ...ids }) ?? { tab: tabs[kind] }
