import { sandboxCreditData } from '#sandbox/providers/credit-data.ts'

/**
 * A document of the sandbox bureau as of a day, for the person whose identity is stolen in June 2026, with an SSN that ends
 * in 4 (docs/guides/sandbox-people.md).
 */
export const theftDocument = async (
  { lastName, ssn }: { lastName: string; ssn: string },
  day: string,
): Promise<Uint8Array> => {
  const answer = await sandboxCreditData('America/New_York').pull(
    {
      userId: '0192f0c1-0000-7000-8000-000000000004',
      passedStep: null,
      profile: {
        firstName: 'Invented',
        lastName,
        middleName: null,
        birthDate: '1990-04-12',
        address: { street: '12 Oak Street', city: 'Springfield', state: 'IL', postal: '62701' },
      },
      ssn,
      now: new Date(`${day}T15:00:00Z`),
    },
    null,
  )
  if (answer.kind !== 'document') throw new Error('the sandbox bureau gave no document')
  return answer.bytes
}
