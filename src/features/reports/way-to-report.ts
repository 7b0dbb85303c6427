import type { UserInfo } from '#features/identity/contract.ts'

/**
 * What keeps the bureaus from being asked for a user's report: the user's written instructions (15 U.S.C.
 * 1681b(a)(2)), the terms where the operator asks for them first, then a confirmed identity. Null where nothing does, and where no
 * report is pulled at all: importing one needs none of it.
 */
export const missingForPull = (
  { terms, enrolled, identity }: Pick<UserInfo, 'terms' | 'enrolled' | 'identity'>,
  pullsOffered: boolean,
): 'agreement' | 'terms' | 'identity' | null => {
  if (!pullsOffered) return null
  if (!enrolled) return 'agreement'
  if (terms === 'required') return 'terms'
  return identity === null ? 'identity' : null
}
