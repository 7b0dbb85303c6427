import { Refusal } from '#api/errors.ts'
import type { Box } from '#platform/crypto/sealed.ts'
import type { Database } from '#platform/db/database.ts'
import type { Answers, Exchange } from '#platform/http/answer.ts'
import { bureaus } from '#values/bureau.ts'
import type { OutboxItem, SandboxLetter, sandbox } from '../contract.ts'
import { moveOf, moves, standing } from '../letter-way.ts'
import { type KeptLetter, letterBy, newestLetters, pdfOf } from './letters.ts'
import { moveByHand, type OnNotice } from './post-office.ts'
import { SHOWN } from './store.ts'

export type LetterDeps = {
  db: Database
  box: Box
  /** Whether letters go to the sandbox's post; else these pages do not exist. */
  active: boolean
  onNotice: OnNotice
}

const linesOf = ({ name, line1, line2, city, state, zip }: KeptLetter['to']): string[] => [
  name,
  line1,
  ...(line2 === null ? [] : [line2]),
  `${city}, ${state} ${zip}`,
]

const bureauOf = ({ to }: KeptLetter) => bureaus.find(bureau => to.name.includes(bureau)) ?? null

const shown = (letter: KeptLetter): SandboxLetter => {
  const { providerId, letterId, certified, trackingNumber, expectedDelivery, createdAt, events } = letter
  return {
    providerId,
    letterId,
    bureau: bureauOf(letter),
    status: standing(events),
    to: linesOf(letter.to),
    from: linesOf(letter.from),
    certified,
    trackingNumber,
    expectedDelivery,
    createdAt: createdAt.toISOString(),
    events: events.map(({ event, at }) => ({ event, at: at.toISOString() })),
    moves: [...moves],
  }
}

/** Letters as the outbox shows them; what they say is in their PDF. */
export const lettersInOutbox = async ({ db, box, active }: LetterDeps): Promise<OutboxItem[]> => {
  if (!active) return []
  return (await newestLetters(db, box, SHOWN)).map(letter => {
    const { providerId, letterId, certified, createdAt } = letter
    const bureau = bureauOf(letter)
    return {
      id: providerId,
      channel: 'letter',
      to: letter.to.name,
      subject: certified ? 'Letter by certified mail' : 'Letter by first-class mail',
      body: ['To', ...linesOf(letter.to), '', 'From', ...linesOf(letter.from)].join('\n'),
      createdAt: createdAt.toISOString(),
      letterId,
      providerId,
      ...(bureau === null ? {} : { bureau }),
      status: standing(letter.events),
    }
  })
}

/** The sandbox's post office, for whoever may open the outbox. */
export const letterRoutes = (
  deps: LetterDeps,
  requireOpen: (http: Exchange) => void,
): Pick<Answers<typeof sandbox>, 'letter' | 'letterPdf' | 'moveLetter'> => {
  const { db, box } = deps
  const letterOf = async (http: Exchange, id: string) => {
    requireOpen(http)
    const letter = deps.active ? await letterBy(db, box, id) : null
    if (!letter) throw new Refusal('not_found')
    return letter
  }
  return {
    letter: async ({ params, http }) => shown(await letterOf(http, params.letterId)),
    letterPdf: async ({ params, http }) => {
      const { providerId } = await letterOf(http, params.letterId)
      const bytes = await pdfOf(db, box, providerId)
      if (!bytes) throw new Refusal('not_found')
      return { name: `${providerId}.pdf`, bytes }
    },
    moveLetter: async ({ params, body, now, http }) => {
      const { providerId } = await letterOf(http, params.letterId)
      const event = moveOf(body.event)
      if (event === null) {
        const sentence = `This must be one of: ${moves.join(', ')}`
        throw new Refusal('invalid_request', { fields: { event: sentence } })
      }
      const moved = await moveByHand(deps, providerId, event, now)
      if (!moved) throw new Refusal('not_found')
      return shown(moved)
    },
  }
}
