import type { EndpointReply } from '#api/endpoint.ts'
import type { clients } from '../../client-contract.ts'

/** A client's page as the server answers it. */
export type ClientFile = EndpointReply<typeof clients.read>
