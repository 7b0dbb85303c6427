import { findBasisLocation, type TabId } from '#features/credit/web/tabs.ts'
import type { AlertKind } from '../alerts.ts'
import type { Alert } from '../contract.ts'

type Item = Alert['items'][number]

/** The tab an alert links to if it has no id. */
const tabs: Readonly<Record<AlertKind, TabId>> = {
  account: 'report',
  inquiry: 'inquiries',
  derogatory: 'report',
  address: 'personal',
  score: 'history',
}

export const findAlertLocation = (
  kind: AlertKind,
  { bureau, text, ...ids }: Item,
): { tab: TabId; id?: string } =>
  findBasisLocation({ label: text, value: '', bureau, ...ids }) ?? { tab: tabs[kind] }
