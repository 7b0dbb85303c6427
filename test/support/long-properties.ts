import fc from 'fast-check'
import { times } from './chance.ts'

/** Properties that name no number of runs of their own. */
fc.configureGlobal({ numRuns: times(100) })
