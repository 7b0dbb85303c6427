import type { ReactNode } from 'react'
import * as styles from './StandalonePage.module.css'

/** A page outside the shell, in one column. */
export const StandalonePage = ({ children }: { children: ReactNode }) => (
  <div className={`${styles.page} ${styles.single}`}>
    <main className={styles.main} id="main" tabIndex={-1}>
      {children}
    </main>
  </div>
)
