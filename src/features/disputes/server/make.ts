import { type FieldSentences, Refusal } from '#api/errors.ts'
import { holdPerson } from '#features/identity/server/store.ts'
import type { Vault } from '#platform/crypto/sealed.ts'
import type { Database } from '#platform/db/database.ts'
import type { Call } from '#platform/http/answer.ts'
import type { Once } from '#platform/http/once.ts'
import { newId } from '#platform/ids.ts'
import { turnsByKey } from '#platform/jobs/turns.ts'
import { dayIn } from '#values/dates.ts'
import { cautionsOf } from '../cautions.ts'
import type { disputes } from '../contract.ts'
import { contradictionsIn } from '../contradictions.ts'
import { type AccountDispute, Dispute, type Preview } from '../dispute-contract.ts'
import type { Drafted } from '../drafted.ts'
import { enclosuresFor } from '../letters/enclosures.ts'
import { bodyText } from '../letters/letter.ts'
import { claimed, repeatsOf } from '../similarity.ts'
import { earlierClaims, refuseContradictions } from './claims.ts'
import { fitsTheMail } from './letter-layout.ts'
import { type Follows, saveDispute } from './saving.ts'
import { presentOf, type Scene, sceneOf } from './scene.ts'
import { disputeOf } from './store.ts'

/** The way from what a person asks to a preview or a dispute, the same for every type. */

export type MakeDeps = { db: Database; vault: Vault; once: Once; timeZone: string }

/** What every type is asked with beside its items. */
type Common = Pick<AccountDispute, 'documentIds' | 'title' | 'repeat' | 'attested' | 'freeAnnualReport'>

/**
 * How one type's letters are drafted. `follows` names the answered item that they follow; `mayRepeat` is false of what
 * is no new claim.
 */
export type Drafting = (scene: Scene, from: Database) => MaybeFollowing | Promise<MaybeFollowing>
type MaybeFollowing = Drafted & { follows?: Follows; mayRepeat?: boolean }

type Asked = Pick<Call<typeof disputes.previewAccount>, 'caller' | 'now'> & { body: Common }
type Made = Asked & Pick<Call<typeof disputes.createAccount>, 'idempotencyKey' | 'note'>

export const makeWith = ({ db, vault, once, timeZone }: MakeDeps) => {
  /** Requests of one person wait here rather than for the database's locks, which they would soon give up. */
  const inTurn = turnsByKey()
  const draftOf = async (from: Database, { caller, body, now }: Asked, draft: Drafting) => {
    const { documentIds } = body
    const scene = await sceneOf(from, vault, caller.userId, {
      documentIds,
      today: dayIn(timeZone, now),
      timeZone,
    })
    const drafted = await draft(scene, from)
    if (!drafted.letters.every(letter => fitsTheMail(letter, null, scene.enclosed.length))) {
      throw new Refusal('too_many_pages')
    }
    // How something was verified is a question, and says nothing of the item.
    if (drafted.follows?.kind === 'method_of_verification') return { scene, drafted, repeats: [] }
    const earlier = await earlierClaims(from, vault, caller.userId, instant => dayIn(timeZone, instant))
    const said = earlier.filter(one => one.isConfirmed).map(one => one.said)
    refuseContradictions(contradictionsIn(drafted.items, said, presentOf(scene), scene.today))
    if (drafted.mayRepeat === false) return { scene, drafted, repeats: [] }
    const claims = drafted.items.map(item => claimed(item, documentIds ?? []))
    return {
      scene,
      drafted,
      repeats: repeatsOf(
        claims,
        earlier.map(one => one.claim),
      ),
    }
  }

  return {
    /** The letters that a request would give; nothing is stored. */
    preview: async (call: Asked, draft: Drafting): Promise<Preview> => {
      const { scene, drafted, repeats } = await draftOf(db, call, draft)
      return {
        letters: drafted.letters.map(letter => ({
          bureau: letter.bureau,
          body: bodyText(letter),
          enclosures: enclosuresFor(drafted.about(letter.bureau), scene.enclosed),
        })),
        warnings: [
          ...repeats.map(({ sentence }) => ({ code: 'repeats_dispute' as const, message: sentence })),
          ...cautionsOf(drafted, scene.enclosed, scene.today),
        ],
      }
    },

    /**
     * Makes a dispute, at most once for one key. `scope` tells requests apart that may have the same key. What a manager
     * makes waits for the client's own word: what the flag says then counts for nothing.
     */
    create: async (call: Made, { scope, draft }: { scope: string; draft: Drafting }): Promise<Dispute> => {
      const { caller, body, now, idempotencyKey, note } = call
      const { userId } = caller
      const openingId = caller.opened?.openingId ?? null
      if (openingId === null && body.attested !== true) throw new Refusal('not_attested')
      const maker = openingId === null ? userId : `${userId}|${openingId}`
      const act = async (tx: Database) => {
        await holdPerson(tx, userId)
        const { scene, drafted, repeats } = await draftOf(tx, call, draft)
        if (repeats.length > 0 && body.repeat !== true) {
          const fields: FieldSentences = {}
          for (const { index, sentence } of repeats) fields[`items.${index}`] = sentence
          throw new Refusal('repeats_dispute', { fields })
        }
        const id = newId()
        const { type, title, items, letters, follows = null } = drafted
        await saveDispute(tx, vault, userId, {
          id,
          type,
          reportId: type === 'freeze' ? null : (scene.stored?.id ?? null),
          title: body.title ?? title,
          at: now,
          openingId,
          freeAnnualReport: body.freeAnnualReport ?? follows?.freeAnnualReport ?? false,
          follows,
          items: items.map(item => ({ ...item, id: newId() })),
          letters: letters.map(letter => ({ id: newId(), letter })),
          enclosed: scene.enclosed,
        })
        await note(tx, { objectId: id })
        return disputeOf(tx, vault, userId, id, scene)
      }
      const request = { scope: `${scope}|${maker}`, key: idempotencyKey, body, owner: userId }
      return inTurn(userId, () => once.act(request, act, remembered => Dispute.parse(remembered)))
    },
  }
}
