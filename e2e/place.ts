import { z } from 'zod'

/** What the journeys of one worker have to themselves: a server, and a session of Maya there. */
const Place = z.object({
  /** Where the server answers, without a slash at the end. */
  address: z.string(),
  /** The cookies and the storage of Maya's session. */
  signedInFile: z.string(),
})
type Place = z.infer<typeof Place>

/** Tells the processes that are started from now on of the places, one for each worker. */
export const tellPlaces = (places: readonly Place[]): void => {
  process.env.E2E_PLACES = JSON.stringify(places)
}

/** The place of this worker. */
export const ownPlace = (): Place => {
  const places = z.array(Place).parse(JSON.parse(process.env.E2E_PLACES ?? '[]'))
  const place = places[Number(process.env.VITEST_POOL_ID) - 1]
  if (!place) throw new Error('there is no server for this worker')
  return place
}
