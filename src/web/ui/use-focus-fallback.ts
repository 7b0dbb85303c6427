import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * For an element that may disappear while it has the focus: the focus then moves to the element with the id `to`, or to
 * the main part, instead of being lost.
 */
export const useFocusFallback = (to = 'main'): RefObject<HTMLDivElement | null> => {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const shown = place.current
    return () => {
      if (shown?.contains(document.activeElement)) document.getElementById(to)?.focus()
    }
  }, [to])
  return place
}
