import { Link } from '@tanstack/react-router'
import * as layoutStyles from '#web/ui/layout.module.css'

const pages = [
  ['terms', 'Terms of use'],
  ['privacy', 'Privacy'],
  ['rights', 'Your rights'],
  ['credit-file-rights', 'Credit file rights'],
] as const

export const LegalLinks = () => (
  <nav aria-label="Law">
    <ul className={layoutStyles.row}>
      {pages.map(([page, text]) => (
        <li key={page}>
          <Link to="/legal/$page" params={{ page }}>
            {text}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
