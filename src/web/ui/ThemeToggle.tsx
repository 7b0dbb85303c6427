import { useSyncExternalStore } from 'react'
import { currentTheme, setTheme, subscribeToTheme } from '../theme.ts'
import { buttonLook } from './Button.tsx'
import * as iconStyles from './Icon.module.css'
import * as styles from './ThemeToggle.module.css'

/** Switches between light and dark; the choice is stored in this browser. */
export const ThemeToggle = ({ className }: { className?: string }) => {
  const other = useSyncExternalStore(subscribeToTheme, currentTheme) === 'dark' ? 'light' : 'dark'
  return (
    <button
      type="button"
      {...buttonLook({ variant: 'quiet', iconOnly: true, className })}
      data-theme-toggle
      aria-label={`Switch to ${other} theme`}
      onClick={() => setTheme(other)}
    >
      <i className={`${iconStyles.icon} ${styles.moon}`} data-icon="moon" aria-hidden="true" />
      <i className={`${iconStyles.icon} ${styles.sun}`} data-icon="sun" aria-hidden="true" />
    </button>
  )
}
