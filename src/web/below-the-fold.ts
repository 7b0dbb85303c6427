import { useDeferredValue, useEffect } from 'react'

const isVisit = performance
  .getEntriesByType('navigation')
  .some(entry => 'type' in entry && entry.type === 'navigate')
let isFirstScreen = true

/**
 * Whether a screen is to draw what is below its first screenful. On the first screen of a visit only once the first paint is on
 * its way, which so waits for less; but at once where the browser goes to a place on the page, or back to where the person was.
 */
export const useBelowTheFold = (): boolean => {
  const drawn = useDeferredValue(true, !(isVisit && isFirstScreen && location.hash === ''))
  useEffect(() => {
    isFirstScreen = false
  }, [])
  return drawn
}
