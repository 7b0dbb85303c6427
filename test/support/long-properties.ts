import fc from 'fast-check'
import { times } from './chance.ts'

/** Properties without their own number of runs. */
fc.configureGlobal({ numRuns: times(100) })
