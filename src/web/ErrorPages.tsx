import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Brand } from './Brand.tsx'
import { useDocumentTitle } from './document-title.ts'
import { reloadForMissingChunk, reloadIfServerUp } from './lazy-loading.ts'
import { useOnline } from './OfflineNote.tsx'
import * as standalonePageStyles from './StandalonePage.module.css'
import { StandalonePage } from './StandalonePage.tsx'
import { Button, buttonLook } from './ui/Button.tsx'
import * as cardStyles from './ui/Card.module.css'
import * as emptyStateStyles from './ui/EmptyState.module.css'
import { EmptyState } from './ui/EmptyState.tsx'
import { Icon } from './ui/Icon.tsx'
import * as textStyles from './ui/text.module.css'

/**
 * Shown in place of a section that failed to render. Reloads only when the server responds, to keep the shell:
 * automatically if a file could not be fetched, otherwise on Retry.
 */
export const ErrorPage = ({
  error,
  title = 'This page could not be shown',
}: {
  error: unknown
  title?: string
}) => {
  const online = useOnline()
  const [trying, setTrying] = useState(false)
  const [unanswered, setUnanswered] = useState(false)
  useEffect(() => {
    const left = new AbortController()
    void reloadForMissingChunk(error, left.signal)
    return () => left.abort()
  }, [error])
  const again = async () => {
    setTrying(true)
    setUnanswered(!(await reloadIfServerUp()))
    setTrying(false)
  }
  return (
    <div className={cardStyles.card}>
      <div className={`${emptyStateStyles.empty} ${emptyStateStyles.failed}`} role="alert">
        <span className={emptyStateStyles.icon}>
          <Icon name="warn" />
        </span>
        <h2 className={textStyles.heading3}>{title}</h2>
        {unanswered && <p>We could not reach the server. Check your connection and try again.</p>}
        <p>
          Your saved work is safe. {online ? 'Try again' : 'Try again when you are back online'}, or choose
          another section.
        </p>
        {online && (
          <Button variant="primary" icon="refresh" busy={trying} onClick={() => void again()}>
            Retry
          </Button>
        )}
      </div>
    </div>
  )
}

export const NotFoundPage = () => {
  useDocumentTitle('Page not found')
  return (
    <StandalonePage>
      <div className={standalonePageStyles.column}>
        <Brand />
        <h1 className={textStyles.visuallyHidden}>Page not found</h1>
        <div className={cardStyles.card}>
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
      </div>
    </StandalonePage>
  )
}
