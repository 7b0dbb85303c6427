/** How long a provider stores an idempotency key, and how long a letter can be cancelled (Lob's published rules). */
const KEY_LIFE_MS = 24 * 60 * 60_000
const CANCEL_WINDOW_MS = 5 * 60_000

/** A letter in production. */
export type LedgerLetter<Content> = Content & {
  id: string
  key: string | null
  createdAt: Date
  /** From when lists show it. */
  listedAt: Date
  cancelled: boolean
}

/**
 * The letters in production at a fake provider: the core of the Lob server that tests and lab runs call over HTTP, and of
 * the provider in the simulation. It is independent of the product; mailing is judged by it.
 */
export const createLetterLedger = <Content extends object>(now: () => Date) => {
  const letters: LedgerLetter<Content>[] = []
  const age = ({ createdAt }: LedgerLetter<Content>) => now().getTime() - createdAt.getTime()
  const find = (id: string) => letters.find(letter => letter.id === id)
  return {
    letters,
    find,
    /** The letter created under a key that is still valid. */
    findByKey: (key: string, accepts = (_letter: LedgerLetter<Content>) => true) =>
      letters.find(letter => letter.key === key && age(letter) < KEY_LIFE_MS && accepts(letter)),
    /** `content` may depend on the letter's number, from 1; lists show the letter only after `lagMs`. */
    create: (key: string | null, lagMs: number, content: (number: number) => Content & { id: string }) => {
      const createdAt = now()
      const letter: LedgerLetter<Content> = {
        ...content(letters.length + 1),
        key,
        createdAt,
        listedAt: new Date(createdAt.getTime() + lagMs),
        cancelled: false,
      }
      letters.push(letter)
      return letter
    },
    /** Letters that lists show. */
    listed: () => letters.filter(({ listedAt }) => listedAt <= now()),
    cancel: (id: string): 'cancelled' | 'too_late' | 'not_found' => {
      const letter = find(id)
      if (!letter) return 'not_found'
      if (letter.cancelled) return 'cancelled'
      if (age(letter) > CANCEL_WINDOW_MS) return 'too_late'
      letter.cancelled = true
      return 'cancelled'
    },
  }
}
