import { Link } from '@tanstack/react-router'
import { useDocumentTitle } from './document-title.ts'
import * as standalonePageStyles from './StandalonePage.module.css'
import { StandalonePage } from './StandalonePage.tsx'
import { buttonLook } from './ui/Button.tsx'
import * as cardStyles from './ui/Card.module.css'
import { EmptyState } from './ui/EmptyState.tsx'
import * as textStyles from './ui/text.module.css'

export const NotFoundPage = () => {
  useDocumentTitle('Page not found')
  return (
    <StandalonePage>
      <div className={`${cardStyles.card} ${standalonePageStyles.column}`}>
        <h1 className={textStyles.visuallyHidden}>Page not found</h1>
        <EmptyState
          icon="search"
          title="There is no page here"
          action={
            <Link {...buttonLook({ variant: 'primary' })} to="/">
              Go to your file
            </Link>
          }
        >
          The address may be old or mistyped.
        </EmptyState>
      </div>
    </StandalonePage>
  )
}
