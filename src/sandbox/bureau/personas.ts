import { bankruptcyFile } from './people/bankruptcy.ts'
import { cleanFile } from './people/clean.ts'
import { collectionsFile } from './people/collections.ts'
import { danielOrtiz } from './people/daniel-ortiz.ts'
import { frozenFile } from './people/frozen.ts'
import { identityTheft } from './people/identity-theft.ts'
import { mayaBrooks } from './people/maya-brooks.ts'
import { thickFile } from './people/thick.ts'
import { thinFile } from './people/thin.ts'
import type { Persona } from './persona.ts'

/** Which life a person has in the sandbox. */

/** The demo people keep their own. Numbers beginning with 666 are never issued, and nobody can register with one. */
const byNumber: ReadonlyMap<string, Persona> = new Map([
  ['666344417', mayaBrooks],
  ['666527730', danielOrtiz],
])

/** Everybody else's by the last digit of the SSN, 0 to 9. */
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

/** Every persona once. */
export const personas: readonly Persona[] = [...new Set([...byNumber.values(), ...byLastDigit])]

/** The last digits by which a persona is chosen; none for the demo people. */
export const personaSsnDigits = (persona: Persona): number[] =>
  byLastDigit.flatMap((one, digit) => (one === persona ? [digit] : []))

/** The persona behind an SSN of nine digits. */
export const findPersona = (ssn: string): Persona =>
  byNumber.get(ssn) ?? byLastDigit[Number(ssn.slice(-1))] ?? cleanFile
