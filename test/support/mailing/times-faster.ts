import { defaultMailTimes, type MailTimes } from '#features/mailing/times.ts'

/** The same times, accelerated. */
export const scaleMailTimes = (by: number, times: MailTimes = defaultMailTimes): MailTimes => ({
  lease: times.lease / by,
  call: times.call / by,
  settle: times.settle / by,
  settleLost: times.settleLost / by,
  keyLife: times.keyLife / by,
  lookupsApart: times.lookupsApart / by,
  firstWait: times.firstWait / by,
  longestWait: times.longestWait / by,
  firstLookupWait: times.firstLookupWait / by,
  longestLookupWait: times.longestLookupWait / by,
  patience: times.patience / by,
  ambiguousAttempts: times.ambiguousAttempts,
  hold: times.hold / by,
  probe: times.probe / by,
  watchful: times.watchful / by,
  restored: times.restored / by,
  compared: times.compared / by,
  silent: times.silent / by,
  asked: times.asked / by,
  look: times.look / by,
  calls: times.calls,
  callsIn: times.callsIn / by,
})
