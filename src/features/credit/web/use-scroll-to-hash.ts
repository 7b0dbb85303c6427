import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/**
 * Scrolls once to the element named after '#' when the list is `ready`, opens what hides it, and focuses it.
 */
export const useScrollToHash = (ready: boolean) => {
  const place = useLocation({ select: location => location.hash })
  const reached = useRef('')
  useEffect(() => {
    const found = ready && place !== '' && place !== reached.current ? document.getElementById(place) : null
    if (!found) return
    reached.current = place
    const closed = found.closest<HTMLDetailsElement>('details:not([open])')
    if (closed) closed.open = true
    found.focus({ preventScroll: true })
    found.scrollIntoView({ block: 'center' })
  }, [place, ready])
}
