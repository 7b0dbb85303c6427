import { AppError } from '#api/errors.ts'
import type { BuiltDispute } from '../build-dispute.ts'
import type { AgencyFreezeDispute, FreezeAction } from '../dispute-contract.ts'
import { freezeDayProblems } from '../freeze-rules.ts'
import { agencyFreezeLetter } from '../letters/agency-freeze.ts'
import type { LetterContext } from '../letters/letter.ts'
import { specialtyAgencyTable } from './specialty-agencies.ts'

const titles: Readonly<Record<FreezeAction, string>> = {
  place: 'Freeze',
  lift: 'Lift of the freeze',
  remove: 'Removal of the freeze',
}

/**
 * A freeze request to one specialty agency, which needs no report; `invalid_request` when its days cannot be, or when no
 * source gives an address of the agency.
 */
export const buildAgencyFreezeDispute = (
  { agency, action, from, until }: AgencyFreezeDispute,
  context: LetterContext,
): BuiltDispute => {
  const problems = freezeDayProblems({ action, from, until }, context.today)
  if (Object.keys(problems).length > 0) throw new AppError('invalid_request', { fields: { ...problems } })
  const { address } = specialtyAgencyTable[agency]
  if (address === null) {
    const sentence = `No source gives an address of ${agency} for letters. Ask online or by phone`
    throw new AppError('invalid_request', { fields: { agency: sentence } })
  }
  const request = { action, from: from ?? null, until: until ?? null }
  const recipient = { kind: 'agency' as const, name: agency, bureau: null, lines: address.lines }
  return {
    type: 'agency-freeze',
    title: `${titles[action]} at ${agency}`,
    items: [
      {
        type: 'agency-freeze',
        agency,
        reason: action,
        from: request.from,
        until: request.until,
        explanation: null,
        bureaus: [],
      },
    ],
    letters: [agencyFreezeLetter(request, recipient, context)],
    reportDates: [],
    topics: [],
  }
}
