import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Brand } from '#web/Brand.tsx'
import * as standalonePageStyles from '#web/StandalonePage.module.css'
import { serviceName } from '#web/service-name.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { ThemeToggle } from '#web/ui/ThemeToggle.tsx'
import * as styles from './AuthPage.module.css'

const purpose = 'See what is on your credit file. Fix what is wrong.'

const promises = [
  'Your scores and reports from TransUnion, Experian and Equifax, side by side.',
  'We mark every place the bureaus disagree and draft the letter for you.',
  'You approve every letter and keep a PDF.',
]

/** Three lines in the bureaus' colors and dashes. */
const Lines = () => (
  <svg
    viewBox="0 0 720 200"
    preserveAspectRatio="xMidYMax slice"
    aria-hidden="true"
    fill="none"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <g strokeWidth="3">
      <path stroke="#5aa9ee" d="M0 158 120 146 240 148 360 118 480 96 600 82 720 56" />
      <path
        stroke="#cf86ad"
        strokeDasharray="11 9"
        d="M0 190 120 181 240 184 360 158 480 138 600 118 720 98"
      />
      <path
        stroke="#ee914d"
        strokeDasharray=".1 9"
        strokeWidth="4.5"
        d="M0 132 120 126 240 112 360 94 480 64 600 48 720 20"
      />
    </g>
  </svg>
)

/** The frame of signing in and registering: what Fairfile is on one side, the form on the other. */
export const AuthPage = ({ children }: { children: ReactNode }) => (
  <div className={standalonePageStyles.page}>
    <aside className={styles.aside} aria-label={`About ${serviceName}`}>
      <Brand to="/login" />
      <div className={styles.pitch}>
        <h2>{purpose}</h2>
        <ul>
          {promises.map(promise => (
            <li key={promise}>
              <Icon name="check" />
              <span>{promise}</span>
            </li>
          ))}
        </ul>
      </div>
      <p className={styles.footnote}>You can also dispute items with each bureau yourself, free of charge.</p>
      <Lines />
    </aside>
    <main className={standalonePageStyles.main} id="main" tabIndex={-1}>
      <ThemeToggle className={standalonePageStyles.themeToggle} />
      <div className={standalonePageStyles.column}>
        <Brand to="/login" />
        <p className={styles.purpose}>{purpose}</p>
        {children}
        <p className={standalonePageStyles.alternative}>
          {/* in a new tab, because the form's values are only in memory */}
          <Link to="/legal/$page" params={{ page: 'rights' }} target="_blank">
            Your rights, terms and privacy (new tab)
          </Link>
        </p>
      </div>
    </main>
  </div>
)
