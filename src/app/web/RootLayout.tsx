import { Outlet } from '@tanstack/react-router'
import { SandboxBar } from '#sandbox/web/SandboxBar.tsx'
import * as styles from './RootLayout.module.css'

/** What every page has: the way past the navigation, and the sandbox mark. */
export const RootLayout = () => (
  <>
    <a className={styles.skipLink} href="#main">
      Skip to main content
    </a>
    <SandboxBar />
    <Outlet />
  </>
)
