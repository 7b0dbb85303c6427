import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import * as styles from './Pill.module.css'

type Tone = 'blue' | 'green' | 'amber' | 'red' | 'grey' | 'line' | 'em' | 'em2'

const tones = {
  blue: styles.blue,
  green: styles.green,
  amber: styles.amber,
  red: styles.red,
  grey: undefined,
  line: styles.line,
  em: styles.strong,
  em2: styles.accent,
} satisfies Record<Tone, string | undefined>

/** A status as text, with an icon where color alone would carry meaning. `caps` is for codes like NEW. */
export const Pill = (props: { tone?: Tone; icon?: IconName; caps?: boolean; children: ReactNode }) => (
  <span
    className={[styles.pill, props.tone && tones[props.tone], props.caps && styles.caps]
      .filter(Boolean)
      .join(' ')}
    data-slot="pill"
  >
    {props.icon && <Icon name={props.icon} />}
    {props.children}
  </span>
)
