import { describe, expect, it } from 'vitest'
import { complaintRule } from '#features/legal/cfpb-complaint.ts'
import type { Dispute } from '../dispute-contract.ts'
import { describeOpening, findComplaintOpening, isComplaintOpen } from './complaint-opening.ts'
import { accountItem, deliveredOn, disputeWith, letterAt } from './fixtures/dispute.ts'

const on = (today: string) => ({ today, timeZone: 'UTC' })
const openingOf = (dispute: Dispute, today: string, others: Dispute[] = []) =>
  findComplaintOpening(dispute, 'TransUnion', [...others, dispute], on(today))
const inTransit = { mailState: 'sent', lobExpectedDeliveryDate: '2026-10-08' } as const
const at = (own: Parameters<typeof letterAt>[1]) => disputeWith({ letters: [letterAt('TransUnion', own)] })
const answered = (...outcomes: Parameters<typeof accountItem>[1][]) =>
  disputeWith({ items: outcomes.map((outcome, index) => accountItem(`BANK ${index}`, outcome)) })
const verified = { TransUnion: ['verified', '2026-10-28'] } as const

describe('a complaint about a dispute', () => {
  it.each<[string, Dispute, string, object]>([
    // Received on October 5: November 19 is exactly 45 days later, which is not more than 45.
    ['waits on the 45th day', disputeWith(), '2026-11-19', { state: 'waiting', opensOn: '2026-11-20' }],
    ['is open on the 46th day', disputeWith(), '2026-11-20', { state: 'time_passed', opensOn: '2026-11-20' }],
    [
      'waits for a letter on its way, by the day it should arrive',
      at(inTransit),
      '2026-10-09',
      { state: 'waiting', opensOn: '2026-11-23', estimated: true },
    ],
    [
      'is open when nobody reported the delivery, 45 days after it should have come',
      at(inTransit),
      '2026-11-23',
      { state: 'time_passed', estimated: true },
    ],
    [
      'has no day before the letter has one',
      at({ mailState: 'requested' }),
      '2026-11-20',
      { state: 'on_the_way', opensOn: null },
    ],
    [
      'has no day where nobody knows of the letter',
      at({ mailState: 'untraceable' }),
      '2027-11-20',
      { state: 'on_the_way', opensOn: null },
    ],
    [
      'is never open of a letter that was not mailed',
      at({}),
      '2027-11-20',
      { state: 'not_mailed', opensOn: null },
    ],
    [
      'is never open of a letter that came back',
      at({ mailState: 'returned', neverReceived: true }),
      '2027-11-20',
      { state: 'came_back', opensOn: null },
    ],
    [
      'has no day where a letter came back that may have arrived when it was mailed before',
      at({ mailState: 'returned' }),
      '2027-11-20',
      { state: 'on_the_way', opensOn: null },
    ],
    ['is open at once when the bureau answered', answered(verified), '2026-10-28', { state: 'ended' }],
    ['waits for the answer on every item', answered(verified, {}), '2026-10-28', { state: 'waiting' }],
    [
      'does not end with a note that no answer came',
      answered({ TransUnion: ['no_answer', '2026-11-10'] }),
      '2026-11-10',
      { state: 'waiting', opensOn: '2026-11-20' },
    ],
    [
      'is open when a letter that the person mailed was answered',
      { ...answered(verified), letters: [letterAt('TransUnion')] },
      '2026-10-28',
      { state: 'ended' },
    ],
    [
      'is never open before the person confirmed the letters',
      disputeWith({ awaitingAttestation: true }),
      '2026-11-20',
      { state: 'not_mailed' },
    ],
  ])('%s', (_, dispute, today, expected) => {
    const opening = openingOf(dispute, today)
    expect(opening).toMatchObject(expected)
    expect(isComplaintOpen(opening)).toBe(opening.state === 'ended' || opening.state === 'time_passed')
  })

  const first = disputeWith({ items: [accountItem('OAK BANK', verified)] })
  const later = (own: Partial<Dispute> = {}) =>
    disputeWith({
      id: '2',
      createdAt: '2026-11-01T15:00:00.000Z',
      follows: { disputeId: '1', kind: 'dispute_again' },
      letters: [letterAt('TransUnion', deliveredOn('2026-11-02', '2026-11-05'))],
      ...own,
    })

  it('waits for a later dispute of the same item', () => {
    expect(openingOf(first, '2026-11-20', [later()])).toEqual({
      state: 'waiting',
      opensOn: '2026-12-21',
      estimated: false,
      waitsForAnother: true,
    })
    expect(isComplaintOpen(openingOf(first, '2026-12-20', [later()]))).toBe(false)
    expect(isComplaintOpen(openingOf(first, '2026-12-21', [later()]))).toBe(true)
  })

  it.each<[string, Dispute]>([
    ['of another item', later({ items: [accountItem('ELM BANK')] })],
    ['that was answered', later({ items: [accountItem('OAK BANK', verified)] })],
    ['that was never mailed', later({ letters: [letterAt('TransUnion')] })],
    ['that waits for the person’s word', later({ awaitingAttestation: true })],
    [
      'that only asks how it was verified',
      later({ follows: { disputeId: '1', kind: 'method_of_verification' } }),
    ],
    ['at another bureau', later({ items: [accountItem('OAK BANK', {}, { bureaus: ['Experian'] })] })],
  ])('does not wait for a later letter %s', (_, other) => {
    expect(isComplaintOpen(openingOf(first, '2026-11-20', [other]))).toBe(true)
  })

  it('states when and why, consistently with the rule', () => {
    const said = (dispute: Dispute, today: string, others: Dispute[] = []) =>
      describeOpening(openingOf(dispute, today, others), 'TransUnion', dispute)
    expect(said(disputeWith(), '2026-11-01')).toBe(
      'You can file a complaint from Nov 20, 2026, or as soon as TransUnion has answered. 45 days count from the day it received your letter. If it answered already, record the answer with the dispute.',
    )
    expect(said(at(inTransit), '2026-10-09')).toContain(
      '45 days count from the day your letter should arrive.',
    )
    expect(said(disputeWith(), '2026-11-20')).toContain('has had your dispute for more than 45 days')
    expect(said(first, '2026-11-20')).toContain('the dispute has ended. You can file a complaint now.')
    expect(said(answered({ TransUnion: ['deleted', '2026-10-28'] }), '2026-11-20')).toMatch(
      /^TransUnion deleted or corrected what you disputed.*only if something is still wrong\.$/,
    )
    expect(said(first, '2026-11-20', [later()])).toContain('You disputed it again since')
    expect(said(at({}), '2026-11-20')).toContain('No letter to TransUnion was mailed from here.')
    expect(said(at({ mailState: 'returned', neverReceived: true }), '2026-11-20')).toContain(
      'never reached TransUnion',
    )
    expect(said(at({ mailState: 'requested' }), '2026-11-20')).toContain('no day of arrival yet')
    expect(complaintRule).toContain('has ended or was made more than 45 days ago')
  })
})
