import { useEffect, useState } from 'react'

/** Seconds left of a wait that began when `start` last changed, counted down to 0. */
export const useCountdown = (seconds: number, start: number): number => {
  const [now, setNow] = useState(start)
  const left = Math.max(0, Math.ceil(seconds - (now - start) / 1000))
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setNow(Date.now()), 1000)
    return () => clearTimeout(timer)
  })
  return left
}
