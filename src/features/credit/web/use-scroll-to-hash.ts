import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** Opens what hides the element with this id, scrolls to it and focuses it; false if there is none. */
export const reveal = (id: string): boolean => {
  const found = id === '' ? null : document.getElementById(id)
  if (!found) return false
  const closed = found.closest<HTMLDetailsElement>('details:not([open])')
  if (closed) closed.open = true
  found.focus({ preventScroll: true })
  found.scrollIntoView({ block: found.matches('summary, h2') ? 'start' : 'center' })
  return true
}

/** Scrolls once to the element named after '#' when the list is `ready`. */
export const useScrollToHash = (ready: boolean) => {
  const place = useLocation({ select: location => location.hash })
  const reached = useRef('')
  useEffect(() => {
    if (ready && place !== reached.current && reveal(place)) reached.current = place
  }, [place, ready])
}
