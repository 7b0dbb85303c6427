import { Link } from '@tanstack/react-router'
import type { DisputedItem } from '#features/findings/item-state.ts'
import { maxItems } from '#features/findings/reasons.ts'
import { useItemStates } from '#features/findings/web/ItemStates.tsx'
import { usePermission } from '#features/identity/web/session.ts'
import { sortBureaus } from '#values/bureau.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { buttonLook } from '#web/ui/Button.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import type { Alert } from '../contract.ts'

/** What can be done about an alert: dispute what it is about, alone or with others of its kind, and freeze the files. */

type Item = Alert['items'][number]

/** The disputable item of an alert's item; null if there is none. */
export const disputedItem = ({ accountId, inquiryId }: Item): DisputedItem | null => {
  if (accountId !== undefined) return { kind: 'account', id: accountId }
  return inquiryId === undefined ? null : { kind: 'inquiry', ids: [inquiryId] }
}

/**
 * Items that the current report lists and that are not disputed at their bureau, in the form used by the wizard's link.
 */
type OpenItems = { type: 'account' | 'inquiry'; search: { items: string; bureaus?: string }; count: number }

/** Finds what can be disputed now for some alerts, by dispute type; the bureaus are those of a single alert. */
const useOpenItems = (): ((alerts: readonly Alert[]) => OpenItems[]) => {
  const stateOf = useItemStates()
  const { data } = useApiQuery(client.credit.analytics)
  const listed = new Set([
    ...(data?.fullReport?.accountInformation ?? []).map(({ id }) => id),
    ...(data?.fullReport?.creditInquiries ?? []).map(({ id }) => id),
  ])
  const idOf = (item: Item): string | null => {
    const id = item.accountId ?? item.inquiryId
    const disputed = disputedItem(item)
    if (id === undefined || disputed === null || !listed.has(id)) return null
    return stateOf(disputed).some(({ bureau }) => bureau === item.bureau) ? null : id
  }
  return alerts =>
    (['account', 'inquiry'] as const).flatMap(type => {
      const ofType = alerts
        .flatMap(({ items }) => items)
        .filter(({ inquiryId }) => (inquiryId !== undefined) === (type === 'inquiry'))
      const open = ofType.filter(item => idOf(item) !== null)
      const ids = [...new Set(open.flatMap(item => idOf(item) ?? []))].slice(0, maxItems)
      const search = {
        items: ids.join(','),
        ...(type === 'account' && alerts.length === 1
          ? { bureaus: sortBureaus(open.map(({ bureau }) => bureau)).join(',') }
          : {}),
      }
      const count = alerts.filter(({ items }) => items.some(item => ids.includes(idOf(item) ?? ''))).length
      return ids.length === 0 ? [] : [{ type, search, count }]
    })
}

const plural = { account: 'new accounts', inquiry: 'inquiries' } as const

/** Combines alerts of one kind and one report into one dispute. */
export const DisputeTogether = ({ alerts }: { alerts: readonly Alert[] }) => {
  const barred = usePermission('assist')
  const several = useOpenItems()(alerts).filter(({ count }) => count > 1)
  if (barred !== null || several.length === 0) return null
  return (
    <p className={layoutStyles.row}>
      {several.map(({ type, search, count }) => (
        <Link
          key={type}
          {...buttonLook({ size: 'small' })}
          to="/disputes/new/$type"
          params={{ type }}
          search={search}
        >
          Review these {count} {plural[type]} together
        </Link>
      ))}
    </p>
  )
}

/** Disputes what the alert is about, unless it is disputed already, and freezes the files, which is free. */
export const AlertActions = ({ alert, onGo }: { alert: Alert; onGo: () => void }) => {
  const { kind, title, items } = alert
  const barred = usePermission('assist')
  const [open] = useOpenItems()([alert])
  const canFreeze = kind !== 'derogatory'
  if (barred !== null || kind === 'score' || (open === undefined && !canFreeze)) return null
  const about = `${title}: ${items[0]?.text ?? ''}`
  return (
    <p className={layoutStyles.row}>
      {open !== undefined && (
        <Link
          {...buttonLook({ size: 'small' })}
          to="/disputes/new/$type"
          params={{ type: open.type }}
          search={open.search}
          onClick={onGo}
          aria-label={`Dispute it: ${about}`}
        >
          Dispute it
        </Link>
      )}
      {kind === 'address' && (
        <Link
          {...buttonLook({ size: 'small' })}
          to="/disputes/new/$type"
          params={{ type: 'personal-info' }}
          onClick={onGo}
          aria-label={`Dispute an address: ${about}`}
        >
          Dispute an address
        </Link>
      )}
      {canFreeze && (
        <Link
          {...buttonLook({ size: 'small' })}
          to="/disputes/freezes"
          onClick={onGo}
          aria-label={`Freeze your files: ${about}`}
        >
          Freeze your files
        </Link>
      )}
    </p>
  )
}
