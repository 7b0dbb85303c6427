import type { Letter } from '../../dispute-contract.ts'

/** So often is looked again, and for so long: a letter is handed over within seconds, or something else is told of it. */
const LOOK_MS = 4_000
const MOST_MS = 2 * 60_000

type Mailed = { letters: readonly Pick<Letter, 'mailState' | 'next'>[] }

/** Whether a letter is on its way to the mail provider, and nothing says that it waits. */
const isHandedOver = ({ letters }: Mailed): boolean =>
  letters.some(({ mailState, next }) => mailState === 'requested' && next === null)

/**
 * For `refetchInterval`: milliseconds until an open page looks again where the letters of some disputes are, or false once
 * all are handed over or two minutes have gone by, since a page that looks for ever would keep an idle session alive.
 */
export const pollWhileMailing = (now: () => number = Date.now) => {
  let since: number | null = null
  return (disputes: readonly Mailed[]): number | false => {
    if (!disputes.some(isHandedOver)) {
      since = null
      return false
    }
    since ??= now()
    return now() - since < MOST_MS ? LOOK_MS : false
  }
}
