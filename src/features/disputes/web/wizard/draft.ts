import type { Draft } from '../../dispute-requests.ts'
import { listIdentification } from '../../identification.ts'
import { applyRightBureau, type DisputableItem } from './disputable-item.ts'
import type { Answers, Choice } from './wizard.ts'

/** Converts a wizard's answers to and from the draft stored by the server. */

/** The answers in the form stored by the server. */
export const toDraft = ({ choices, documentIds }: Answers, step: string): Draft => ({
  step,
  items: choices.map(choice => ({ ...choice, bureaus: [...choice.bureaus] })),
  documentIds: [...documentIds],
})

/**
 * The initial answers of a wizard. Every letter encloses identification, the newest document of each kind, unless the
 * user removes it.
 */
export const startingAnswers = (
  start: Answers,
  documents: Parameters<typeof listIdentification>[0],
): Answers => ({
  ...start,
  documentIds: listIdentification(documents),
})

/** Whether nothing was answered yet, so there is nothing to store. */
export const isUntouched = ({ choices, documentIds }: Answers, start: Answers): boolean =>
  JSON.stringify({ choices, documentIds }) === JSON.stringify(start)

/**
 * Checks a draft against the current report and existing documents: items, bureaus and reasons that are no longer offered
 * are omitted, and the number of affected items is returned. Null documents are unknown and are kept.
 */
export const restoreDraft = (
  draft: Draft,
  all: readonly DisputableItem[],
  documentIds: readonly string[] | null,
  today: string,
): { answers: Answers; leftOut: number } => {
  const kept = draft.items.map(item => ({ item, now: restoreItem(item, all, today) }))
  return {
    answers: {
      choices: kept.flatMap(({ now }) => now ?? []),
      documentIds: draft.documentIds.filter(id => documentIds === null || documentIds.includes(id)),
    },
    leftOut: kept.filter(({ now }) => now === null).length,
  }
}

/** The answers of a form, by name, and its documents. */
export type KeptDraft = { form: Readonly<Record<string, string>>; documentIds: readonly string[] }

/** A form's draft without documents deleted since; undefined documents are unknown and are kept. */
export const keptDraft = (
  draft: Draft | null,
  documents: readonly { id: string }[] | undefined,
): KeptDraft | null =>
  draft === null
    ? null
    : {
        form: draft.form ?? {},
        documentIds: draft.documentIds.filter(
          kept => documents === undefined || documents.some(({ id }) => id === kept),
        ),
      }

const restoreItem = (item: Choice, all: readonly DisputableItem[], today: string): Choice | null => {
  const found = all.find(({ key }) => key === item.key)
  if (found === undefined) return null
  const bureaus = item.bureaus.filter(bureau => found.offered.some(one => one.bureau === bureau))
  const offered = found.listOptions(bureaus, today).some(({ value }) => value === item.reason)
  const kept = { ...item, bureaus, reason: offered ? item.reason : null }
  return { ...kept, correctBureau: applyRightBureau(kept, all).correctBureau }
}

/** How long the page waits for another answer before it sends the draft, in milliseconds. */
const pauseMs = 800

/** Requests are sent one after the other, so that an older draft never overwrites a newer one. */
let line: Promise<unknown> = Promise.resolve()

/** Resolves when all drafts sent so far have been answered. */
export const draftsSaved = (): Promise<unknown> => line

const inLine = (send: () => Promise<unknown>, onFailed: (error: unknown) => void) => {
  line = line.then(send).catch(onFailed)
}

type Keeper = {
  /** Sends this after a pause, replacing any waiting request. */
  later: (send: () => Promise<unknown>) => void
  /** Sends the waiting request now. */
  now: () => void
  /** Sends this now, and drops the waiting request. */
  instead: (send: () => Promise<unknown>) => void
}

/** Sends drafts in order, only the last of several in quick succession. Calls `onFailed` for each that failed. */
export const createDraftSaver = (onFailed: (error: unknown) => void): Keeper => {
  let waiting: { send: () => Promise<unknown>; timer: ReturnType<typeof setTimeout> } | null = null
  const forget = () => {
    if (waiting !== null) clearTimeout(waiting.timer)
    waiting = null
  }
  const now = () => {
    const send = waiting?.send
    forget()
    if (send !== undefined) inLine(send, onFailed)
  }
  return {
    now,
    later: send => {
      forget()
      waiting = { send, timer: setTimeout(now, pauseMs) }
    },
    instead: send => {
      forget()
      inLine(send, onFailed)
    },
  }
}
