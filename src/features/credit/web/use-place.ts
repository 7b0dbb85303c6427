import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/**
 * Goes, once, to the place that the address names after '#' as soon as the list is `ready`: opens what hides it, brings
 * it into sight and gives it the focus, so that reading goes on there.
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
