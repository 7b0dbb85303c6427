/**
 * `npm run mail -- list`, `adopt <mailing> <provider's id>`, `give-up <mailing> --reason "..."` and `seen <provider's id>`:
 * what an operator does about letters that wait for one (docs/mailing.md).
 */
import { parseArgs } from 'node:util'
import { z } from 'zod'
import {
  adoptByHand,
  giveUpByHand,
  type Hold,
  type NotDone,
  openQuestions,
  settleStrange,
} from '#features/mailing/server/operator.ts'
import { usualTimes } from '#features/mailing/times.ts'
import { ProviderFailure } from '#providers/failure.ts'
import { boot, type Opened } from './boot.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { logTo } from './log.ts'
import { providersBy } from './providers.ts'

const USAGE =
  'Say what to do: npm run mail -- list | adopt <mailing> <id at the provider> | give-up <mailing> --reason "why" | seen <id at the provider>'

const Id = z.uuid()
const Reason = z.string().trim().min(1).max(200)

type Order =
  | { act: 'list' }
  | { act: 'adopt'; mailJobId: string; providerId: string }
  | { act: 'give-up'; mailJobId: string; reason: string }
  | { act: 'seen'; providerId: string }

const orderIn = (): Order => {
  const { values, positionals } = parseArgs({
    options: { reason: { type: 'string' } },
    allowPositionals: true,
  })
  const [act, id, providerId, ...more] = positionals
  const mailJobId = Id.safeParse(id).data
  const reason = Reason.safeParse(values.reason).data
  if (act === 'list' && id === undefined) return { act }
  if (act === 'seen' && id !== undefined && providerId === undefined) return { act, providerId: id }
  if (act === 'adopt' && mailJobId && providerId && more.length === 0) return { act, mailJobId, providerId }
  if (act === 'give-up' && mailJobId && reason && providerId === undefined) return { act, mailJobId, reason }
  throw new ConfigError(USAGE)
}

const sentences: Readonly<Record<NotDone, string>> = {
  no_mailing: 'there is no such mailing',
  not_waiting: 'this mailing does not wait for an operator',
  other_account:
    'this mailing was asked of another account, and the key that is set cannot see its letters; give this command the key of that account (LOB_API_KEY), or none for the sandbox',
  no_letter: 'there is no letter of this id',
  other_letter: 'that letter belongs to another mailing or another installation',
  cancelled_letter: 'that letter was cancelled; give the mailing up instead',
  letter_there: 'the provider has a letter of this mailing; adopt it, or cancel it there first',
}

const holdLines: Readonly<Record<Hold['reason'], (hold: Hold) => string>> = {
  restore: () => 'on hold: restore, until the books are compared with the provider',
  provider: ({ until }) => `on hold: provider, tried again at ${until?.toISOString() ?? 'once'}`,
  failing: ({ since, until }) =>
    `sending is paused: the provider fails since ${since?.toISOString() ?? 'now'}; look-ups go on, one letter tries at ${until?.toISOString() ?? 'once'}`,
}

const list = async ({ database, clock }: Opened) => {
  const { holds, mailings, strange } = await openQuestions(database.db, clock())
  for (const hold of holds) console.log(holdLines[hold.reason](hold))
  for (const { id, post, requestedAt, keyGeneration, problem } of mailings)
    console.log(`${id}  asked of ${post} ${requestedAt.toISOString()}  key ${keyGeneration}  ${problem}`)
  for (const { kind, providerId, mailJobId, seenAt } of strange)
    console.log(`${kind}: ${providerId}  of mailing ${mailJobId ?? 'none'}  seen ${seenAt.toISOString()}`)
  if (holds.length + mailings.length + strange.length === 0) console.log('nothing waits for an operator')
}

const done: Readonly<Record<Exclude<Order['act'], 'list'>, string>> = {
  adopt: 'adopted',
  'give-up': 'given up; its owner can have it mailed again',
  seen: 'seen to; it is not listed again',
}

const decide = async (order: Exclude<Order, { act: 'list' }>, config: Config, opened: Opened) => {
  const { database, vault, clock } = opened
  const enqueue = () => Promise.reject(new Error('this command mails nothing'))
  const { post } = providersBy(config, { db: database.db, vault, clock, enqueue })
  const deps = { post, times: usualTimes, clock }
  const came =
    order.act === 'adopt'
      ? await adoptByHand(database.db, deps, order)
      : order.act === 'give-up'
        ? await giveUpByHand(database.db, deps, order)
        : await settleStrange(database.db, deps, order.providerId)
  if (came !== 'done') throw new ConfigError(sentences[came])
  console.log(done[order.act])
}

process.umask(0o077)
try {
  const order = orderIn()
  const config = readConfig(process.env)
  const opened = await boot(config, logTo(config.logLevel, process.stderr), () => undefined)
  try {
    await (order.act === 'list' ? list(opened) : decide(order, config, opened))
  } finally {
    await opened.close()
  }
} catch (error) {
  const isUsage = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  if (!(error instanceof ConfigError || error instanceof ProviderFailure || isUsage)) throw error
  console.error(`Fairfile: ${error instanceof ProviderFailure ? error.words : error.message}`)
  process.exitCode = 78
}
