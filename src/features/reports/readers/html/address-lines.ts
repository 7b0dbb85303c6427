import type { DisplayedAddress } from '../truelink/displayed.ts'

const month = /^\d{1,2}\/\d{4}$/
const zip = /^\d{5}(?:-\d{4})?$/
/** `CITY, ST`, perhaps with the ZIP code; either part may be missing. */
const cityLine = /^([^,]{0,100}),[\s\u00a0]*([A-Z]{2})?[\s\u00a0,]{0,3}(\d{5}(?:-\d{4})?)?$/i

/** An address of a page: the street, then `CITY, ST`, the ZIP code, and the month in which it was reported. */
export const readAddress = (lines: readonly string[]): DisplayedAddress => {
  const left = [...lines]
  const lastIf = (pattern: RegExp): string | null =>
    pattern.test(left.at(-1) ?? '') ? (left.pop() ?? null) : null
  const reported = lastIf(month)
  const postal = lastIf(zip)
  const place = lastIf(cityLine)
  const [, city, state, postalHere] = cityLine.exec(place ?? '') ?? []
  // One line that begins with a number is a street and a city without a mark between them.
  if (place !== null && left.length === 0 && /^\d/.test(place))
    return { street: place, city: null, state: null, postal, reported }
  return {
    street: left.join(' ') || null,
    city: city?.trim() || null,
    state: state ?? null,
    postal: postal ?? postalHere ?? null,
    reported,
  }
}
