import { parseArgs } from 'node:util'
import { z } from 'zod'
import { createRecordCost, letterCosts } from '#features/costs/server/cost-book.ts'
import { listAllLetters } from '#features/disputes/server/store.ts'
import { letterEvents } from '#features/integrations/server/targets.ts'
import { type AccountGoneError, markAccountGone } from '#features/mailing/server/account-gone.ts'
import {
  adoptManually,
  giveUpManually,
  listOperatorQueue,
  type MailHold,
  type OperatorError,
  resolveDiscrepancy,
} from '#features/mailing/server/operator.ts'
import type { LetterNews } from '#features/mailing/server/tracking-events.ts'
import { defaultMailTimes } from '#features/mailing/times.ts'
import { ConfigError } from '#platform/config/config.ts'
import type { Database } from '#platform/db/database.ts'
import { createProviders } from '../providers.ts'
import { type CommandContext, runCommand } from './run-command.ts'

/**
 * `npm run mail -- list`, `adopt <mailing> <provider's id>`, `give-up <mailing> --reason "..."`, `seen <provider's id>`
 * and `account-gone <account> --reason "..."`: resolves letters that need an operator's decision
 * (docs/guides/mailing.md).
 */

const USAGE =
  'Usage: npm run mail -- list | adopt <mailing> <id at the provider> | give-up <mailing> --reason "why" | seen <id at the provider> | account-gone <account> --reason "why"'

const Id = z.uuid()
const Reason = z.string().trim().min(1).max(200)

type Order =
  | { act: 'list' }
  | { act: 'adopt'; mailJobId: string; providerId: string }
  | { act: 'give-up'; mailJobId: string; reason: string }
  | { act: 'seen'; providerId: string }
  | { act: 'account-gone'; account: string; reason: string }

const parseOrder = (): Order => {
  const { values, positionals } = parseArgs({
    options: { reason: { type: 'string' } },
    allowPositionals: true,
  })
  const [act, id, providerId, ...more] = positionals
  const uuid = Id.safeParse(id).data
  const reason = Reason.safeParse(values.reason).data
  if (act === 'list' && id === undefined) return { act }
  if (act === 'seen' && id !== undefined && providerId === undefined) return { act, providerId: id }
  if (act === 'adopt' && uuid && providerId && more.length === 0) return { act, mailJobId: uuid, providerId }
  if (act === 'give-up' && uuid && reason && providerId === undefined) return { act, mailJobId: uuid, reason }
  if (act === 'account-gone' && uuid && reason && providerId === undefined)
    return { act, account: uuid, reason }
  throw new ConfigError(USAGE)
}

const sentences: Readonly<Record<OperatorError, string>> = {
  no_mailing: 'there is no such mailing',
  not_waiting: 'this mailing does not wait for an operator',
  other_account:
    'this mailing was asked of another account, and the key that is set cannot see its letters; give this command the key of that account (LOB_API_KEY), or none for the sandbox',
  no_letter: 'there is no letter of this id',
  other_letter: 'that letter belongs to another mailing or another installation',
  cancelled_letter: 'that letter was cancelled; give the mailing up instead',
  letter_there: 'the provider has a letter of this mailing; adopt it, or cancel it there first',
}

const goneSentences: Readonly<Record<AccountGoneError, string>> = {
  no_account: 'no letter was ever given to such an account',
  own_account: 'the key that is set is of this account, so it can be asked',
  account_not_known: 'the provider did not answer, so nobody knows whose key is set; try again',
}

const holdLines: Readonly<Record<MailHold['reason'], (hold: MailHold) => string>> = {
  restore: () => 'on hold: restore, until the books are compared with the provider',
  provider: ({ until }) => `on hold: provider, tried again at ${until?.toISOString() ?? 'once'}`,
  failing: ({ since, until }) =>
    `sending is paused: the provider fails since ${since?.toISOString() ?? 'now'}; look-ups go on, one letter tries at ${until?.toISOString() ?? 'once'}`,
}

const list = async ({ database, clock }: CommandContext) => {
  const { holds, mailings, strange, posts, awaitedAccount } = await listOperatorQueue(database.db, clock())
  for (const hold of holds) console.log(holdLines[hold.reason](hold))
  for (const { id, provider, requestedAt, keyGeneration, problem } of mailings)
    console.log(
      `${id}  requested from ${provider} ${requestedAt.toISOString()}  key ${keyGeneration}  ${problem}`,
    )
  for (const { kind, providerId, mailJobId, seenAt } of strange)
    console.log(`${kind}: ${providerId}  of mailing ${mailJobId ?? 'none'}  seen ${seenAt.toISOString()}`)
  if (holds.length + mailings.length + strange.length === 0)
    return console.log('nothing waits for an operator')
  for (const { name, account } of posts)
    console.log(
      `${name} is of account ${account}${account === awaitedAccount ? ', which the copy mailed by' : ''}`,
    )
}

type Decision = Exclude<Order, { act: 'list' | 'account-gone' }>

const done: Readonly<Record<Decision['act'], string>> = {
  adopt: 'adopted',
  'give-up': 'given up; its owner can have it mailed again',
  seen: 'seen to; it is not listed again',
}

const openMailProvider = async ({ config, database, keyring, clock }: CommandContext) => {
  const enqueue = () => Promise.reject(new Error('this command mails nothing'))
  const { mailProvider } = await createProviders(config, { db: database.db, keyring, clock, enqueue })
  if (mailProvider === null)
    throw new ConfigError('mailing is off here; give this command the LOB_API_KEY of the letter')
  return mailProvider
}

const decide = async (order: Decision, context: CommandContext) => {
  const { database, keyring, clock } = context
  const { operator, timeZone } = context.config
  const deps = {
    provider: await openMailProvider(context),
    times: defaultMailTimes,
    clock,
    keyring,
    onLetter: async (tx: Database, news: LetterNews) => {
      await letterCosts(createRecordCost({ settings: operator.costs, timeZone }))(tx, news)
      await letterEvents(tx, news)
    },
  }
  const outcome =
    order.act === 'adopt'
      ? await adoptManually(database.db, deps, order)
      : order.act === 'give-up'
        ? await giveUpManually(database.db, deps, order)
        : await resolveDiscrepancy(database.db, deps, order.providerId)
  if (outcome !== 'done') throw new ConfigError(sentences[outcome])
  console.log(done[order.act])
}

const recordAccountGone = async (
  { account, reason }: { account: string; reason: string },
  context: CommandContext,
) => {
  const { database, keyring, clock, log } = context
  const deps = {
    db: database.db,
    keyring,
    clock,
    log,
    provider: await openMailProvider(context),
    letters: listAllLetters,
  }
  const outcome = await markAccountGone(deps, { account, reason })
  if (typeof outcome === 'string') throw new ConfigError(goneSentences[outcome])
  console.log(`noted; ${outcome} letters cannot be traced, and their owners see what to do`)
}

await runCommand(parseOrder, async (order, context) => {
  if (order.act === 'list') await list(context)
  else if (order.act === 'account-gone') await recordAccountGone(order, context)
  else await decide(order, context)
})
