import type { Answers, Call } from '#platform/http/answer.ts'
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

type BodyOf<Name extends Making> = Call<(typeof disputes)[Name]>['body']

const account =
  (body: BodyOf<'createAccount'>): Drafting =>
  scene =>
    draftAccount(body, footingOf(scene))
const inquiry =
  (body: BodyOf<'createInquiry'>): Drafting =>
  scene =>
    draftInquiry(body, footingOf(scene))
const personalInfo =
  (body: BodyOf<'createPersonalInfo'>): Drafting =>
  scene =>
    draftPersonalInfo(body, footingOf(scene))
const freeze =
  (body: BodyOf<'createFreeze'>): Drafting =>
  scene =>
    draftFreeze(body, occasionOf(scene))

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
    previewAccount: call => preview(call, account(call.body)),
    createAccount: call => create(call, { scope: 'account-dispute', draft: account(call.body) }),
    previewInquiry: call => preview(call, inquiry(call.body)),
    createInquiry: call => create(call, { scope: 'inquiry-dispute', draft: inquiry(call.body) }),
    previewPersonalInfo: call => preview(call, personalInfo(call.body)),
    createPersonalInfo: call =>
      create(call, { scope: 'personal-info-dispute', draft: personalInfo(call.body) }),
    previewFreeze: call => preview(call, freeze(call.body)),
    createFreeze: call => create(call, { scope: 'freeze-dispute', draft: freeze(call.body) }),
    previewFollowUp: call => preview(call, following(call)),
    createFollowUp: call =>
      create(call, { scope: `follow-up|${call.params.disputeId}`, draft: following(call) }),
  }
}
