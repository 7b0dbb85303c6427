import type { DetailsHTMLAttributes, ReactNode } from 'react'
import * as styles from './Disclosure.module.css'
import { Icon } from './Icon.tsx'

type DisclosureProps = DetailsHTMLAttributes<HTMLDetailsElement> & {
  /** The label that toggles it. */
  summary: ReactNode
}

/** Content that is hidden until its summary is clicked. */
export const Disclosure = ({ summary: words, className = '', children, ...details }: DisclosureProps) => (
  <details {...details} className={`${styles.disclosure} ${className}`}>
    <summary>
      <span>{words}</span>
      <Icon name="chev" />
    </summary>
    {children}
  </details>
)
