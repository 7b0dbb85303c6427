import { bankruptcyFile } from './people/bankruptcy.ts'
import { cleanFile, frozenFile, thinFile } from './people/clean-thin-frozen.ts'
import { collectionsFile } from './people/collections.ts'
import { danielOrtiz } from './people/daniel-ortiz.ts'
import { identityTheft } from './people/identity-theft.ts'
import { mayaBrooks } from './people/maya-brooks.ts'
import { thickFile } from './people/thick.ts'
import type { Persona } from './persona.ts'

/** Assigns a life to each person in the sandbox. */

/** Those of the demo people. SSNs beginning with 666 are never issued, and registration refuses them. */
const byNumber: ReadonlyMap<string, Persona> = new Map([
  ['666344417', mayaBrooks],
  ['666527730', danielOrtiz],
])

/** Those of everyone else, by the last digit of the SSN, 0 to 9. */
const byLastDigit: readonly Persona[] = [
  thickFile,
  cleanFile,
  frozenFile,
  collectionsFile,
  identityTheft,
  bankruptcyFile,
  thinFile,
  collectionsFile,
  thickFile,
  cleanFile,
]

export const personas: readonly Persona[] = [...new Set([...byNumber.values(), ...byLastDigit])]

/** The last SSN digits that select a persona; none for the demo people. */
export const personaSsnDigits = (persona: Persona): number[] =>
  byLastDigit.flatMap((one, digit) => (one === persona ? [digit] : []))

export const findPersona = (ssn: string): Persona =>
  byNumber.get(ssn) ?? byLastDigit[Number(ssn.slice(-1))] ?? cleanFile
