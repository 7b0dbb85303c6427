import type { ReactNode } from 'react'
import * as layoutStyles from './layout.module.css'
import * as skeletonStyles from './Skeleton.module.css'
import * as textStyles from './text.module.css'

type LoadingProps = {
  /** What is loading, as in "Loading your sessions...". */
  what: string
  /** Skeletons of the size of the content. */
  children: ReactNode
  className?: string
  /** Shows the text to everyone, not only to screen readers. */
  showText?: boolean
}

/** Placeholder for content that is loading. */
export const Loading = ({
  what,
  children,
  className = layoutStyles.stack,
  showText = false,
}: LoadingProps) => (
  <div className={className} aria-busy="true">
    <p className={showText ? textStyles.muted : textStyles.visuallyHidden} role="status">
      Loading {what}...
    </p>
    {children}
  </div>
)

/** A gray block of the size that the content will have. Hidden from screen readers: the region announces loading. */
export const Skeleton = ({ width, height }: { width?: string; height?: string }) => (
  <span
    className={skeletonStyles.skeleton}
    aria-hidden="true"
    style={{ inlineSize: width, blockSize: height }}
  />
)

/** Takes no space: marks what is loaded below or beside content that is already shown. */
export const LoadingMarker = () => <span hidden aria-busy="true" />
