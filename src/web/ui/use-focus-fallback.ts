import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * For what may go away with the focus in it: the focus then moves to the element with the id `to`, else to the main
 * part, instead of being lost.
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
