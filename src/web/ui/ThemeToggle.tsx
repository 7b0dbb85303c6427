import { useSyncExternalStore } from 'react'
import { currentTheme, setTheme, subscribeToTheme } from '../theme.ts'

/** Switches between light and dark; the choice is kept in this browser. */
export const ThemeToggle = ({ className = '' }: { className?: string }) => {
  const other = useSyncExternalStore(subscribeToTheme, currentTheme) === 'dark' ? 'light' : 'dark'
  return (
    <button
      type="button"
      className={`btn quiet icon ${className}`}
      data-theme-toggle
      aria-label={`Switch to ${other} theme`}
      onClick={() => setTheme(other)}
    >
      <i className="i i-moon t-dark" aria-hidden="true" />
      <i className="i i-sun t-light" aria-hidden="true" />
    </button>
  )
}
