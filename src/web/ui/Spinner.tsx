import * as emptyStateStyles from './EmptyState.module.css'
import * as styles from './Spinner.module.css'
/** A whole page is loading. Appears after 200 ms, so that a fast start shows nothing. */
export const Spinner = ({ text = 'Loading...' }: { text?: string }) => (
  <div className={`${emptyStateStyles.empty} ${styles.delayed}`} role="status">
    <span className={styles.spinner} data-slot="spinner" aria-hidden="true" />
    <p>{text}</p>
  </div>
)
