import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'

type Tone = 'blue' | 'green' | 'amber' | 'red' | 'grey' | 'line' | 'em' | 'em2'

/** A status in words, with an icon where colour would otherwise say something alone. `caps` is for codes like NEW. */
export const Pill = (props: { tone?: Tone; icon?: IconName; caps?: boolean; children: ReactNode }) => (
  <span
    className={['pill', props.tone === 'grey' ? '' : props.tone, props.caps && 'caps']
      .filter(Boolean)
      .join(' ')}
  >
    {props.icon && <Icon name={props.icon} />}
    {props.children}
  </span>
)
