import type { Answers, Call } from '#server/requests/answer.ts'
import type { disputes } from '../contract.ts'
import { draftAccount, draftFreeze, draftInquiry, draftPersonalInfo } from '../drafted.ts'
import { followUp } from './follow-up.ts'
import { type Drafting, type MakeDeps, makeWith } from './make.ts'
import { footingOf, occasionOf } from './scene.ts'

type Making =
  | 'previewAccount'
  | 'createAccount'
  | 'previewInquiry'
  | 'createInquiry'
  | 'previewPersonalInfo'
  | 'createPersonalInfo'
  | 'previewFreeze'
  | 'createFreeze'
  | 'previewFollowUp'
  | 'createFollowUp'

/** Previews and new disputes of every type. */
export const makingRoutes = (deps: MakeDeps): Pick<Answers<typeof disputes>, Making> => {
  const { preview, create } = makeWith(deps)
  const following =
    ({
      params: { disputeId },
      body,
    }: Pick<Call<typeof disputes.createFollowUp>, 'params' | 'body'>): Drafting =>
    (scene, from) =>
      followUp(from, deps.vault, { disputeId, body, scene })
  return {
    previewAccount: call => preview(call, scene => draftAccount(call.body, footingOf(scene))),
    createAccount: call =>
      create(call, {
        scope: 'account-dispute',
        draft: scene => draftAccount(call.body, footingOf(scene)),
      }),
    previewInquiry: call => preview(call, scene => draftInquiry(call.body, footingOf(scene))),
    createInquiry: call =>
      create(call, {
        scope: 'inquiry-dispute',
        draft: scene => draftInquiry(call.body, footingOf(scene)),
      }),
    previewPersonalInfo: call => preview(call, scene => draftPersonalInfo(call.body, footingOf(scene))),
    createPersonalInfo: call =>
      create(call, {
        scope: 'personal-info-dispute',
        draft: scene => draftPersonalInfo(call.body, footingOf(scene)),
      }),
    previewFreeze: call => preview(call, scene => draftFreeze(call.body, occasionOf(scene))),
    createFreeze: call =>
      create(call, { scope: 'freeze-dispute', draft: scene => draftFreeze(call.body, occasionOf(scene)) }),
    previewFollowUp: call => preview(call, following(call)),
    createFollowUp: call =>
      create(call, {
        scope: `follow-up|${call.params.disputeId}`,
        draft: following(call),
      }),
  }
}
