/** Compares masked account numbers by their visible digits, aligned from the front and from the back. */

const isMask = (character: string | undefined): boolean =>
  character === undefined || /[^A-WYZ0-9]/.test(character)

/** The positions at which both show the same digit; null when any two visible characters differ. */
const agreeingPlaces = (a: readonly string[], b: readonly string[]): number[] | null => {
  const places: number[] = []
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const [left, right] = [a[index], b[index]]
    if (isMask(left) || isMask(right)) continue
    if (left !== right) return null
    if (/\d/.test(left ?? '')) places.push(index)
  }
  return places
}

const charactersOf = (number: string | null): string[] => [
  ...(number ?? '').toUpperCase().replaceAll(/[\s-]/g, ''),
]

/**
 * How many digits agree, how many of these come after the first six, and whether they include the last four, which
 * statements and cards print. A card's first six digits identify its issuer (ISO/IEC 7812): all cards of a bank may
 * share them.
 */
export type SharedDigits = { count: number; afterIssuer: number; isEnd: boolean }

const issuerDigits = 6

const lastPlaces = [0, 1, 2, 3]

/**
 * The digits that two account numbers show in the same position, each masked in its bureau's style (`4X1X6X`,
 * `412345******`, `****4417`); null when visible digits differ. Masks do not preserve the length, so numbers
 * of different lengths are aligned only at an end that both show, and the better alignment counts. A number
 * that is not reported shows nothing.
 */
export const sharedDigits = (a: string | null, b: string | null): SharedDigits | null => {
  const [left, right] = [charactersOf(a), charactersOf(b)]
  const isOneLength = left.length === right.length
  const fits = [
    { isEnd: false, from: [left, right] as const },
    { isEnd: true, from: [left.toReversed(), right.toReversed()] as const },
  ]
    .filter(({ from }) => isOneLength || from.every(([first]) => !isMask(first)))
    .map(({ isEnd, from: [one, other] }) => ({ isEnd, places: agreeingPlaces(one, other) }))
  if (fits.length > 0 && fits.every(({ places }) => places === null)) return null
  const front = fits.find(({ isEnd }) => !isEnd)?.places ?? []
  return {
    count: Math.max(0, ...fits.map(({ places }) => places?.length ?? 0)),
    afterIssuer: front.filter(place => place >= issuerDigits).length,
    isEnd: fits.some(({ isEnd, places }) => isEnd && lastPlaces.every(place => places?.includes(place))),
  }
}

/** How many characters of a masked account number can be read; none of one that is not reported. */
export const visibleCharacters = (number: string | null): number =>
  charactersOf(number).filter(character => !isMask(character)).length

/**
 * The account number to show to the user: of its rows' numbers, in any order, the one with the most visible characters,
 * since bureaus mask the same number differently. Null when none is reported.
 */
export const clearestNumber = (rows: readonly { accountNumber: string | null }[]): string | null =>
  rows
    .flatMap(({ accountNumber }) => accountNumber ?? [])
    .toSorted(
      (one, other) => visibleCharacters(other) - visibleCharacters(one) || one.localeCompare(other),
    )[0] ?? null

/** How many digits two account numbers show in the same position; null when visible digits differ. */
export const countSharedDigits = (a: string | null, b: string | null): number | null =>
  sharedDigits(a, b)?.count ?? null

/** Fewer agreeing digits prove nothing. */
export const MIN_SHARED_DIGITS = 4

/** Whether two account numbers agree in at least four visible digits and differ in none. */
export const isSameNumber = (a: string | null, b: string | null): boolean =>
  (countSharedDigits(a, b) ?? 0) >= MIN_SHARED_DIGITS

/**
 * A shorter number, even without a mask, may be just an issuer prefix (ISO/IEC 7812) or the end of a number.
 */
const leastWhole = 10

/** A number without masked digits, stripped of bureau padding; null for any other. */
export const fullAccountNumber = (number: string | null): string | null => {
  const plain = charactersOf(number).join('')
  const isWhole = plain.length >= leastWhole && /^[A-WYZ0-9]+$/.test(plain) && !/^(.)\1*$/.test(plain)
  return isWhole ? plain.replace(/^0+/, '') : null
}
