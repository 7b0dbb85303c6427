import { ProviderFailure } from '#providers/failure.ts'

/** The failure of a call that must fail with a ProviderFailure. */
export const catchProviderFailure = async (act: Promise<unknown>): Promise<ProviderFailure> => {
  const error: unknown = await act.then(
    () => null,
    (failure: unknown) => failure,
  )
  if (!(error instanceof ProviderFailure))
    throw new Error('it did not fail as a provider does', { cause: error })
  return error
}
