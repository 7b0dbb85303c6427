import { Link } from '@tanstack/react-router'
import { showPhone } from '#values/phone.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { Brand } from '#web/Brand.tsx'
import { client } from '#web/client.ts'
import { useDocumentTitle } from '#web/document-title.ts'
import { serviceName } from '#web/service-name.ts'
import { buttonLook } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { Pending } from '#web/ui/Pending.tsx'
import { ThemeToggle } from '#web/ui/ThemeToggle.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { OutboxItem } from '../contract.ts'
import * as sandboxStyles from './sandbox.module.css'

const lookEveryMs = 3_000

/** What sandbox providers "sent": the place to find a sign-in code on this machine. */
export const SandboxScreen = () => {
  useDocumentTitle('Sandbox outbox')
  return (
    <div className={sandboxStyles.outbox}>
      <header className={`${layoutStyles.row} ${layoutStyles.spread}`}>
        <Brand />
        <ThemeToggle />
      </header>
      <main id="main" tabIndex={-1} className={layoutStyles.stack}>
        <div>
          <h1>Sandbox outbox</h1>
          <p className={textStyles.muted}>
            Everything {serviceName} would have sent: text messages with their codes, emails, letters. Newest
            first.
          </p>
        </div>
        <Outbox />
      </main>
    </div>
  )
}

const Outbox = () => {
  const page = useApiQuery(client.sandbox.outbox, undefined, {
    staleTime: 0,
    refetchInterval: () => lookEveryMs,
  })
  const { data, error } = page
  if (data) {
    return data.items.length === 0 ? (
      <div className={cardStyles.card}>
        <EmptyState icon="mail" title="Nothing was sent yet">
          Ask for a sign-in code and it appears here.
        </EmptyState>
      </div>
    ) : (
      <ul className={layoutStyles.stackSmall}>
        {data.items.map(item => (
          <OutboxMessage key={item.id} item={item} />
        ))}
      </ul>
    )
  }
  if (error?.status === 404) {
    return (
      <div className={cardStyles.card}>
        <EmptyState icon="lock" title="The outbox is closed here">
          It opens only on the machine that runs {serviceName}, while a provider is a sandbox.
        </EmptyState>
      </div>
    )
  }
  return <Pending queries={[page]} />
}

const channels = {
  sms: { icon: 'phone', name: 'Text message' },
  email: { icon: 'mail', name: 'Email' },
  letter: { icon: 'letter', name: 'Letter' },
} as const

const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' })

/** One sent item: recipient, time and text. */
const OutboxMessage = ({ item }: { item: OutboxItem }) => {
  const { icon, name } = channels[item.channel]
  return (
    <li className={`${cardStyles.card} ${layoutStyles.stackSmall}`}>
      <div className={`${layoutStyles.row} ${layoutStyles.spread}`}>
        <h2 className={`${textStyles.heading3} ${layoutStyles.row} ${layoutStyles.noWrap}`}>
          <Icon name={icon} />
          <span>
            {name} to {showPhone(item.to)}
          </span>
        </h2>
        <time className={`${textStyles.muted} ${textStyles.number}`} dateTime={item.createdAt}>
          {time.format(new Date(item.createdAt))}
        </time>
      </div>
      {item.subject && <p>{item.subject}</p>}
      <pre className={`${textStyles.preformatted} ${textStyles.muted}`}>{item.body}</pre>
      {item.providerId !== undefined && (
        <div>
          <Link {...buttonLook()} to="/sandbox/letters/$letterId" params={{ letterId: item.providerId }}>
            Open the letter
          </Link>
        </div>
      )}
    </li>
  )
}
