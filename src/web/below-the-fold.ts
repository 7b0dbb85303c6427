import type { RouteComponent } from '@tanstack/react-router'
import { useDeferredValue } from 'react'

const isVisit = performance
  .getEntriesByType('navigation')
  .some(entry => 'type' in entry && entry.type === 'navigate')

const waitsForPaint = () =>
  isVisit && location.hash === '' && performance.getEntriesByName('first-contentful-paint').length === 0

/**
 * Whether a screen should render what is below the fold. On the first screen of a visit only after the first paint is
 * scheduled, which makes it faster; immediately if the browser goes to an anchor or restores the scroll position.
 */
export const useBelowTheFold = (): boolean => useDeferredValue(true, !waitsForPaint())

/** Loads the chunk of what a screen renders below the fold together with the screen, unless it is rendered after the first paint. */
export const loadBelowTheFold = async ({ preload }: Pick<RouteComponent, 'preload'>): Promise<void> => {
  if (!waitsForPaint()) await preload?.()
}
