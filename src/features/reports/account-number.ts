/** What two masked account numbers tell of each other: visible digits in place, from the front and from the back. */

const isMask = (character: string | undefined): boolean =>
  character === undefined || /[^A-WYZ0-9]/.test(character)

/** The places at which both show the same digit; null when any two visible characters differ. */
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

/** Digits that agree: how many, and whether the last four are among them, as statements and cards name an account. */
export type SharedDigits = { count: number; isEnd: boolean }

const lastPlaces = [0, 1, 2, 3]

/**
 * The digits that two account numbers show in the same place, each masked in its bureau's own way (`4X1X6X`,
 * `412345******`, `****4417`); null when they show different ones. Masks do not keep the length, so numbers of two lengths
 * are laid on each other only at an end that both show, and the better fit counts. A number that is not reported shows
 * nothing.
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
  return {
    count: Math.max(0, ...fits.map(({ places }) => places?.length ?? 0)),
    isEnd: fits.some(({ isEnd, places }) => isEnd && lastPlaces.every(place => places?.includes(place))),
  }
}

/** How many digits two account numbers show in the same place; null when they show different ones. */
export const countSharedDigits = (a: string | null, b: string | null): number | null =>
  sharedDigits(a, b)?.count ?? null

/** How many digits must agree before they tell anything (decisions section 5). */
export const MIN_SHARED_DIGITS = 4

/** Whether two account numbers agree in at least four visible digits and differ in none. */
export const isSameNumber = (a: string | null, b: string | null): boolean =>
  (countSharedDigits(a, b) ?? 0) >= MIN_SHARED_DIGITS

/** Shorter numbers, though nothing hides them, may be the issuer and a product of it (ISO/IEC 7812), or the end of one. */
const leastWhole = 10

/** A number that nothing hides, without what bureaus fill it up with; null for any other. */
export const fullAccountNumber = (number: string | null): string | null => {
  const plain = charactersOf(number).join('')
  const isWhole = plain.length >= leastWhole && /^[A-WYZ0-9]+$/.test(plain) && !/^(.)\1*$/.test(plain)
  return isWhole ? plain.replace(/^0+/, '') : null
}
