import { Outlet } from '@tanstack/react-router'
import { SandboxBar } from '#sandbox/web/SandboxBar.tsx'
import * as styles from './RootLayout.module.css'

/** Common to every page: the skip link and the sandbox banner. */
export const RootLayout = () => (
  <>
    <a className={styles.skipLink} href="#main">
      Skip to main content
    </a>
    <SandboxBar />
    <Outlet />
  </>
)
