import * as styles from './Skeleton.module.css'
/** A grey block of the size that the content will have. Hidden from screen readers: the region says it is loading. */
export const Skeleton = ({ width, height }: { width?: string; height?: string }) => (
  <span className={styles.skeleton} aria-hidden="true" style={{ inlineSize: width, blockSize: height }} />
)
