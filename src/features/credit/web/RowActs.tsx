import { Link } from '@tanstack/react-router'
import type { DisputedItem, StateAt } from '#features/findings/item-state.ts'
import { ItemStates, useItemStates } from '#features/findings/web/ItemStates.tsx'
import { usePermission } from '#features/identity/web/session.ts'
import type { Bureau } from '#values/bureau.ts'
import { buttonLook } from '#web/ui/Button.tsx'

/** An item of the report at a bureau; `link` names it to the dispute wizard. */
export type DisputePlace = { item: DisputedItem; bureau: Bureau; link: string }

export const accountPlaces = (rows: readonly { id: string; bureau: Bureau }[]): DisputePlace[] =>
  rows.map(({ id, bureau }) => ({ item: { kind: 'account', id }, bureau, link: id }))

/** What became of the row, and what can still be disputed in it. */
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

/** Where the row was disputed, what became of it there. */
export const RowStates = ({ places, name, namesBureau = true }: RowStatesProps) => (
  <ItemStates states={useRow(places).states} name={name} namesBureau={namesBureau} />
)

type DisputeLinkProps = {
  type: 'account' | 'inquiry' | 'personal-info'
  places: readonly DisputePlace[]
  /** The row, for the accessible name. */
  name: string
  /** As a plain link, where the row is one line. */
  plain?: boolean
}

/**
 * Opens the wizard with what of the row is not disputed yet. Where that is at some of several bureaus, those are
 * chosen; otherwise the wizard asks. Nothing for staff who only read.
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
