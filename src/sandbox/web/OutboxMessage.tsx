import { Link } from '@tanstack/react-router'
import { showPhone } from '#values/phone.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { OutboxItem } from '../contract.ts'

const channels = {
  sms: { icon: 'phone', name: 'Text message' },
  email: { icon: 'mail', name: 'E-mail' },
  letter: { icon: 'letter', name: 'Letter' },
} as const

const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' })

/** One thing that was sent: to whom, when, and its words. */
export const OutboxMessage = ({ item }: { item: OutboxItem }) => {
  const { icon, name } = channels[item.channel]
  return (
    <li className="card stack-s">
      <div className="row sp">
        <h2 className="h3 row nw">
          <Icon name={icon} />
          <span className="num">
            {name} to {showPhone(item.to)}
          </span>
        </h2>
        <time className="muted num" dateTime={item.createdAt}>
          {time.format(new Date(item.createdAt))}
        </time>
      </div>
      {item.subject && <p>{item.subject}</p>}
      <pre className="pre muted">{item.body}</pre>
      {item.providerId !== undefined && (
        <div>
          <Link className="btn" to="/sandbox/letters/$letterId" params={{ letterId: item.providerId }}>
            Open the letter
          </Link>
        </div>
      )}
    </li>
  )
}
