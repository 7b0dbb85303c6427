import type { ReactNode } from 'react'
import * as textStyles from './text.module.css'

type LoadingProps = {
  /** What is loading, as in "Loading your sessions...". */
  what: string
  /** Skeletons of the size of what comes. */
  children: ReactNode
  /** How they stand. */
  className?: string
  /** Whether the words are there for everybody, not only for who cannot see the skeletons. */
  showText?: boolean
}

/** In the place of what is being read: blocks of its size, and words for who does not see them. */
export const Loading = ({ what, children, className = 'stack', showText = false }: LoadingProps) => (
  <div className={className} aria-busy="true">
    <p className={showText ? textStyles.muted : textStyles.visuallyHidden} role="status">
      Loading {what}...
    </p>
    {children}
  </div>
)
