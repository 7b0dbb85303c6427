import * as styles from './ProgressBar.module.css'

/** Progress of an upload; `share` is 0 to 1. */
export const ProgressBar = ({ share }: { share: number }) => {
  const percent = Math.round(share * 100)
  return (
    <div
      className={styles.bar}
      role="progressbar"
      aria-label="Upload"
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <i style={{ width: `${percent}%` }} />
    </div>
  )
}
