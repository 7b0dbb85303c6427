import { useState } from 'react'
import { currentTheme, keepTheme } from '../theme.ts'

/** Switches between light and dark; the choice is kept in this browser. */
export const ThemeToggle = ({ className = '' }: { className?: string }) => {
  const [theme, setTheme] = useState(currentTheme)
  const other = theme === 'dark' ? 'light' : 'dark'
  const toggle = () => {
    keepTheme(other)
    setTheme(other)
  }
  return (
    <button
      type="button"
      className={`btn quiet icon ${className}`}
      data-theme-toggle
      aria-label={`Switch to ${other} theme`}
      onClick={toggle}
    >
      <i className="i i-moon t-dark" aria-hidden="true" />
      <i className="i i-sun t-light" aria-hidden="true" />
    </button>
  )
}
