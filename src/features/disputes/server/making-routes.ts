import type { Handlers, RequestContext } from '#platform/http/handler.ts'
import {
  buildAccountDispute,
  buildFreezeDispute,
  buildInquiryDispute,
  buildPersonalInfoDispute,
} from '../build-dispute.ts'
import type { disputes } from '../contract.ts'
import { type BuildDraft, type CreateDisputeDeps, disputeCreation } from './create-dispute.ts'
import { toDisputeContext, toLetterContext } from './dispute-inputs.ts'
import { buildFollowUp } from './follow-up.ts'

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

type BodyOf<Name extends Making> = RequestContext<(typeof disputes)[Name]>['body']

const account =
  (body: BodyOf<'createAccount'>): BuildDraft =>
  scene =>
    buildAccountDispute(body, toDisputeContext(scene))
const inquiry =
  (body: BodyOf<'createInquiry'>): BuildDraft =>
  scene =>
    buildInquiryDispute(body, toDisputeContext(scene))
const personalInfo =
  (body: BodyOf<'createPersonalInfo'>): BuildDraft =>
  scene =>
    buildPersonalInfoDispute(body, toDisputeContext(scene))
const freeze =
  (body: BodyOf<'createFreeze'>): BuildDraft =>
  scene =>
    buildFreezeDispute(body, toLetterContext(scene))

export const createDisputeRoutes = (deps: CreateDisputeDeps): Pick<Handlers<typeof disputes>, Making> => {
  const { preview, create } = disputeCreation(deps)
  const following =
    ({
      params: { disputeId },
      body,
    }: Pick<RequestContext<typeof disputes.createFollowUp>, 'params' | 'body'>): BuildDraft =>
    (scene, from) =>
      buildFollowUp(from, deps.vault, { disputeId, body, scene })
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
