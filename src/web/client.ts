import { endpoints } from 'virtual:endpoints'
import { createClient } from './call.ts'

/** Every endpoint of the product: `client.<area>.<endpoint>(input)`. */
export const client = createClient(endpoints)
