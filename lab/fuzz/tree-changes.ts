import fc from 'fast-check'
import { anyText } from '#test/support/any-text.ts'

/** Documents that are trees (JSON, and XML as a tree), with parts removed, doubled, swapped or replaced. */

export type Tree = string | number | boolean | null | Tree[] | { [key: string]: Tree }
type Holder = Tree[] | { [key: string]: Tree }

const acts = ['replace', 'replace', 'drop', 'repeat', 'move', 'rename', 'nest', 'retype'] as const

type Change = { act: (typeof acts)[number]; at: number; other: number; value: Tree; times: number }

/** Unexpected values: NaN, days that do not exist, special characters. */
const oddWords =
  '0 -1 -0 1e999 NaN Infinity -Infinity 0x10 $1,234.50 1.005 ٣ null 2021-02-30 2024-02-29 0000-00-00 9999-12-31 2021-13-01 1900-01-01 +275760-09-13T00:00:00Z -000001-01-01T00:00:00Z 02302021 13/45/2020 2026-11-20T25:61:61Z __proto__ constructor toString \u0000 \ud800 \u202e 😀 <!-- ]]> &#x0; &amp;amp;lt;'.split(
    ' ',
  )
const oddNumbers = [0, -1, 1.5, 1e21, 1e308, -1e12, Number.MAX_SAFE_INTEGER + 1]
const odd: readonly Tree[] = [
  ...oddWords,
  ...oddNumbers,
  '',
  ' ',
  '9'.repeat(12),
  '9'.repeat(40),
  'x'.repeat(5_000),
  ' '.repeat(5_000),
  null,
  true,
  false,
  [],
  {},
  [null],
  { $: 'x' },
  { '@x': '1' },
]

const value: fc.Arbitrary<Tree> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...odd) },
  { weight: 2, arbitrary: anyText({ maxLength: 20 }) },
  { weight: 1, arbitrary: fc.integer() },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
)

const change: fc.Arbitrary<Change> = fc.record({
  act: fc.constantFrom(...acts),
  at: fc.nat(),
  other: fc.nat(),
  value,
  times: fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 1, max: 3 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 80 }) },
  ),
})

type Place = { holder: Holder; key: string }

const isHolder = (tree: Tree | undefined): tree is Holder => typeof tree === 'object' && tree !== null

const valueAt = ({ holder, key }: Place): Tree =>
  (Array.isArray(holder) ? holder[Number(key)] : holder[key]) ?? null

/** Every value of a tree with its parent, from the root. */
const placesIn = (root: Holder): Place[] => {
  const places: Place[] = []
  const visit = (holder: Holder) => {
    for (const [key, one] of Object.entries(holder)) {
      places.push({ holder, key })
      if (isHolder(one)) visit(one)
    }
  }
  visit(root)
  return places
}

/** As an own property, even for the key `__proto__`. */
const put = ({ holder, key }: Place, tree: Tree) =>
  Object.defineProperty(holder, key, { value: tree, enumerable: true, configurable: true, writable: true })

const drop = ({ holder, key }: Place) => {
  if (Array.isArray(holder)) holder.splice(Number(key), 1)
  else delete holder[key]
}

const retyped = (tree: Tree): Tree => {
  if (Array.isArray(tree)) return tree[0] ?? null
  if (typeof tree === 'string') return tree !== '' && Number.isFinite(Number(tree)) ? Number(tree) : [tree]
  return typeof tree === 'number' ? String(tree) : [tree]
}

const nested = (tree: Tree, times: number): Tree => {
  let outer = tree
  for (let depth = 0; depth < times; depth += 1) outer = depth % 2 === 0 ? [outer] : { nested: outer }
  return outer
}

const make = (root: Holder, { act, at, other, value: given, times }: Change): void => {
  const places = placesIn(root)
  const place = places[at % places.length]
  const from = places[other % places.length]
  if (!place || !from) return
  const now = valueAt(place)
  if (act === 'replace') put(place, structuredClone(given))
  if (act === 'drop') drop(place)
  if (act === 'move') put(place, structuredClone(valueAt(from)))
  if (act === 'nest') put(place, nested(now, times))
  if (act === 'retype') put(place, retyped(now))
  if (act === 'repeat') {
    const copies = Array.from({ length: times }, () => structuredClone(now))
    if (Array.isArray(place.holder)) place.holder.splice(Number(place.key), 0, ...copies)
    else put(place, [now, ...copies])
  }
  if (act === 'rename' && !Array.isArray(place.holder)) {
    drop(place)
    put({ holder: place.holder, key: typeof given === 'string' ? given : from.key }, now)
  }
}

/** A tree after one to four changes. */
export const changesOf = (original: Tree): fc.Arbitrary<Tree> =>
  fc.array(change, { minLength: 1, maxLength: 4 }).map(changes => {
    const root = { root: structuredClone(original) }
    for (const one of changes) make(root, one)
    return root.root ?? null
  })
