import type { DetailsHTMLAttributes, ReactNode } from 'react'
import { Icon } from './Icon.tsx'

type FoldProps = DetailsHTMLAttributes<HTMLDetailsElement> & {
  /** What opens it. */
  words: ReactNode
}

/** What is folded away until its words are pressed. */
export const Fold = ({ words, className = '', children, ...details }: FoldProps) => (
  <details {...details} className={`fold ${className}`.trim()}>
    <summary>
      <span>{words}</span>
      <Icon name="chev" />
    </summary>
    {children}
  </details>
)
