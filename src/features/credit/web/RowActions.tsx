import { Link } from '@tanstack/react-router'
import type { DisputedItem, StateAt } from '#features/findings/item-state.ts'
import { ItemStates, useItemStates } from '#features/findings/web/ItemStates.tsx'
import { usePermission } from '#features/identity/web/session.ts'
import type { Bureau } from '#values/bureau.ts'
import { buttonLook } from '#web/ui/Button.tsx'

/** An item of the report at a bureau; `link` identifies it in the dispute wizard's link. */
export type DisputePlace = { item: DisputedItem; bureau: Bureau; link: string }

export const accountPlaces = (rows: readonly { id: string; bureau: Bureau }[]): DisputePlace[] =>
  rows.map(({ id, bureau }) => ({ item: { kind: 'account', id }, bureau, link: id }))

/** The states of a disputed row, and what can still be disputed in it. */
const useRow = (places: readonly DisputePlace[]) => {
  const stateOf = useItemStates()
  const states: StateAt[] = []
  const open: DisputePlace[] = []
  for (const place of places) {
    const state = stateOf(place.item).find(({ bureau }) => bureau === place.bureau)
    if (state === undefined) open.push(place)
    else states.push(state)
  }
  return { states, open }
}

type RowStatesProps = { places: readonly DisputePlace[]; name: string; namesBureau?: boolean }

/** The states of a disputed row at its bureaus. */
export const RowStates = ({ places, name, namesBureau = true }: RowStatesProps) => (
  <ItemStates states={useRow(places).states} name={name} namesBureau={namesBureau} />
)

type DisputeLinkProps = {
  type: 'account' | 'inquiry' | 'personal-info'
  places: readonly DisputePlace[]
  /** The row's name in the accessible name. */
  name: string
  /** As a plain link, if the row is one line. */
  plain?: boolean
}

/**
 * Opens the wizard with the parts of the row that are not disputed yet. If only some of several bureaus are left, those
 * are preselected; otherwise the wizard asks. Renders nothing for read-only staff.
 */
export const DisputeLink = ({ type, places, name, plain = false }: DisputeLinkProps) => {
  const { open } = useRow(places)
  const barred = usePermission('assist')
  if (barred !== null || open.length === 0) return null
  const items = [...new Set(open.map(({ link }) => link))].join(',')
  const bureaus = open.map(({ bureau }) => bureau).join(',')
  return (
    <Link
      {...(plain ? {} : buttonLook({ size: 'small' }))}
      to="/disputes/new/$type"
      params={{ type }}
      search={open.length < places.length || open.length === 1 ? { items, bureaus } : { items }}
      aria-label={`Dispute ${name}`}
    >
      Dispute
    </Link>
  )
}
