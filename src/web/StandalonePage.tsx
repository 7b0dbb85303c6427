import type { ReactNode } from 'react'

/** A page outside the shell: one column in the middle. */
export const StandalonePage = ({ children }: { children: ReactNode }) => (
  <div className="auth one">
    <main className="auth-r" id="main" tabIndex={-1}>
      {children}
    </main>
  </div>
)
