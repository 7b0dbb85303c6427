import { useDeferredValue, useEffect } from 'react'

const isVisit = performance
  .getEntriesByType('navigation')
  .some(entry => 'type' in entry && entry.type === 'navigate')
let isFirstScreen = true

/**
 * Whether a screen should render what is below the fold. On the first screen of a visit only after the first paint is
 * scheduled, which makes it faster; immediately if the browser goes to an anchor or restores the scroll position.
 */
export const useBelowTheFold = (): boolean => {
  const drawn = useDeferredValue(true, !(isVisit && isFirstScreen && location.hash === ''))
  useEffect(() => {
    isFirstScreen = false
  }, [])
  return drawn
}
