import { endpoints } from 'virtual:endpoints/sign-in'
import { createClient } from './call.ts'

/** What screens before sign-in call; `client.ts`, with all endpoints, is loaded behind it. */
export const signInClient = createClient(endpoints)
