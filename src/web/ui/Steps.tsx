import * as styles from './Steps.module.css'
import * as textStyles from './text.module.css'
/** The position in a sequence of steps; `current` counts from 0. */
export const Steps = ({ names, current }: { names: readonly string[]; current: number }) => {
  const count = `Step ${current + 1} of ${names.length}`
  return (
    <div className={styles.steps}>
      <p className={styles.count}>
        <span aria-hidden="true">{count}</span>
        <span className={textStyles.visuallyHidden}>{`${count}: ${names[current]}`}</span>
      </p>
      <ol>
        {names.map((name, at) => (
          <li
            key={name}
            className={at < current ? styles.done : undefined}
            aria-current={at === current ? 'step' : undefined}
          >
            <span>{name}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
