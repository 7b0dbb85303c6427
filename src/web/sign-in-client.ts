import { endpoints } from 'virtual:endpoints/sign-in'
import { createClient } from './call.ts'

/** The endpoints that screens before sign-in call; `client.ts`, with all endpoints, is loaded after sign-in. */
export const signInClient = createClient(endpoints)
